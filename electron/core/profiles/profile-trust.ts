/**
 * Settings that decide a token's destination and its trust: normalised before saving, and shown in the secure prompt
 * as rows “before → after”, so that a renderer alone cannot redirect a saved connection.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { TrustChange } from '../../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget, ExtraHeader } from '../../../shared/vault/connection.ts';
import { checkHeaderNames } from '../../vault/http/extra-headers.ts';
import { chooseProxy } from '../../vault/http/proxy.ts';
import { readCaPath } from '../../vault/http/tls-files.ts';
import { confirmedOriginsOf, normaliseNamespace, addressOf } from '../connection/address.ts';
import type { FileStore } from '../connection/files.ts';

/**
 * Normalises the draft: address, namespace, proxy, headers and nodes are checked, files named as on disk, empty
 * optional fields left out. Throws `invalid-input` with the field and the reason.
 */
export function inOrder(draft: ProfileDraft, files: FileStore): ProfileDraft {
  const { headers = [], confirmedOrigins: _typed, profileId, ...rest } = draft;
  const address = addressOf(draft.address);
  const checkedHeaders = checkHeaderNames(headers);
  if (!checkedHeaders.ok) throw new AppFailure(checkedHeaders.error);
  const proxy = chooseProxy(draft.proxy, address, {});
  if (!proxy.ok) throw new AppFailure(proxy.error);
  const origins = confirmedOriginsOf(draft);
  const { serverName = '', ...tls } = files.named(draft.tls);
  return {
    ...rest,
    ...(profileId === undefined ? {} : { profileId }),
    name: draft.name.trim(),
    address,
    namespace: normaliseNamespace(draft.namespace),
    proxy: draft.proxy.trim(),
    tls: {
      ...tls,
      ...(serverName.trim() === '' ? {} : { serverName: checkedServerName(serverName.trim()) }),
    },
    ...(headers.length === 0 ? {} : { headers }),
    ...(origins.length === 0 ? {} : { confirmedOrigins: origins }),
  };
}

function checkedServerName(name: string): string {
  if (/^[A-Za-z0-9*_](?:[A-Za-z0-9*_.:-]*[A-Za-z0-9_.])?$/.test(name)) return name;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'tls.serverName',
    message: `“${name.replace(/[^\x20-\x7e]/g, '?')}” is not a server name.`,
    hint: 'Type the name that stands in the certificate, such as vault.example.com.',
  });
}

/**
 * Rows of settings that change the trust from `before` to `after`. For a new connection, only those that its first
 * login does not show prominently: verification off, other nodes, extra headers.
 */
export async function trustChanges(
  before: ConnectionTarget | undefined,
  after: ConnectionTarget,
  files: FileStore,
): Promise<readonly TrustChange[]> {
  const old = before === undefined ? undefined : await wordsOf(before, files);
  const now = await wordsOf(after, files);
  if (old === undefined) {
    const { verification, headers, nodes } = now;
    return [
      ...(after.tls.skipVerify
        ? [{ ...row(titles.verification, '', verification), prose: true as const, notice: true as const }]
        : []),
      ...(headers === '' ? [] : [row('Extra headers', '', headers)]),
      ...(nodes === '' ? [] : [row('Other nodes', '', nodes)]),
    ];
  }
  const rows = (Object.keys(titles) as (keyof typeof titles)[])
    .filter((what) => old[what] !== now[what])
    .map((what) => ({
      ...row(titles[what], old[what] || 'none', now[what] || 'none'),
      ...(what === 'verification' || what === 'store' ? { prose: true as const } : {}),
      ...(what === 'verification' && after.tls.skipVerify ? { notice: true as const } : {}),
    }));
  const changed = valuesChanged(before?.headers ?? [], after.headers ?? []);
  return changed.length === 0
    ? rows
    : [...rows, row('Value of an extra header', changed.join(', '), `${changed.join(', ')} (another value)`)];
}

const titles = {
  address: 'Address',
  namespace: 'Namespace',
  proxy: 'Proxy',
  verification: 'Certificate',
  ca: 'Own CA',
  store: 'Operating system’s store',
  serverName: 'Server name',
  nodes: 'Other nodes',
  headers: 'Extra headers',
} as const;

async function wordsOf(
  target: ConnectionTarget,
  files: FileStore,
): Promise<Readonly<Record<keyof typeof titles, string>>> {
  const { tls, proxy, namespace } = target;
  return {
    address: shownAddress(target.address),
    namespace: namespace === '' ? 'root' : namespace,
    proxy: proxy === '' ? 'as the environment says' : proxy === 'direct' ? 'none' : proxy,
    verification: tls.skipVerify ? 'not verified' : 'verified',
    ca: await authorityInWords(target, files),
    store: tls.useSystemStore ? 'trusted' : 'not trusted',
    serverName: tls.serverName ?? 'as in the address',
    nodes: (target.confirmedOrigins ?? []).join(', '),
    headers: (target.headers ?? []).map(({ name }) => name).join(', '),
  };
}

/** An old file can contain an address that is invalid today. */
function shownAddress(address: string): string {
  try {
    return addressOf(address);
  } catch {
    // Not an address: shown unchanged.
    return address;
  }
}

/** SHA-256 of the certificates in a connection's CA file; empty without a readable one. */
export async function authoritiesOf({ tls }: ConnectionTarget, files: FileStore): Promise<readonly string[]> {
  if (tls.ca === undefined || !files.knows(tls.ca)) return [];
  const read = await readCaPath(files.pathOf(tls.ca));
  return read.ok ? read.value.blocks.map((block) => new X509Certificate(block).fingerprint256) : [];
}

/** File name, and the SHA-256 of each certificate; a long list gets one for all. */
async function authorityInWords(target: ConnectionTarget, files: FileStore): Promise<string> {
  const { ca } = target.tls;
  if (ca === undefined) return '';
  if (!files.knows(ca)) return `${ca.name} (not known any more)`;
  const name = files.nameOf(ca);
  const fingerprints = await authoritiesOf(target, files);
  if (fingerprints.length === 0) return `${name} (cannot be read)`;
  return `${name} (${fingerprintsInWords(fingerprints)})`;
}

/** A long list gets one SHA-256 for all. */
export function fingerprintsInWords(fingerprints: readonly string[]): string {
  if (fingerprints.length <= 3) return `SHA-256 ${fingerprints.join(', ')}`;
  const ofAll = createHash('sha256').update(fingerprints.join()).digest('hex');
  return `${fingerprints.length} certificates, SHA-256 of all ${ofAll}`;
}

/** Names of headers that stay but have a new value: each typed value gets its own reference. */
function valuesChanged(before: readonly ExtraHeader[], after: readonly ExtraHeader[]): readonly string[] {
  const old = new Map(before.map(({ name, valueRef }) => [name.toLowerCase(), valueRef]));
  return after
    .filter(({ name, valueRef }) => old.has(name.toLowerCase()) && old.get(name.toLowerCase()) !== valueRef)
    .map(({ name }) => name);
}

function row(what: string, before: string, after: string): TrustChange {
  return { what, before, after };
}
