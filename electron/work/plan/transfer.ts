/**
 * Copies, moves and renames. Settings come first where they decide over versions, every write is checked against the
 * version that the plan has seen, and the source of a move goes in a second round: read back equal, still unchanged.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata, VersionFacts } from '../../../shared/vault/entry.ts';
import { versionLimit } from '../../../shared/vault/version-limit.ts';
import { changedNumbers } from '../../../shared/vault/stored-numbers.ts';
import { ownSettings } from '../../../shared/vault/entry-settings.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { unstorable } from '../../core/entries/canonical-json.ts';
import { versionOf } from '../../core/entries/current.ts';
import { deleteMetadataKv2, writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import {
  deleteVersionsKv2,
  destroyVersionsKv2,
  undeleteVersionsKv2,
} from '../../vault/api/kv-v2-versions.ts';
import { kv1Deletion } from '../../vault/api/kv-v1.ts';
import type { ActionKind, Need, Sent } from './action.ts';
import { fullPath, notesOf, sourceOf, targetOf } from './plans.ts';
import type { Judged, StoredRow, Spot } from './plans.ts';
import type { Requests } from './requests.ts';

type Transfer = Extract<PlanAction, { readonly kind: 'copy' | 'move' | 'rename' }>;

/** Options of a transfer; a rename takes everything along. */
export function carriedOf(action: Transfer) {
  if (action.kind === 'rename') return { versions: 'all', metadata: true, existing: 'skip' } as const;
  return action;
}

/** True if deleted versions are carried with their values, which undeletes them at the source for the moment. */
function carriesDeleted(action: Transfer): boolean {
  return action.kind !== 'copy' || action.deleted === 'values';
}

const isMove = ({ kind }: Transfer): boolean => kind !== 'copy';

/** State of a version now: a deletion time can lie in the future. */
export function stateOf({ destroyed, deletionTime }: VersionFacts): 'living' | 'deleted' | 'destroyed' {
  if (destroyed) return 'destroyed';
  return deletionTime !== '' && Date.parse(deletionTime) <= Date.now() ? 'deleted' : 'living';
}

/** Oldest first. */
export function inOrder({ versions }: EntryMetadata): readonly VersionFacts[] {
  return [...versions].sort((a, b) => a.version - b.version);
}

/** Copies. */
export const transfer: ActionKind<Transfer> = {
  needs: (action, row) => {
    const [source, target] = [sourceOf(row), targetOf(row)];
    const { metadata, versions } = carriedOf(action);
    const toKv2 = target.mount.engine === 'kv2';
    const needs: Need[] = [
      { spot: source, family: 'data', any: ['read'] },
      { spot: target, family: 'data', any: ['create', 'update'] },
    ];
    if (source.mount.engine === 'kv2' && (metadata || versions === 'all' || isMove(action)))
      needs.push({ spot: source, family: 'metadata', any: ['read'] });
    if (toKv2 && metadata && source.mount.engine === 'kv2')
      needs.push({ spot: target, family: 'metadata', any: ['create', 'update'] });
    if (isMove(action)) {
      const removesAll = source.mount.engine !== 'kv2' || versions === 'all';
      const family = source.mount.engine !== 'kv2' ? 'data' : versions === 'all' ? 'metadata' : 'delete';
      needs.push({ spot: source, family, any: [removesAll ? 'delete' : 'update'] });
    }
    return needs;
  },
  judge,
  sends: (action, row) => [...copySends(action, row), ...removalSends(action, row)],
  run: async (action, row, requests) => {
    const last = await copy(action, row, requests);
    return { outcome: 'done', made: last };
  },
};

/** Moves and renames: the same, and then the sources. */
export const moving: ActionKind<Transfer> = { ...transfer, finish: removeSource };

async function judge(action: Transfer, row: StoredRow, requests: Requests): Promise<Judged> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const { versions: which, metadata, existing } = carriedOf(action);
  const facts = source.mount.engine === 'kv2' ? await requests.metadata(source) : undefined;
  if (source.mount.engine === 'kv2' && facts === undefined)
    return { effect: 'nothing', reason: 'It is gone.' };
  const all = facts === undefined ? [] : inOrder(facts);
  const living =
    facts === undefined ||
    all.some((one) => one.version === facts.currentVersion && stateOf(one) === 'living');
  const toKv2 = target.mount.engine === 'kv2';
  const carriesAll = which === 'all' && toKv2 && facts !== undefined;
  const isWorth = (one: VersionFacts): boolean =>
    stateOf(one) === 'living' || (stateOf(one) === 'deleted' && carriesDeleted(action));
  if (!living && !(carriesAll && all.some(isWorth)))
    return { effect: 'nothing', reason: 'Its current version is deleted or destroyed.' };
  const seen = facts?.currentVersion ?? 0;
  const versions = carriesAll ? all.map(({ version }) => version) : facts === undefined ? [] : [seen];
  const there = toKv2 ? await requests.metadata(target) : undefined;
  const now = toKv2 ? undefined : await requests.current(target);
  const over = there?.currentVersion ?? (now === undefined ? 0 : (versionOf(now) ?? 0));
  const isThere = over > 0 || now?.state === 'living' || now?.state === 'unreadable';
  const ofMount = toKv2 ? await requests.mostVersions(target) : 0;
  const room = versionLimit(there?.maxVersions ?? 0, ofMount);
  const most = metadata && facts !== undefined ? versionLimit(facts.maxVersions, ofMount) : room;
  const notes = notesOf([
    facts !== undefined && 'creation-times',
    carriesAll && (all[0]?.version ?? 1) > 1 && 'version-numbers',
    carriesAll && versions.length > most && 'oldest-versions',
    carriesAll &&
      all.some((one) => stateOf(one) === 'deleted') &&
      (carriesDeleted(action) ? 'deleted-versions' : 'deleted-places'),
    toKv2 && facts === undefined && 'numbers',
    !toKv2 && facts !== undefined && all.length > 1 && 'versions',
    !toKv2 && metadata && facts !== undefined && Object.keys(ownSettings(facts)).length > 0 && 'metadata',
    isThere && !toKv2 && 'no-undo',
    isMove(action) && facts !== undefined && !carriesAll && all.length > 1 && 'versions',
  ]);
  const judged = { seen, over, ...(versions.length === 0 ? {} : { versions }), ...notes };
  if (!isThere) return { effect: 'create', ...judged };
  if (await isSame(source, target, living, requests)) return { effect: 'identical', ...judged };
  if (existing === 'skip')
    return { effect: 'conflict', ...judged, reason: 'The destination has an entry with other values.' };
  const loses = there !== undefined && there.versions.length + Math.max(1, versions.length) > room;
  return { effect: loses ? 'would-lose' : 'overwrite', ...judged };
}

/** Compares the current values; what cannot be read is not the same. */
async function isSame(source: Spot, target: Spot, living: boolean, requests: Requests): Promise<boolean> {
  if (!living) return false;
  const [ours, theirs] = [await requests.read(source), await requests.current(target)];
  return (
    theirs.state === 'living' &&
    requests.digest(target, ours.members) === requests.digest(target, theirs.read.content.members)
  );
}

function copySends(action: Transfer, row: StoredRow): readonly Sent[] {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const { mount, path } = target;
  const times = Math.max(1, row.versions?.length ?? 1);
  if (mount.engine !== 'kv2')
    return [{ session: target.session, method: 'POST', path: mount.path + path, times: 1 }];
  const at = (side: Spot, family: string, count = 1): Sent => ({
    session: side.session,
    method: 'POST',
    path: `${side.mount.path}${family}/${side.path}`,
    times: count,
  });
  const sent = [at(target, 'data', times)];
  if (source.mount.engine !== 'kv2') return sent;
  if (carriedOf(action).metadata) sent.push(at(target, 'metadata'));
  if (times > 1 || carriedOf(action).versions === 'all')
    sent.push(at(target, 'delete'), at(target, 'destroy'));
  if (row.notes?.includes('deleted-versions') === true)
    sent.push(at(source, 'undelete'), at(source, 'delete', 2));
  return sent;
}

function removalSends(action: Transfer, row: StoredRow): readonly Sent[] {
  if (!isMove(action)) return [];
  const { session, mount, path } = sourceOf(row);
  if (mount.engine !== 'kv2') return [{ session, ...kv1Deletion(mount.path, path), times: 1 }];
  return removesEverything(action, row)
    ? [{ session, method: 'DELETE', path: `${mount.path}metadata/${path}`, times: 1 }]
    : [{ session, method: 'POST', path: `${mount.path}delete/${path}`, times: 1 }];
}

/** A source whose every version was carried goes as a whole; else only its current version is deleted. */
function removesEverything(action: Transfer, row: StoredRow): boolean {
  return carriedOf(action).versions === 'all' && targetOf(row).mount.engine === 'kv2';
}

/** Returns the version of the destination afterwards. */
async function copy(action: Transfer, row: StoredRow, requests: Requests): Promise<number> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const facts = source.mount.engine === 'kv2' ? await requests.metadata(source) : undefined;
  if (source.mount.engine === 'kv2' && facts?.currentVersion !== row.seen) throw changed(source);
  const { over = 0 } = row;
  if (target.mount.engine !== 'kv2') {
    await mustBeAsSeen(row, requests);
    const { members } = await requests.read(source);
    const made = await requests.write(target, members, 0);
    await mustBeEqual(target, undefined, members, requests);
    return made;
  }
  const { metadata } = carriedOf(action);
  const own = facts === undefined || !metadata ? {} : ownSettings(facts);
  const hasOwn = Object.keys(own).length > 0;
  // The deletion time of a version is fixed when it is written.
  const first = hasOwn && own.deleteVersionAfter !== undefined && over === 0;
  const writeSettings = (): Promise<unknown> =>
    requests.send(target.session, (caller) => writeMetadataKv2(caller, target.mount.path, target.path, own));
  if (first) {
    if (((await requests.metadata(target))?.currentVersion ?? 0) > 0) throw taken(target);
    await writeSettings();
  }
  const wanted = new Set(row.versions ?? []);
  const carried =
    facts === undefined ? [undefined] : inOrder(facts).filter(({ version }) => wanted.has(version));
  const lost =
    facts === undefined || !carriesDeleted(action)
      ? []
      : carried.filter((one) => one !== undefined && stateOf(one) === 'deleted');
  const written: {
    readonly now: number;
    readonly state: ReturnType<typeof stateOf>;
    readonly digest: string;
  }[] = [];
  const versionsOfLost = lost.flatMap((one) => one?.version ?? []);
  let cas = over;
  await undeleted(source, versionsOfLost, requests, async () => {
    for (const [at, one] of carried.entries()) {
      const state = one === undefined ? 'living' : stateOf(one);
      const isEmpty = state === 'destroyed' || (state === 'deleted' && !carriesDeleted(action));
      const members = isEmpty ? [] : (await requests.read(source, one?.version)).members;
      if (facts === undefined) refuseRounded(members, isMove(action));
      cas = await requests.write(target, members, cas);
      written.push({ now: cas, state, digest: requests.digest(target, members) });
      if (at === 0 && hasOwn && !first) await writeSettings();
    }
  });
  if (isMove(action)) await readBack(target, written, requests);
  const inState = (state: string): readonly number[] =>
    written.filter((one) => one.state === state).map(({ now }) => now);
  const [deleted, destroyed] = [inState('deleted'), inState('destroyed')];
  if (destroyed.length > 0)
    await requests.send(target.session, (caller) =>
      destroyVersionsKv2(caller, target.mount.path, target.path, destroyed),
    );
  if (deleted.length > 0)
    await requests.send(target.session, (caller) =>
      deleteVersionsKv2(caller, target.mount.path, target.path, deleted),
    );
  return cas;
}

/** Deleted versions cannot be read: they are back for the time of `work`, and deleted again even if it fails. */
async function undeleted(
  source: Spot,
  versions: readonly number[],
  requests: Requests,
  work: () => Promise<void>,
): Promise<void> {
  const { session, mount, path } = source;
  if (versions.length === 0) return work();
  await requests.send(session, (caller) => undeleteVersionsKv2(caller, mount.path, path, versions));
  try {
    await work();
  } finally {
    await requests.send(session, (caller) => deleteVersionsKv2(caller, mount.path, path, versions));
  }
}

async function readBack(
  target: Spot,
  written: readonly { readonly now: number; readonly digest: string }[],
  requests: Requests,
): Promise<void> {
  const room = new Set((await requests.metadata(target))?.versions.map(({ version }) => version));
  for (const { now, digest } of written) {
    if (!room.has(now)) throw differs(target);
    const { members } = await requests.read(target, now);
    if (requests.digest(target, members) !== digest) throw differs(target);
  }
}

async function mustBeEqual(
  target: Spot,
  version: number | undefined,
  members: readonly Member[],
  requests: Requests,
): Promise<void> {
  const back = await requests.read(target, version);
  if (requests.digest(target, back.members) !== requests.digest(target, members)) throw differs(target);
}

/** An engine without check-and-set is asked right before the write. */
async function mustBeAsSeen(row: StoredRow, requests: Requests): Promise<void> {
  const target = targetOf(row);
  const now = await requests.current(target);
  if ((now.state === 'absent') !== (row.effect === 'create')) throw taken(target);
}

async function removeSource(
  action: Transfer,
  row: StoredRow,
  made: number,
  requests: Requests,
): Promise<void> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const { session, mount, path } = source;
  const copied = target.mount.engine === 'kv2' ? (await requests.metadata(target))?.currentVersion : 0;
  if (copied !== made) throw differs(target);
  if (mount.engine !== 'kv2') {
    const { members } = await requests.read(source);
    await mustBeEqual(target, made === 0 ? undefined : made, members, requests);
    return requests.removeWhole(source);
  }
  const facts = await requests.metadata(source);
  if (facts?.currentVersion !== row.seen) throw changed(source);
  if (removesEverything(action, row))
    return requests.send(session, (caller) => deleteMetadataKv2(caller, mount.path, path));
  return requests.send(session, (caller) => deleteVersionsKv2(caller, mount.path, path, [row.seen ?? 0]));
}

/**
 * Numbers that KV v2 cannot store, and before a source goes also those that it would write differently: then the only
 * exact copy would go with it.
 */
function refuseRounded(members: readonly Member[], sourceGoes: boolean): void {
  const key = members.find(
    ([, raw]) => unstorable(raw) !== undefined || (sourceGoes && changedNumbers(raw).length > 0),
  )?.[0];
  if (key === undefined) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: `KV v2 would change a number in “${key}”. Nothing was written.`,
    hint: 'Store it as text first, or copy instead of moving.',
  });
}

const changed = (spot: Spot): AppFailure =>
  new AppFailure({ kind: 'conflict', message: `“${fullPath(spot)}” has changed since the plan was made.` });

const taken = (spot: Spot): AppFailure =>
  new AppFailure({
    kind: 'conflict',
    message: `There is another entry at “${fullPath(spot)}” by now. It was left as it is.`,
  });

const differs = (spot: Spot): AppFailure =>
  new AppFailure({
    kind: 'conflict',
    message: `“${fullPath(spot)}” has other values than were copied there.`,
  });
