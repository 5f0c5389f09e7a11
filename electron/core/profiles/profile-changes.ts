/**
 * Saves, exports and imports connections, with their questions. The secure prompt asks before anything is saved: a
 * renderer can propose a connection's destination and trust, the user decides.
 */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { info, notVerified, notice, prose, risk } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptNote, TrustChange, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';
import { reasonOf, writeAtomically } from '../../disk/json-file.ts';
import { cancelled } from '../connection/connect.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { FileStore } from '../connection/files.ts';
import type { HeaderValues } from './header-values.ts';
import { exportText } from './profile-export.ts';
import { connectionBeside, lookChange, lookInWords } from './profile-look.ts';
import type { LookChange } from './profile-look.ts';
import { authorityPath, readTransfer } from './profile-transfer.ts';
import type { Incoming } from './profile-transfer.ts';
import { authoritiesOf, fingerprintsInWords, inOrder, trustChanges } from './profile-trust.ts';
import { refuseTooMany, unknownProfile } from './profiles.ts';
import type { Profiles } from './profiles.ts';
import type { Ask } from '../platform.ts';

/** Dependencies of changes to connections. */
export interface ProfileParts {
  readonly profiles: Profiles;
  readonly files: FileStore;
  readonly headerValues: Pick<HeaderValues, 'check' | 'settle'>;
  readonly ask: Ask;
  /** Number of open sessions of a profile. */
  readonly openSessions: (profileId: string) => number;
  readonly closeSessions: (profileId: string) => Promise<void>;
  /** Saved in this run: before its first login, removing such a connection loses nothing. */
  readonly fresh: Set<string>;
}

/** Saves a connection. Rejects with `cancelled` if the user declines its trust, `invalid-input` otherwise. */
export async function saveProfile(
  parts: ProfileParts,
  draft: ProfileDraft,
  signal?: AbortSignal,
): Promise<Profile> {
  const { profiles, files, headerValues } = parts;
  const after = inOrder(draft, files);
  headerValues.check(after);
  const before = after.profileId === undefined ? undefined : profiles.find(after.profileId);
  if (after.profileId !== undefined && before === undefined) throw unknownProfile();
  const trust = await trustChanges(before, after, files);
  const look = lookChange(before, after, profiles.list());
  if (trust.length + look.rows.length > 0)
    await confirm(parts, question(parts, before, after, { trust, look }), signal);
  // Another prompt can have been answered while this question was open.
  if (after.profileId !== undefined && profiles.find(after.profileId) !== before && isChanged(parts, before))
    throw new AppFailure({
      kind: 'conflict',
      message: `“${after.name}” was changed meanwhile. Nothing was saved.`,
      hint: 'Check it, then save again.',
    });
  const { profile, trustChanged } = profiles.save(after);
  if (before === undefined) parts.fresh.add(profile.profileId);
  if (trustChanged) await parts.closeSessions(profile.profileId);
  await headerValues.settle();
  return profile;
}

/**
 * Removes a connection after the user's consent: its record of the server reveals a replaced one. Rejects with
 * `cancelled`.
 */
export async function removeProfile(
  parts: ProfileParts,
  profileId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { profiles, fresh } = parts;
  const profile = profiles.find(profileId);
  if (profile === undefined) throw unknownProfile();
  if (!fresh.has(profileId) || profile.lastUsed !== '') {
    const request: TrustedRequest = {
      kind: 'confirm',
      title: 'Remove this saved connection?',
      facts: [
        prose('Connection', profile.name),
        { name: 'Server', value: profile.address },
        ...(profile.keychain === true ? [prose('Keychain', 'its token is deleted too')] : []),
      ],
      body: ['Its settings are deleted; the server is unchanged.'],
      action: 'Remove',
      destructive: true,
      ...environmentOf(profile),
    };
    const answer = await parts.ask(request, signal);
    if (answer.kind === 'cancel') throw cancelledNothing('removed');
  }
  profiles.remove(profileId);
}

/** A login meanwhile changes only the last-seen record, which is not a conflict; a change of trust is. */
function isChanged({ profiles }: ProfileParts, before: Profile | undefined): boolean {
  const now = before === undefined ? undefined : profiles.find(before.profileId);
  const settings = (profile: Profile | undefined): string =>
    JSON.stringify({ ...profile, lastUsed: '', seen: undefined, keychain: undefined });
  return settings(now) !== settings(before);
}

function question(
  parts: ProfileParts,
  before: Profile | undefined,
  after: ProfileDraft,
  { trust, look }: { readonly trust: readonly TrustChange[]; readonly look: LookChange },
): TrustedRequest {
  const open = before === undefined ? 0 : parts.openSessions(before.profileId);
  const notes: PromptNote[] = [];
  if (look.beside !== undefined) notes.push(notice(`${lookInWords(look.beside)} leads to this server, too.`));
  if (after.tls.skipVerify && before?.tls.skipVerify !== true) notes.push(notVerified);
  if ((after.confirmedOrigins ?? []).some((origin) => before?.confirmedOrigins?.includes(origin) !== true))
    notes.push(notice('The token is also sent to these nodes.'));
  if ((after.headers ?? []).length > 0) notes.push(info('The extra headers are sent with every request.'));
  if (open > 0 && trust.length === 0)
    notes.push(info('Open sessions keep the name and environment that they were opened with.'));
  if (open > 0 && trust.length > 0)
    notes.push(
      notice(
        open === 1
          ? 'Closes the open session and discards what is not saved there.'
          : `Closes ${open} open sessions and discards what is not saved there.`,
      ),
    );
  if (before?.keychain === true && trust.length > 0)
    notes.push(notice('Deletes its token from the keychain.'));
  return {
    kind: 'confirm-trust',
    title:
      before === undefined
        ? 'Save this connection?'
        : trust.length === 0
          ? 'Change this connection?'
          : 'Change trust settings?',
    // Name that the user knows.
    name: (before ?? after).name,
    colour: (before ?? after).colour,
    ...environmentOf(before ?? after),
    changes: [
      ...(before === undefined ? [{ what: 'Server', before: '', after: after.address }] : []),
      ...look.rows,
      ...trust,
    ],
    notes,
    action: 'Save connection',
  };
}

/** Writes connections to the file from `choosePath`. Rejects with `cancelled` if it returns none. */
export async function exportProfiles(
  parts: ProfileParts,
  profileIds: readonly string[],
  choosePath: (suggestedName: string) => Promise<string | undefined>,
): Promise<{ readonly fileName: string }> {
  const wanted = profileIds.map((profileId) => parts.profiles.find(profileId));
  const found = wanted.filter((profile) => profile !== undefined);
  if (found.length < wanted.length)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'profileIds',
      message: 'One of these saved connections does not exist any more. Nothing was written.',
    });
  const text = await exportText(found, parts.files);
  const path = await choosePath('strongroom-connections.json');
  if (path === undefined) throw cancelledNothing('written');
  const fileName = basename(path);
  try {
    writeAtomically(path, text);
  } catch (error) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `${fileName} cannot be written: ${reasonOf(error)}.`,
      hint: 'Choose another place.',
    });
  }
  return { fileName };
}

/** Adds the connections of an exported file after showing them. Rejects with `cancelled` if the user declines. */
export async function importProfiles(
  parts: ProfileParts,
  source: {
    readonly path: string;
    readonly dataFolder: string;
    readonly parse: (draft: unknown) => Result<ProfileDraft>;
  },
  signal?: AbortSignal,
): Promise<{ readonly added: readonly Profile[]; readonly problems: readonly string[] }> {
  const { profiles, files } = parts;
  const { incoming, problems } = await readTransfer(source.path, {
    parse: source.parse,
    order: (draft) => inOrder(draft, files),
    existing: profiles.list(),
    authoritiesOf: (profile) => authoritiesOf(profile, files),
  });
  if (incoming.length === 0) return { added: [], problems };
  refuseTooMany(profiles.list().length + incoming.length);
  await confirm(parts, importQuestion(incoming, basename(source.path), profiles.list()), signal);
  const added: Profile[] = [];
  const failed: string[] = [];
  for (const one of incoming) {
    try {
      added.push(profiles.save(withAuthorities(one, source.dataFolder, files)).profile);
    } catch (error) {
      failed.push(`“${one.draft.name}” was left out: its CA file cannot be written (${reasonOf(error)}).`);
    }
  }
  return { added, problems: [...problems, ...failed] };
}

function withAuthorities(
  { draft, authorities }: Incoming,
  dataFolder: string,
  files: FileStore,
): ProfileDraft {
  if (authorities === undefined) return draft;
  const path = authorityPath(dataFolder, authorities.fileName);
  writeAtomically(path, authorities.pem);
  return { ...draft, tls: { ...draft.tls, ca: files.add(path) } };
}

function importQuestion(
  incoming: readonly Incoming[],
  fileName: string,
  saved: readonly Profile[],
): TrustedRequest {
  const count = incoming.length === 1 ? 'this connection' : `these ${incoming.length} connections`;
  const blind = incoming.filter(({ draft }) => draft.tls.skipVerify).length;
  const nodes = [...new Set(incoming.flatMap(({ draft }) => draft.confirmedOrigins ?? []))];
  return {
    kind: 'confirm-trust',
    title: `Add ${count}?`,
    name: fileName,
    colour: 'grey',
    changes: incoming.map(({ draft, authorities }) => ({
      what: draft.name === '' ? draft.address : draft.name,
      before: '',
      after: [...lookOf(draft, saved), inWords(draft, authorities)].join('; '),
    })),
    notes: [
      ...(blind === 0
        ? []
        : [blind === incoming.length ? notVerified : risk(`${blind} of them: ${notVerified.text}`)]),
      ...(nodes.length === 0 ? [] : [notice(`The token is also sent to other nodes: ${listOf(nodes)}.`)]),
      info('Nothing is connected yet, and no token is sent before you log in.'),
    ],
    action: incoming.length === 1 ? 'Add connection' : `Add ${incoming.length} connections`,
  };
}

/** Its name in prompts, and other saved connections to its server. */
function lookOf(draft: ProfileDraft, saved: readonly Profile[]): readonly string[] {
  const { colour, environment = '' } = draft;
  const beside = connectionBeside(undefined, draft, saved);
  return [
    environment === '' ? colour : `${environment} (${colour})`,
    ...(beside === undefined ? [] : [`beside ${lookInWords(beside)} of the same server`]),
  ];
}

/** The rows list them all; a sentence has room for three. */
function listOf(nodes: readonly string[]): string {
  return nodes.length > 3 ? `${String(nodes.length)} of them, named below` : nodes.join(', ');
}

function inWords(draft: ProfileDraft, authorities: Incoming['authorities']): string {
  const { address, namespace, proxy, tls, confirmedOrigins = [] } = draft;
  return [
    address,
    ...(namespace === '' ? [] : [`namespace ${namespace}`]),
    ...(proxy === '' || proxy === 'direct' ? [] : [`through ${proxy}`]),
    ...(tls.skipVerify ? ['certificate NOT verified'] : []),
    ...(authorities === undefined ? [] : [`own CA, ${fingerprintsInWords(authorities.sha256)}`]),
    ...(tls.useSystemStore ? [] : ['operating system’s store not trusted']),
    ...(tls.serverName === undefined ? [] : [`as ${tls.serverName}`]),
    ...(confirmedOrigins.length === 0 ? [] : [`follows redirects to ${confirmedOrigins.join(', ')}`]),
  ].join('; ');
}

async function confirm(
  { ask }: ProfileParts,
  request: TrustedRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const answer = await ask(request, signal);
  if (answer.kind === 'cancel') throw cancelledNothing('saved');
}

function cancelledNothing(done: string): AppFailure {
  return new AppFailure({ ...cancelled().error, message: `Cancelled. Nothing was ${done}.` });
}
