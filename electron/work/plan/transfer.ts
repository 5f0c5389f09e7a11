/**
 * Copies, moves and renames. Settings come first where they decide over versions, every write is checked against the
 * version that the plan has seen, and the source of a move goes in a second round: read back equal, still unchanged.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { EntryMetadata, VersionFacts } from '../../../shared/vault/entry.ts';
import { versionLimit } from '../../../shared/vault/version-limit.ts';
import { changedNumbers } from '../../../shared/vault/stored-numbers.ts';
import { ownSettings } from '../../../shared/vault/entry-settings.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { unstorable } from '../../core/entries/canonical-json.ts';
import { versionOf } from '../../core/entries/current.ts';
import { deleteVersionsKv2, undeleteVersionsKv2 } from '../../vault/api/kv-v2-versions.ts';
import { kv1Deletion } from '../../vault/api/kv-v1.ts';
import { changed, differs, gone, taken } from './conflicts.ts';
import type { ActionKind, Need, Sent } from './action.ts';
import { notesOf, sourceOf, targetOf } from './plans.ts';
import type { Judged, Ran, Spot, Steps, StoredRow } from './plans.ts';
import { removeSeen, stoodAs } from './removal.ts';
import type { SeenEntry } from './removal.ts';
import type { Requests } from './requests.ts';
import { endVersions, writeVersions } from './write-versions.ts';
import type { VersionState } from './write-versions.ts';

export type Transfer = Extract<PlanAction, { readonly kind: 'copy' | 'move' | 'rename' }>;

/** Options of a transfer; a rename takes everything along. */
export function carriedOf(action: Transfer) {
  if (action.kind === 'rename') return { versions: 'all', metadata: true, existing: 'skip' } as const;
  return action;
}

/** True if deleted versions are carried with their values, which undeletes them at the source for the moment. */
function carriesDeleted(action: Transfer): boolean {
  return action.kind !== 'copy' || action.deleted === 'values';
}

/** Keys that a copy leaves out. */
function leftOutOf(action: Transfer): ReadonlySet<string> {
  return new Set(action.kind === 'copy' ? action.without : []);
}

/** Values of a version as they are written: without the keys that a copy leaves out. */
export function carriedMembers(action: Transfer, members: readonly Member[]): readonly Member[] {
  const leftOut = leftOutOf(action);
  return leftOut.size === 0 ? members : members.filter(([key]) => !leftOut.has(key));
}

const isMove = ({ kind }: Transfer): boolean => kind !== 'copy';

/** State of a version now: a deletion time can lie in the future. */
export function stateOf({ destroyed, deletionTime }: VersionFacts): VersionState {
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
  run: async (action, row, requests, steps) => {
    return { outcome: 'done', ...(await copy(action, row, requests, steps)) };
  },
  reverse: (action, row, { sourceStays }) => {
    const [source, target] = [sourceOf(row), targetOf(row)];
    if (target.mount.engine !== 'kv2' && row.effect !== 'create')
      return { kind: 'none', reason: 'The destination keeps no earlier values.' };
    if (!isMove(action) || sourceStays === true) return { kind: 'take-away' };
    const isWhole = source.mount.engine !== 'kv2' || removesEverything(action, row);
    return { kind: isWhole ? 'back' : 'undelete' };
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
  const leftOut = leftOutOf(action);
  const ours = living && leftOut.size > 0 ? (await requests.read(source)).members : [];
  if (ours.length > 0 && carriedMembers(action, ours).length === 0)
    return { effect: 'nothing', seen, reason: 'All keys of its current version are left out.' };
  const hasOwn = metadata && facts !== undefined && Object.keys(ownSettings(facts)).length > 0;
  // The run itself reads a destination that gets settings, which takes a permission.
  const isFree = toKv2 && !hasOwn && (await requests.isFree(target));
  const there = toKv2 && !isFree ? await requests.metadata(target) : undefined;
  const now = toKv2 ? undefined : await requests.current(target);
  const over = there?.currentVersion ?? (now === undefined ? 0 : (versionOf(now) ?? 0));
  const isThere = over > 0 || now?.state === 'living' || now?.state === 'unreadable';
  const ofMount = toKv2 ? await requests.mostVersions(target) : 0;
  const room = versionLimit(there?.maxVersions ?? 0, ofMount);
  const most = metadata && facts !== undefined ? versionLimit(facts.maxVersions, ofMount) : room;
  const theirs = isThere && living ? (now ?? (await requests.current(target))) : undefined;
  const membersThere = theirs?.state === 'living' ? theirs.read.content.members : [];
  const notes = notesOf([
    ours.some(([key]) => leftOut.has(key)) && 'keys-left-out',
    membersThere.some(([key]) => leftOut.has(key)) && 'keys-lost',
    facts !== undefined && 'creation-times',
    carriesAll && (all[0]?.version ?? 1) > 1 && 'version-numbers',
    carriesAll && versions.length > most && 'oldest-versions',
    carriesAll &&
      all.some((one) => stateOf(one) === 'deleted') &&
      (carriesDeleted(action) ? 'deleted-versions' : 'deleted-places'),
    toKv2 && facts === undefined && 'numbers',
    !toKv2 && facts !== undefined && all.length > 1 && 'versions',
    !toKv2 && hasOwn && 'metadata',
    isThere && !toKv2 && 'no-undo',
    isMove(action) && facts !== undefined && !carriesAll && all.length > 1 && 'versions',
  ]);
  const judged = { seen, over, ...(versions.length === 0 ? {} : { versions }), ...notes };
  if (!isThere) return { effect: 'create', ...judged };
  if (theirs?.state === 'living' && (await isSame(action, source, target, membersThere, requests)))
    return { effect: 'identical', ...judged };
  if (existing === 'skip')
    return { effect: 'conflict', ...judged, reason: 'The destination has an entry with other values.' };
  const loses = there !== undefined && there.versions.length + Math.max(1, versions.length) > room;
  return { effect: loses ? 'would-lose' : 'overwrite', ...judged };
}

/** Compares what would be written with the current values of the destination. */
async function isSame(
  action: Transfer,
  source: Spot,
  target: Spot,
  theirs: readonly Member[],
  requests: Requests,
): Promise<boolean> {
  const ours = carriedMembers(action, (await requests.read(source)).members);
  return requests.digest(target, ours) === requests.digest(target, theirs);
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
    sent.push(at(target, 'delete'), at(target, 'destroy'), at(target, 'undelete'));
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

/** One version on its way: its state at the source, its number at the destination. */
interface Copied {
  readonly now: number;
  readonly state: VersionState;
  readonly digest: string;
}

/**
 * Copies a row, from where an earlier attempt has left it: versions that it has written are compared, not written
 * again. Returns the version of the destination afterwards.
 */
export async function copy(
  action: Transfer,
  row: StoredRow,
  requests: Requests,
  steps: Steps,
): Promise<Pick<Ran, 'made' | 'settings' | 'digest'>> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const facts = source.mount.engine === 'kv2' ? await requests.metadata(source) : undefined;
  if (source.mount.engine === 'kv2' && facts?.currentVersion !== row.seen) throw changed(source);
  if (target.mount.engine !== 'kv2') return copyWhole(action, row, requests, steps);
  const { over = 0 } = row;
  const hasBegun = steps.before.begun === true;
  const own = facts === undefined || !carriedOf(action).metadata ? {} : ownSettings(facts);
  const hasOwn = Object.keys(own).length > 0;
  // The deletion time of a version is fixed when it is written.
  const first = hasOwn && own.deleteVersionAfter !== undefined && over === 0;
  const there = hasBegun || hasOwn ? await requests.metadata(target) : undefined;
  const { versions = [] } = row;
  const carried =
    facts === undefined ? [undefined] : inOrder(facts).filter(({ version }) => versions.includes(version));
  const already = hasBegun ? (there?.currentVersion ?? 0) - over : 0;
  if (already < 0 || already > carried.length || (first && !hasBegun && there?.currentVersion))
    throw taken(target);
  await steps.note({ begun: true });
  // Versions of its own that it has deleted already can be compared only for the moment.
  if (already > 0 && there !== undefined) await undeleteOwn(target, there, over, requests);
  const takesDeleted = carriesDeleted(action);
  const undeletedBefore = new Set(steps.before.undeleted);
  const stateNow = (one: VersionFacts): VersionState =>
    undeletedBefore.has(one.version) && !one.destroyed ? 'deleted' : stateOf(one);
  const states = carried.map((one) => (one === undefined ? 'living' : stateNow(one)));
  const lost = takesDeleted
    ? carried.flatMap((one, at) => (one !== undefined && states[at] === 'deleted' ? one.version : []))
    : [];
  const written: Copied[] = [];
  const membersOf = async (at: number): Promise<readonly Member[]> => {
    const state = states[at] ?? 'living';
    const isEmpty = state === 'destroyed' || (state === 'deleted' && !takesDeleted);
    const members = isEmpty
      ? []
      : carriedMembers(action, (await requests.read(source, carried[at]?.version)).members);
    if (facts === undefined) refuseRounded(members, isMove(action));
    const copied = { now: over + at + 1, state, digest: requests.digest(target, members) };
    // A rival's versions there are told from our own before anything is written above them.
    if (at < already) await readBack(target, [copied], requests);
    written.push(copied);
    return members;
  };
  await undeleted(source, lost, { requests, steps }, () =>
    writeVersions({ target, over, states, already, membersOf, settings: own }, requests),
  );
  if (isMove(action)) await readBack(target, written, requests);
  await endVersions({ target, over, states }, requests);
  return {
    made: over + carried.length,
    ...(hasOwn && over > 0 && there !== undefined ? { settings: settingsOf(there) } : {}),
  };
}

/** Copies to an engine without versions. */
async function copyWhole(
  action: Transfer,
  row: StoredRow,
  requests: Requests,
  steps: Steps,
): Promise<Pick<Ran, 'made' | 'digest'>> {
  const target = targetOf(row);
  const members = carriedMembers(action, (await requests.read(sourceOf(row))).members);
  const digest = requests.digest(target, members);
  const now = await requests.current(target);
  const isWritten =
    steps.before.begun === true &&
    now.state === 'living' &&
    requests.digest(target, now.read.content.members) === digest;
  if (isWritten) return { made: 0, digest };
  // An engine without check-and-set is asked right before the write.
  if ((now.state === 'absent') !== (row.effect === 'create')) throw taken(target);
  await steps.note({ begun: true });
  const made = await requests.write(target, members, 0);
  await mustBeEqual(target, undefined, members, requests);
  return { made, digest };
}

/** The settings and custom metadata of an entry, alone. */
export function settingsOf({
  maxVersions,
  casRequired,
  deleteVersionAfter,
  customMetadata,
}: EntryMetadata): MetadataSettings {
  return { maxVersions, casRequired, deleteVersionAfter, customMetadata };
}

async function undeleteOwn(
  target: Spot,
  there: EntryMetadata,
  over: number,
  requests: Requests,
): Promise<void> {
  const own = there.versions.filter((one) => one.version > over && stateOf(one) === 'deleted');
  if (own.length === 0) return;
  const versions = own.map(({ version }) => version);
  await requests.send(target.session, (caller) =>
    undeleteVersionsKv2(caller, target.mount.path, target.path, versions),
  );
}

/** Errors of a request that has changed nothing for sure. */
const refusals: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'forbidden',
  'rate-limited',
  'sealed',
  'unauthenticated',
]);

/** Deleted versions cannot be read: they are back for the time of `work`, and deleted again even if it fails. */
async function undeleted(
  source: Spot,
  versions: readonly number[],
  { requests, steps }: { readonly requests: Requests; readonly steps: Steps },
  work: () => Promise<void>,
): Promise<void> {
  const { session, mount, path } = source;
  if (versions.length === 0) return work();
  await steps.note({ undeleted: versions });
  try {
    await requests.send(session, (caller) => undeleteVersionsKv2(caller, mount.path, path, versions));
  } catch (failure) {
    const isRefused = failure instanceof AppFailure && refusals.has(failure.error.kind);
    if (isRefused && (steps.before.undeleted ?? []).length === 0) await steps.note({ undeleted: [] });
    throw failure;
  }
  try {
    await work();
  } finally {
    await requests.send(session, (caller) => deleteVersionsKv2(caller, mount.path, path, versions));
    await steps.note({ undeleted: [] });
  }
}

/** Compares what was written with what was read; a destroyed version has nothing to compare. */
async function readBack(target: Spot, written: readonly Copied[], requests: Requests): Promise<void> {
  if (written.length === 0) return;
  const there = (await requests.metadata(target))?.versions ?? [];
  for (const { now, state, digest } of written) {
    const found = there.find(({ version }) => version === now);
    if (found === undefined) throw differs(target);
    if (found.destroyed && state === 'destroyed') continue;
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

async function removeSource(
  action: Transfer,
  row: StoredRow,
  made: number,
  requests: Requests,
  steps: Steps,
): Promise<void> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  const copied = target.mount.engine === 'kv2' ? (await requests.metadata(target))?.currentVersion : 0;
  if (copied !== made) throw differs(target);
  const removed = await removeSeen(
    source,
    source.mount.engine === 'kv2'
      ? { seen: row.seen, only: removesEverything(action, row) ? undefined : [row.seen ?? 0] }
      : await equalSource(source, target, made, requests),
    requests,
    () => steps.note({ removing: true }),
  );
  // An earlier attempt can have removed it, and only its answer was lost.
  if (removed === 'gone' && steps.before.removing !== true) throw gone(source);
}

/** The source of a move in an engine without versions, once its copy has its values. */
async function equalSource(source: Spot, target: Spot, made: number, requests: Requests): Promise<SeenEntry> {
  const now = await requests.current(source);
  if (now.state === 'unreadable') throw new AppFailure(now.error);
  if (now.state === 'living')
    await mustBeEqual(target, made === 0 ? undefined : made, now.read.content.members, requests);
  return stoodAs(now, source, requests);
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
