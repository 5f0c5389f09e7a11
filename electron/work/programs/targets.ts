/** Finds what references are about: an open session, and each entry in it, read once however many keys are wanted. */
import type { Profile } from '../../../shared/vault/connection.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { parseReference } from '../../../shared/vault/reference.ts';
import type { Reference } from '../../../shared/vault/reference.ts';
import { normaliseNamespace } from '../../core/connection/address.ts';
import type { Session } from '../../core/session/session.ts';
import type { Sessions } from '../../core/sessions/sessions-parts.ts';
import type { ConnectionState, NamedReference } from './protocol.ts';
import { ProgramRefusal } from './refusals.ts';

export interface TargetParts {
  readonly profiles: { readonly list: () => readonly Profile[] };
  readonly sessions: Pick<Sessions, 'list' | 'find'>;
}

/** A value that is wanted: a key of an entry, or the whole entry. */
export interface Wanted {
  /** Empty: each key under its own name. */
  readonly name: string;
  readonly key?: string;
}

/** An entry, or another read, and what is wanted of it. */
export interface Target {
  readonly mount: Mount;
  /** Below the mount. */
  readonly path: string;
  readonly version?: number;
  readonly wanted: readonly Wanted[];
}

/** Parses references, which must all be of one connection. Throws `ProgramRefusal`. */
export function parsedReferences(references: readonly NamedReference[]): {
  readonly connection: string;
  readonly parsed: readonly (Reference & { readonly name: string })[];
} {
  const parsed = references.map(({ name, reference }) => {
    const found = parseReference(reference);
    if ('rule' in found)
      throw new ProgramRefusal(
        'invalid-reference',
        `A reference${name === '' ? '' : ` (${name})`} is invalid. ${found.problem}`,
        'References look like strongroom://CONNECTION/MOUNT/PATH#KEY.',
      );
    return { ...found, name };
  });
  const [first] = parsed;
  if (first === undefined)
    throw new ProgramRefusal('invalid-reference', 'There is no reference.', 'Name at least one.');
  if (parsed.some(({ connection }) => connection !== first.connection))
    throw new ProgramRefusal(
      'invalid-reference',
      'The references are of several connections.',
      'Ask for those of one connection at a time.',
    );
  return { connection: first.connection, parsed };
}

/** State of all saved connections. */
export function connectionStates(parts: TargetParts): readonly ConnectionState[] {
  return parts.profiles.list().map((profile) => ({
    name: profile.name,
    state: sessionsOf(parts, profile).some((session) => !session.locked) ? 'open' : 'closed',
  }));
}

/** The open session of a saved connection, by name. Throws `ProgramRefusal`. */
export function sessionOf(parts: TargetParts, connection: string): Session {
  const profiles = parts.profiles.list().filter(({ name }) => name === connection);
  const [profile, ...others] = profiles;
  if (profile === undefined)
    throw new ProgramRefusal(
      'no-connection',
      'No saved connection has the name in the reference.',
      'strongroom status lists their names.',
    );
  if (others.length > 0)
    throw new ProgramRefusal(
      'no-connection',
      'Several saved connections have the name in the reference.',
      'Give each a name of its own in Strongroom.',
    );
  const sessions = sessionsOf(parts, profile);
  const open = sessions.find((session) => !session.locked);
  if (open !== undefined) return open;
  if (sessions.length > 0)
    throw new ProgramRefusal('locked', 'The connection is locked.', 'Unlock it in Strongroom.');
  throw new ProgramRefusal('no-connection', 'The connection is not open.', 'Log in to it in Strongroom.');
}

/** Sessions of a saved connection, in its own namespace. */
function sessionsOf({ sessions }: TargetParts, profile: Profile): readonly Session[] {
  return sessions
    .list()
    .filter(({ profileId }) => profileId === profile.profileId)
    .map(({ sessionId }) => sessions.find(sessionId))
    .filter(
      ({ place }) => normaliseNamespace(place.target.namespace) === normaliseNamespace(profile.namespace),
    )
    .map(({ session }) => session);
}

/** Mounts of the server itself, which are no secrets engines. */
const serverTypes: ReadonlySet<string> = new Set(
  ['system', 'identity', 'token', 'agent_registry'].flatMap((type) => [type, `ns_${type}`]),
);

/** The mount that begins a path: the longest. Rejects with the server's refusal. */
export async function mountUnder(session: Session, path: string, signal?: AbortSignal): Promise<Mount> {
  const known = mountOf(await session.mounts.known(signal), path);
  return known ?? session.mounts.lookUp(path, signal);
}

/** Entries behind references, each once. Throws `ProgramRefusal`, or rejects with the server's refusal. */
export async function targetsOf(
  session: Session,
  references: readonly (Reference & { readonly name: string })[],
  signal: AbortSignal,
): Promise<readonly Target[]> {
  const targets = new Map<string, Target>();
  await references.reduce(async (before, { path: full, version, name, key }) => {
    await before;
    const mount = await mountUnder(session, full, signal);
    const path = full.slice(mount.path.length);
    if (path === '' || serverTypes.has(mount.type) || /^(?:sys|auth|identity)\//.test(full))
      throw new ProgramRefusal(
        'invalid-reference',
        'A reference is not about an entry.',
        'Name a path below a secrets engine.',
      );
    if (version !== undefined && mount.engine !== 'kv2')
      throw new ProgramRefusal(
        'invalid-reference',
        'Only entries of KV version 2 have versions.',
        'Leave ?version= away.',
      );
    const place = JSON.stringify([mount.path, path, version ?? 0]);
    const wanted = { name, ...(key === undefined ? {} : { key }) };
    const found = targets.get(place);
    targets.set(place, {
      mount,
      path,
      ...(version === undefined ? {} : { version }),
      wanted: [...(found?.wanted ?? []), wanted],
    });
  }, Promise.resolve());
  return [...targets.values()];
}

/** True if a read can create something on the server, such as a credential. */
export function mints({ mount }: Target): boolean {
  return mount.engine === 'other';
}
