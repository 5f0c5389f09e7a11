/**
 * Reads a file of exported connections (`profile-export.ts`). It is untrusted input: bounded, checked field by field
 * like a call of the renderer, and added only after the user has seen it.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { basename, join } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import { environmentBefore } from '../../../shared/vault/connection.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import { EXPORT_LIMIT_BYTES, EXPORT_MARK, EXPORT_VERSION } from './profile-export.ts';

const LIMIT_PROFILES = 200;
const LIMIT_AUTHORITIES = 2000;

/** A connection that could be added, before its CA file is written. */
export interface Incoming {
  readonly draft: ProfileDraft;
  /** PEM text for its CA file, and the file's name. */
  readonly authorities?: {
    readonly fileName: string;
    readonly pem: string;
    readonly sha256: readonly string[];
  };
}

export interface ReadTransfer {
  readonly incoming: readonly Incoming[];
  /** Omitted parts and files to choose again, in sentences. */
  readonly problems: readonly string[];
}

/** Dependencies of reading. */
export interface TransferRules {
  /** The schema of `profile.save`: a file's fields must pass the same checks as a call's. */
  readonly parse: (draft: unknown) => Result<ProfileDraft>;
  /** Further checks of saving (`inOrder`). Throws `AppFailure`. */
  readonly order: (draft: ProfileDraft) => ProfileDraft;
  readonly existing: readonly Profile[];
  /** SHA-256 of the CA certificates of a saved connection; empty without a readable CA file. */
  readonly authoritiesOf: (profile: Profile) => Promise<readonly string[]>;
}

/** Reads an export file. Throws `invalid-input` with the reason if the whole file is unusable. */
export async function readTransfer(path: string, rules: TransferRules): Promise<ReadTransfer> {
  const name = basename(path);
  const read = await readBounded(path, EXPORT_LIMIT_BYTES);
  if (!('bytes' in read)) throw unusable(`${name} ${unreadableBecause(read, '16 MiB')}.`);
  const carried = profilesIn(name, read.bytes.toString('utf8'));
  const incoming: Incoming[] = [];
  const problems: string[] = [];
  const names = new Set(rules.existing.map((profile) => profile.name));
  for (const [index, one] of carried.entries()) {
    const judged = judge(one, rules);
    const label = labelOf(one, index);
    if ('error' in judged) {
      problems.push(`${label} was left out: ${judged.error}`);
      continue;
    }
    const { draft, authorities } = judged.incoming;
    if (await isThere(judged.incoming, rules)) {
      problems.push(`${label} was left out: it is there already.`);
      continue;
    }
    const freeName = nameBeside(draft.name, names);
    names.add(freeName);
    if (freeName !== draft.name)
      problems.push(`${label} is called “${freeName}” here: there is another of its name.`);
    problems.push(...judged.missing.map((what) => `“${freeName}” ${what}`));
    incoming.push({
      draft: { ...draft, name: freeName },
      ...(authorities === undefined ? {} : { authorities }),
    });
  }
  return { incoming, problems };
}

function profilesIn(name: string, text: string): readonly unknown[] {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw unusable(
      /^\s*\{\s*"strongroom"/.test(text)
        ? `${name} breaks off in the middle or was damaged.`
        : `${name} is not a file of exported connections.`,
    );
  }
  if (!isRecord(data) || data['strongroom'] !== EXPORT_MARK)
    throw unusable(`${name} is not a file of exported connections.`);
  if (typeof data['version'] !== 'number' || !Array.isArray(data['profiles']))
    throw unusable(`${name} is damaged: it lacks its version or its connections.`);
  if (data['version'] > EXPORT_VERSION)
    throw unusable(
      `${name} was written by a newer version of Strongroom.`,
      'Update Strongroom, then import the file again.',
    );
  if (data['profiles'].length === 0) throw unusable(`${name} contains no connection.`);
  if (data['profiles'].length > LIMIT_PROFILES)
    throw unusable(`${name} contains more than ${LIMIT_PROFILES} connections.`);
  return data['profiles'];
}

type Judged =
  { readonly incoming: Incoming; readonly missing: readonly string[] } | { readonly error: string };

function judge(value: unknown, rules: TransferRules): Judged {
  if (!isRecord(value) || !isRecord(value['tls'])) return { error: 'it is damaged.' };
  const { headerNames, headers, tls: carriedTls, ...rest } = value;
  const { ca, clientCertificate, clientKey, ...tls } = carriedTls;
  const authorities = ca === undefined ? undefined : authoritiesIn(ca);
  if (authorities !== undefined && 'error' in authorities) return authorities;
  const files = [clientCertificate, clientKey].filter((file) => file !== undefined);
  const named = namesOf(headers);
  if (!files.every(isShortText) || !isNameList(headerNames) || named === undefined)
    return { error: 'the names of its files or headers are not valid.' };
  // A file must not contain its own handles or an identity: the schema does not know the remaining fields.
  if ('profileId' in rest) return { error: 'it has a field that does not belong there.' };
  const parsed = rules.parse({ ...rest, tls });
  if (!parsed.ok) return { error: inWords(parsed.error) };
  let draft: ProfileDraft;
  try {
    const { environment = environmentBefore(parsed.value.colour) } = parsed.value;
    draft = rules.order({ ...parsed.value, environment });
  } catch (failure) {
    if (failure instanceof AppFailure) return { error: failure.error.message };
    throw failure;
  }
  return {
    incoming: { draft, ...(authorities === undefined ? {} : { authorities }) },
    missing: [
      ...(files.length === 0
        ? []
        : [
            `uses the client certificate ${files.join(' with ')}, which is not in the file: choose it again.`,
          ]),
      ...(headerNames === undefined || headerNames.length === 0
        ? []
        : [
            `sends the extra headers ${headerNames.join(', ')}, whose values are not in the file: type them again.`,
          ]),
      ...(named.length === 0
        ? []
        : [
            `sends the extra headers ${named.join(', ')}: their values, unencrypted in the file, were not imported. Type them again.`,
          ]),
    ],
  };
}

function authoritiesIn(value: unknown): NonNullable<Incoming['authorities']> | { readonly error: string } {
  const damaged = { error: 'its CA certificates are damaged.' };
  if (!isRecord(value) || !isShortText(value['name']) || !Array.isArray(value['certificates']))
    return damaged;
  const blocks = value['certificates'] as readonly unknown[];
  if (blocks.length === 0 || blocks.length > LIMIT_AUTHORITIES) return damaged;
  const certificates: X509Certificate[] = [];
  for (const block of blocks) {
    if (typeof block !== 'string' || !block.startsWith('-----BEGIN CERTIFICATE-----')) return damaged;
    try {
      certificates.push(new X509Certificate(block));
    } catch {
      // Reported as the connection’s own problem in the list of skipped connections.
      return damaged;
    }
  }
  // Rewritten from the parsed certificates: nothing else from the file reaches the disk.
  const pem = certificates.map((certificate) => certificate.toString()).join('');
  const stem = value['name']
    .replace(/\.[A-Za-z]{2,4}$/, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 40);
  const digest = createHash('sha256').update(pem).digest('hex').slice(0, 16);
  return {
    fileName: `${stem.replace(/^-+|(?<!-)-+$/g, '') || 'ca'}-${digest}.pem`,
    pem,
    sha256: certificates.map(({ fingerprint256 }) => fingerprint256),
  };
}

/** Path of an imported connection's CA file. */
export function authorityPath(dataFolder: string, fileName: string): string {
  return join(dataFolder, 'authorities', fileName);
}

/** True if the same connection, by name, place and trusted authorities, is already saved. */
async function isThere({ draft, authorities }: Incoming, rules: TransferRules): Promise<boolean> {
  for (const profile of rules.existing) {
    if (!isSame(profile, draft) || (profile.tls.ca === undefined) !== (authorities === undefined)) continue;
    const own = profile.tls.ca === undefined ? [] : await rules.authoritiesOf(profile);
    if (own.join() === (authorities?.sha256 ?? []).join()) return true;
  }
  return false;
}

function isSame(profile: Profile, draft: ProfileDraft): boolean {
  return (
    profile.name === draft.name &&
    profile.address === draft.address &&
    profile.namespace === draft.namespace &&
    profile.proxy === draft.proxy &&
    profile.tls.skipVerify === draft.tls.skipVerify &&
    profile.tls.useSystemStore === draft.tls.useSystemStore &&
    profile.tls.serverName === draft.tls.serverName
  );
}

function nameBeside(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const next = `${name.slice(0, 240)} (${count})`;
    if (!taken.has(next)) return next;
  }
}

/** A connection's name in a sentence; without a valid name, its number. */
function labelOf(value: unknown, index: number): string {
  const name = isRecord(value) ? value['name'] : undefined;
  return typeof name === 'string' && /^[^\p{Cc}\p{Cf}]{1,80}$/u.test(name)
    ? `“${name}”`
    : `Connection ${index + 1} of the file`;
}

function inWords(error: AppError): string {
  const field = error.kind === 'invalid-input' ? error.field : undefined;
  return field === undefined || field === ''
    ? 'a field is missing or has the wrong type.'
    : `its field “${field}” is missing or has the wrong type.`;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{Cc}\p{Cf}]{1,256}$/u.test(value);
}

/** The names of headers that the file lists with their values; undefined for any other shape. */
function namesOf(headers: unknown): readonly string[] | undefined {
  if (headers === undefined) return [];
  if (!Array.isArray(headers)) return undefined;
  const names = (headers as readonly unknown[]).map((header) =>
    isRecord(header) && typeof header['value'] === 'string' && !('valueRef' in header)
      ? header['name']
      : undefined,
  );
  return isNameList(names) ? names : undefined;
}

function isNameList(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.length <= 50 && value.every(isShortText));
}

function unusable(message: string, hint = 'Choose a file that Strongroom has exported.'): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'file',
    message,
    hint,
  });
}
