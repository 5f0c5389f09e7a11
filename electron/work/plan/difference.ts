/**
 * The masked difference of one row, read anew: keys and facts about values, never a value. Of actions that carry a
 * value it tells which keys they write, not if the value is there already: a page could guess with it.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type {
  PlanAction,
  PlanDifference,
  PlanKeyChange,
  PlanSettingChange,
} from '../../../shared/vault/plan.ts';
import { compareMembers } from '../../core/entries/compare.ts';
import type { Current } from '../../core/entries/current.ts';
import { nothingFor } from './edit.ts';
import type { Edit } from './edit.ts';
import { sourceOf, targetOf } from './plans.ts';
import type { Plan, StoredRow } from './plans.ts';
import type { Requests } from './requests.ts';
import { carriedMembers } from './transfer.ts';
import type { Transfer } from './transfer.ts';

/** Reads the entries of a row. Rejects with `invalid-input` for a row that is not there, or cannot be read. */
export async function differenceOf(
  { action, rows }: Plan,
  at: number,
  requests: Requests,
): Promise<PlanDifference> {
  const row = rows[at];
  if (row === undefined)
    throw new AppFailure({ kind: 'invalid-input', field: 'row', message: 'The plan has no such row.' });
  // Such engines can create something at a read.
  if (row.from.mount.engine === 'other' || row.to?.mount.engine === 'other')
    throw new AppFailure({
      kind: 'invalid-request',
      message: row.reason ?? 'Entries of this engine are not read for a comparison.',
    });
  switch (action.kind) {
    case 'copy':
    case 'move':
    case 'rename':
      return { ...versionsOf(row), keys: await transferred(action, row, requests) };
    case 'import':
      return { ...versionsOf(row), keys: await brought(row, requests) };
    case 'delete':
    case 'undelete':
    case 'destroy':
    case 'remove':
      return versionsOf(row);
    case 'set-settings':
    case 'set-metadata':
      return { settings: settingChanges(action, await requests.metadata(sourceOf(row))) };
    case 'undo':
      return versionsOf(row);
    case 'copy-key':
      return { keys: copiedKey(action.key, row, membersAt(await requests.current(targetOf(row)))) };
    default:
      return { keys: editedKeys(action, membersAt(await requests.current(sourceOf(row)))) };
  }
}

function versionsOf({ versions = [] }: StoredRow): Pick<PlanDifference, 'versions'> {
  return versions.length === 0 ? {} : { versions };
}

/** Values of a living entry; none of one that is absent or deleted. Throws the server's refusal. */
function membersAt(now: Current): readonly Member[] {
  if (now.state === 'living') return now.read.content.members;
  if (now.state === 'unreadable') throw new AppFailure(now.error);
  return [];
}

async function transferred(
  action: Transfer,
  row: StoredRow,
  requests: Requests,
): Promise<readonly PlanKeyChange[]> {
  const [after, before] = [
    carriedMembers(action, membersAt(await requests.current(sourceOf(row)))),
    membersAt(await requests.current(targetOf(row))),
  ];
  return changesBetween(before, after);
}

/** Of an import: the newest values of the item, which no page chose, against those of its place. */
async function brought(row: StoredRow, requests: Requests): Promise<readonly PlanKeyChange[]> {
  const after = row.imported?.versions.at(-1)?.members ?? [];
  return changesBetween(membersAt(await requests.current(targetOf(row))), after);
}

function changesBetween(before: readonly Member[], after: readonly Member[]): readonly PlanKeyChange[] {
  const words = { same: 'same', changed: 'changed', 'left-only': 'removed', 'right-only': 'added' } as const;
  return compareMembers(before, after).map(({ key, change, left, right }) => ({
    key,
    change: words[change],
    ...(left === undefined ? {} : { before: left }),
    ...(right === undefined ? {} : { after: right }),
  }));
}

function copiedKey(key: string, { effect }: StoredRow, members: readonly Member[]): readonly PlanKeyChange[] {
  const now = members.map(([name, raw]): PlanKeyChange => same(name, raw));
  if (effect !== 'create' && effect !== 'change') return now;
  return withKey(now, key, 'written');
}

function same(key: string, raw: string): PlanKeyChange {
  const facts = valueFacts(key, raw);
  return { key, change: 'same', before: facts, after: facts };
}

/** Marks a key as set: one that is there as `change`, one that is not as added. */
function withKey(
  now: readonly PlanKeyChange[],
  key: string,
  change: 'written' | 'generated',
): readonly PlanKeyChange[] {
  if (!now.some((one) => one.key === key)) return [...now, { key, change: 'added' }];
  return now.map((one) =>
    one.key === key ? { key, change, ...(one.before === undefined ? {} : { before: one.before }) } : one,
  );
}

/** Exported for its test. */
export function editedKeys(action: Edit, members: readonly Member[]): readonly PlanKeyChange[] {
  const now = members.map(([key, raw]): PlanKeyChange => same(key, raw));
  if (nothingFor(action, new Set(members.map(([key]) => key))) !== undefined) return now;
  switch (action.kind) {
    case 'set-key':
      return withKey(now, action.key, 'written');
    case 'rotate':
      return withKey(now, action.key, 'generated');
    case 'replace-value':
      return members.map(([key, raw], at) =>
        raw.startsWith('"') && (action.key === undefined || action.key === key)
          ? { key, change: 'written', before: valueFacts(key, raw) }
          : (now[at] ?? same(key, raw)),
      );
    case 'remove-key':
      return now.map((one) => (one.key === action.key ? withoutAfter(one) : one));
    case 'rename-key':
      return now.flatMap((one): readonly PlanKeyChange[] =>
        one.key !== action.key || one.after === undefined
          ? [one]
          : [withoutAfter(one), { key: action.to, change: 'added', after: { ...one.after, key: action.to } }],
      );
  }
}

function withoutAfter({ key, before }: PlanKeyChange): PlanKeyChange {
  return { key, change: 'removed', ...(before === undefined ? {} : { before }) };
}

function settingChanges(
  action: Extract<PlanAction, { readonly kind: 'set-settings' | 'set-metadata' }>,
  now: EntryMetadata | undefined,
): readonly PlanSettingChange[] {
  if (now === undefined) return [];
  if (action.kind === 'set-settings') {
    const { maxVersions, casRequired, deleteVersionAfter } = action.settings;
    return [
      ...setting('max_versions', now.maxVersions, maxVersions),
      ...setting('cas_required', now.casRequired, casRequired),
      ...setting('delete_version_after', now.deleteVersionAfter, deleteVersionAfter),
    ];
  }
  const { set, remove } = action;
  return [...new Set([...Object.keys(set), ...remove])].flatMap((name) => {
    const [before, after] = [now.customMetadata[name], set[name]];
    if (before === undefined && after === undefined) return [];
    return [{ name, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
  });
}

function setting<T extends string | number | boolean>(
  name: string,
  before: T,
  after: T | undefined,
): readonly PlanSettingChange[] {
  return after === undefined ? [] : [{ name, before: String(before), after: String(after) }];
}
