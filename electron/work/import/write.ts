/**
 * Rows of an import. A version is written over the version that the plan has seen, in order; a run that was broken off
 * goes on behind the versions that it wrote, if they still have its values.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { ImportAction } from '../../../shared/vault/plan.ts';
import { changedNumbers } from '../../../shared/vault/stored-numbers.ts';
import { versionLimit } from '../../../shared/vault/version-limit.ts';
import { unstorable } from '../../core/entries/canonical-json.ts';
import { versionOf } from '../../core/entries/current.ts';
import { differs, taken } from '../plan/conflicts.ts';
import type { ActionKind, Need, Sent } from '../plan/action.ts';
import { notesOf, targetOf } from '../plan/plans.ts';
import type { Judged, MainImport, Ran, Spot, Steps, StoredRow } from '../plan/plans.ts';
import type { Requests } from '../plan/requests.ts';
import { settingsOf } from '../plan/transfer.ts';
import { endVersions, writeVersions } from '../plan/write-versions.ts';
import type { VersionState } from '../plan/write-versions.ts';
import type { ImportedVersion, MappedEntry } from './imported-entry.ts';

/** Imports. */
export const importing: ActionKind<MainImport> = {
  needs: (_action, row) => {
    const target = targetOf(row);
    const { versions, settings } = imported(row);
    const needs: Need[] = [{ spot: target, family: 'data', any: ['create', 'update'] }];
    if (target.mount.engine !== 'kv2') return needs;
    if (Object.keys(settings).length > 0)
      needs.push({ spot: target, family: 'metadata', any: ['create', 'update'] });
    for (const [gone, family] of [
      ['deleted', 'delete'],
      ['destroyed', 'destroy'],
    ] as const)
      if (versions.some((one) => one.gone === gone)) needs.push({ spot: target, family, any: ['update'] });
    return needs;
  },
  judge: async (action, row, requests) => judge(action, row, requests),
  sends: (_action, row) => sends(row),
  run: async (_action, row, requests, steps) => run(row, requests, steps),
  reverse: (_action, row) =>
    targetOf(row).mount.engine !== 'kv2' && row.effect !== 'create'
      ? { kind: 'none', reason: 'The destination keeps no earlier values.' }
      : { kind: 'take-away' },
};

/** The item of a row. */
export function imported({ imported: entry }: StoredRow): MappedEntry {
  if (entry === undefined) throw new Error('a row of an import without its item');
  return entry;
}

/** Versions that the destination can hold: an engine without versions takes the newest. */
export function versionsFor(row: StoredRow): readonly ImportedVersion[] {
  const { versions } = imported(row);
  return targetOf(row).mount.engine === 'kv2' ? versions : versions.slice(-1);
}

async function judge(action: ImportAction, row: StoredRow, requests: Requests): Promise<Judged> {
  const target = targetOf(row);
  const { oldest, settings } = imported(row);
  const versions = versionsFor(row);
  const newest = versions.at(-1)?.members;
  if (versions.every(({ members }) => members === undefined))
    return { effect: 'nothing', reason: 'The file has no values of its newest version.' };
  const isKv2 = target.mount.engine === 'kv2';
  // The run itself reads a destination that gets more than one value, which takes a permission.
  const isPlain = versions.length === 1 && Object.keys(settings).length === 0;
  const isFree = isKv2 && isPlain && (await requests.isFree(target));
  const there = isKv2 && !isFree ? await requests.metadata(target) : undefined;
  const now = isKv2 ? undefined : await requests.current(target);
  const over = there?.currentVersion ?? (now === undefined ? 0 : (versionOf(now) ?? 0));
  const isThere = over > 0 || now?.state === 'living' || now?.state === 'unreadable';
  const ofMount = isKv2 ? await requests.mostVersions(target) : 0;
  const room = versionLimit(settings.maxVersions ?? there?.maxVersions ?? 0, ofMount);
  const texts = versions.flatMap(({ members = [] }) => members);
  const notes = notesOf([
    imported(row).versions.length > 1 && isKv2 && 'creation-times',
    isKv2 && oldest > 1 && 'version-numbers',
    isKv2 && versions.length > room && 'oldest-versions',
    isKv2 && versions.some(({ gone }) => gone !== undefined) && 'deleted-places',
    isKv2 && texts.some(([, raw]) => changedNumbers(raw).length > 0) && 'numbers',
    !isKv2 && imported(row).versions.length > 1 && 'versions',
    !isKv2 && Object.keys(settings).length > 0 && 'metadata',
    isThere && !isKv2 && 'no-undo',
  ]);
  const numbers = versions.map((_version, at) => at + 1);
  const judged = { seen: over, over, ...(numbers.length > 1 ? { versions: numbers } : {}), ...notes };
  if (!isThere) return { effect: 'create', ...judged };
  if (newest !== undefined && (await isSame(target, newest, requests)))
    return { effect: 'identical', ...judged };
  if (action.existing === 'skip')
    return { effect: 'conflict', ...judged, reason: 'The destination has an entry with other values.' };
  const loses = there !== undefined && there.versions.length + versions.length > room;
  return { effect: loses ? 'would-lose' : 'overwrite', ...judged };
}

/** True if the current values are these. */
export async function isSame(target: Spot, members: readonly Member[], requests: Requests): Promise<boolean> {
  const theirs = await requests.current(target);
  return (
    theirs.state === 'living' &&
    requests.digest(target, members) === requests.digest(target, theirs.read.content.members)
  );
}

function sends(row: StoredRow): readonly Sent[] {
  const { session, mount, path } = targetOf(row);
  if (mount.engine !== 'kv2') return [{ session, method: 'POST', path: mount.path + path, times: 1 }];
  const versions = versionsFor(row);
  const at = (family: string, times = 1): Sent => ({
    session,
    method: 'POST',
    path: `${mount.path}${family}/${path}`,
    times,
  });
  return [
    at('data', versions.length),
    ...(Object.keys(imported(row).settings).length === 0 ? [] : [at('metadata')]),
    ...(versions.some(({ gone }) => gone === 'deleted') ? [at('delete')] : []),
    ...(versions.some(({ gone }) => gone === 'destroyed') ? [at('destroy')] : []),
  ];
}

async function run(row: StoredRow, requests: Requests, steps: Steps): Promise<Ran> {
  const target = targetOf(row);
  const { settings } = imported(row);
  const versions = versionsFor(row);
  const { over = 0 } = row;
  if (target.mount.engine !== 'kv2') return writeWhole(row, versions.at(-1)?.members ?? [], requests, steps);
  refuseUnstorable(versions);
  const hasSettings = Object.keys(settings).length > 0;
  const isChecked =
    versions.length > 1 || hasSettings || steps.before.begun === true || row.effect === 'go-on';
  const there = isChecked ? await requests.metadata(target) : undefined;
  const written = isChecked ? await writtenBefore(row, versions, there, requests) : 0;
  await steps.note({ begun: true });
  const states = versions.map(({ gone }): VersionState => gone ?? 'living');
  const membersOf = (at: number): Promise<readonly Member[]> => Promise.resolve(versions[at]?.members ?? []);
  await writeVersions({ target, over, states, already: written, membersOf, settings }, requests);
  await endVersions({ target, over, states }, requests);
  return {
    outcome: 'done',
    made: over + versions.length,
    ...(hasSettings && over > 0 && there !== undefined ? { settings: settingsOf(there) } : {}),
  };
}

/** Writes to an engine without versions. */
async function writeWhole(
  row: StoredRow,
  members: readonly Member[],
  requests: Requests,
  steps: Steps,
): Promise<Ran> {
  const target = targetOf(row);
  const digest = requests.digest(target, members);
  const now = await requests.current(target);
  const isWritten = steps.before.begun === true && (await isSame(target, members, requests));
  if (isWritten) return { outcome: 'done', made: 0, digest };
  // An engine without check-and-set is asked right before the write.
  if ((now.state === 'absent') !== (row.effect === 'create')) throw taken(target);
  await steps.note({ begun: true });
  await requests.write(target, members, 0);
  if (!(await isSame(target, members, requests))) throw differs(target);
  return { outcome: 'done', made: 0, digest };
}

/** Number of the versions that a run before has written. Rejects with `conflict` if somebody else wrote there. */
export async function writtenBefore(
  row: StoredRow,
  versions: readonly ImportedVersion[],
  there: EntryMetadata | undefined,
  requests: Requests,
): Promise<number> {
  const target = targetOf(row);
  const { over = 0 } = row;
  const count = (there?.currentVersion ?? 0) - over;
  if (count === 0) return 0;
  if (count < 0 || count > versions.length) throw taken(target);
  for (const [at, { members, gone }] of versions.slice(0, count).entries()) {
    const facts = there?.versions.find(({ version }) => version === over + at + 1);
    // An empty version that is deleted already cannot be read, and need not be.
    if (gone !== undefined && (facts?.destroyed === true || facts?.deletionTime !== '')) continue;
    const found = await requests.read(target, over + at + 1);
    if (requests.digest(target, found.members) !== requests.digest(target, members ?? []))
      throw taken(target);
  }
  return count;
}

function refuseUnstorable(versions: readonly ImportedVersion[]): void {
  for (const { members = [] } of versions) {
    const key = members.find(([, raw]) => unstorable(raw) !== undefined)?.[0];
    if (key === undefined) continue;
    throw new AppFailure({
      kind: 'invalid-request',
      message: `KV v2 cannot store a number in “${key}”. Nothing was written.`,
      hint: 'Store it as text in the file.',
    });
  }
}
