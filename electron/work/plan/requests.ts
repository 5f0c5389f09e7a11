/**
 * Requests of a plan, within the pace of their session. Those of a run carry the person's consent; each row is a
 * changing call of its own, so that a lock or a cancel lets it come to its end.
 */
import { createHmac } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { utf8Length } from '../../../shared/vault/entry-facts.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { canonicalJson } from '../../core/entries/canonical-json.ts';
import { numbersOf } from '../../core/entries/content.ts';
import { currentOf } from '../../core/entries/current.ts';
import type { Current } from '../../core/entries/current.ts';
import { readEntry } from '../../core/entries/reading.ts';
import { clearer } from '../../core/entries/write.ts';
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { writeKv1 } from '../../vault/api/kv-v1.ts';
import { writeKv2 } from '../../vault/api/kv-v2.ts';
import { readConfigKv2, readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import type { Pace } from '../pace.ts';
import { createListedTargets } from './listed-targets.ts';
import type { ListedTargets } from './listed-targets.ts';
import type { Side, Spot } from './plans.ts';

/** Requests that the work on a row can make. */
export interface Requests extends ListedTargets {
  /** Sends one request. */
  readonly send: <T>(session: Session, request: (caller: Caller) => Promise<T>) => Promise<T>;
  readonly current: (spot: Spot) => Promise<Current>;
  /** The values of one version. Rejects with `VersionGone` for a deleted or destroyed one. */
  readonly read: (
    spot: Spot,
    version?: number,
  ) => Promise<{ readonly members: readonly Member[]; readonly version?: number }>;
  /** Undefined: there is no such entry. KV v2 only. */
  readonly metadata: (spot: Spot) => Promise<EntryMetadata | undefined>;
  /** Versions that a KV v2 mount keeps of an entry without a setting of its own; 0: not set, or not to be read. */
  readonly mostVersions: (side: Side) => Promise<number>;
  /** Writes values over version `cas` (0: none) and returns the new version; an engine without versions: 0. */
  readonly write: (spot: Spot, members: readonly Member[], cas: number) => Promise<number>;
  /** The same for equal values. The key is made for each run, so that it says nothing elsewhere. */
  readonly digest: (side: Side, members: readonly Member[]) => string;
}

/** Awaits the read that follows a change: if it fails, the change was sent, and its outcome is unknown. */
export async function readAfter<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (failure) {
    const { message } = asAppError(failure);
    throw new AppFailure({
      kind: 'outcome-unknown',
      message: `The server took this change, but it could not be read back. ${message}`,
      hint: 'Retry: what is done already is skipped.',
    });
  }
}

export interface RequestParts {
  readonly paceOf: (session: Session) => Pace;
  /** Absent while a plan is made: it changes nothing. */
  readonly consentOf?: (session: Session) => Confirmed | undefined;
  readonly signal?: AbortSignal;
  /** Key of the digests. */
  readonly key: Buffer;
}

/** Makes the requests of a plan or a run. */
export function createRequests({ paceOf, consentOf, signal, key }: RequestParts): Requests {
  const paced = <T>(session: Session, work: () => Promise<T>): Promise<T> => paceOf(session).run(work);
  const send: Requests['send'] = (session, request) =>
    paced(session, () =>
      session.run((caller) => {
        const confirmed = consentOf?.(session);
        return request(confirmed === undefined ? caller : { ...caller, consent: { confirmed } });
      }, signal),
    );
  const read: Requests['read'] = async ({ session, mount, path }, version) => {
    const found = await paced(session, () => readEntry(session, mount, path, version, signal));
    return {
      members: found.content.members,
      ...(found.version === undefined ? {} : { version: found.version }),
    };
  };
  const current: Requests['current'] = (spot) =>
    paced(spot.session, () => currentOf(spot.session, spot, signal));
  const digest: Requests['digest'] = ({ mount }, members) => {
    const sense = numbersOf(mount);
    const hash = createHmac('sha256', key);
    const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, raw] of sorted) hash.update(JSON.stringify([name, canonicalJson(raw, sense)]));
    return hash.digest('base64');
  };

  async function write(spot: Spot, members: readonly Member[], cas: number): Promise<number> {
    const { session, mount, path } = spot;
    const data = composeObject(members);
    try {
      if (mount.engine !== 'kv2') {
        await send(session, (caller) => writeKv1(caller, mount.path, path, data));
        return 0;
      }
      return (await send(session, (caller) => writeKv2(caller, mount.path, path, data, cas))).version;
    } catch (failure) {
      const clear = clearer(failure, utf8Length(data));
      if (clear.error.kind !== 'outcome-unknown') throw clear;
      return settled(spot, members, cas, clear);
    }
  }

  /**
   * A write whose answer was lost is done if it is found. If it is not, it can still be on its way: a leader that died
   * may have given it to the others.
   */
  async function settled(
    spot: Spot,
    members: readonly Member[],
    cas: number,
    lost: AppFailure,
  ): Promise<number> {
    const now = await current(spot).catch(() => undefined);
    if (now === undefined || now.state === 'unreadable') throw lost;
    const isThere =
      now.state === 'living' && digest(spot, now.read.content.members) === digest(spot, members);
    if (spot.mount.engine !== 'kv2' && isThere) return 0;
    const version = now.state === 'living' ? (now.read.version ?? 0) : now.state === 'gone' ? now.version : 0;
    if (isThere && version === cas + 1) return version;
    throw lost;
  }

  const limits = new Map<string, Promise<number>>();

  async function limitOf({ session, mount }: Side): Promise<number> {
    try {
      return (await send(session, (caller) => readConfigKv2(caller, mount.path))).maxVersions;
    } catch (failure) {
      if (failure instanceof AppFailure && failure.error.kind === 'forbidden') return 0;
      throw failure;
    }
  }

  const metadata: Requests['metadata'] = async ({ session, mount, path }) => {
    try {
      return await send(session, (caller) => readMetadataKv2(caller, mount.path, path));
    } catch (failure) {
      if (failure instanceof AppFailure && failure.error.kind === 'invalid-path') return undefined;
      throw failure;
    }
  };

  return {
    ...createListedTargets(send),
    send,
    read,
    current,
    metadata,
    mostVersions: (side) => {
      const key = `${side.session.sessionId} ${side.mount.path}`;
      const asked = limits.get(key) ?? limitOf(side);
      limits.set(key, asked);
      return asked;
    },
    write,
    digest,
  };
}
