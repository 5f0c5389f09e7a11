/**
 * Changes keys and values in many entries. The plan tells which keys are there, never whether a value equals another:
 * a page could guess with it. Values are compared when the plan runs, after the person's yes.
 */
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { PasswordRecipe } from '../../../shared/vault/password.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { applyChanges, checkChanges, sameContent } from '../../core/entries/content.ts';
import { makePassword } from '../../core/entries/password.ts';
import { changed } from './conflicts.ts';
import type { ActionKind } from './action.ts';
import { notesOf, sourceOf } from './plans.ts';
import type { Requests } from './requests.ts';

export type Edit = Extract<
  PlanAction,
  { readonly kind: 'set-key' | 'rename-key' | 'remove-key' | 'replace-value' | 'rotate' }
>;

/** Reason why an entry with these keys needs no change; undefined if it does. */
export function nothingFor(action: Edit, keys: ReadonlySet<string>): string | undefined {
  switch (action.kind) {
    case 'set-key':
      if (action.onlyWhere === 'all' || keys.has(action.key) === (action.onlyWhere === 'present'))
        return undefined;
      return action.onlyWhere === 'present' ? 'It has no such key.' : 'It has this key.';
    case 'rename-key':
      if (!keys.has(action.key)) return 'It has no such key.';
      return keys.has(action.to) ? 'It has a key of the new name.' : undefined;
    case 'replace-value':
      return action.key === undefined || keys.has(action.key) ? undefined : 'It has no such key.';
    case 'remove-key':
    case 'rotate':
      return keys.has(action.key) ? undefined : 'It has no such key.';
  }
}

/** Makes new values of a run: places that held the same one get the same new one, if that is wanted. */
const generated = new WeakMap<Requests, Map<string, string>>();

function newValue(recipe: PasswordRecipe, same: string | undefined, requests: Requests): string {
  const made = generated.get(requests) ?? new Map<string, string>();
  generated.set(requests, made);
  const value = (same === undefined ? undefined : made.get(same)) ?? makePassword(recipe);
  if (same !== undefined) made.set(same, value);
  return JSON.stringify(value);
}

/** The members afterwards. */
function edited(
  action: Edit,
  members: readonly Member[],
  requests: Requests,
  digest: (raw: string) => string,
): readonly Member[] {
  switch (action.kind) {
    case 'set-key':
      return applyChanges(members, [{ op: 'set', key: action.key, rawJson: action.rawJson }]);
    case 'rename-key':
      return members.map(([key, raw]) => [key === action.key ? action.to : key, raw]);
    case 'remove-key':
      return applyChanges(members, [{ op: 'remove', key: action.key }]);
    case 'replace-value':
      return members.map(([key, raw]) => {
        if (action.find === '' || (action.key !== undefined && action.key !== key)) return [key, raw];
        const value: unknown = raw.startsWith('"') ? JSON.parse(raw) : undefined;
        if (typeof value !== 'string' || !value.includes(action.find)) return [key, raw];
        return [key, JSON.stringify(value.replaceAll(action.find, () => action.by))];
      });
    case 'rotate':
      return members.map(([key, raw]) =>
        key === action.key
          ? [key, newValue(action.recipe, action.same ? digest(raw) : undefined, requests)]
          : [key, raw],
      );
  }
}

/** Throws `invalid-input` for an action that no server would store unchanged. */
export function checkEdit(action: PlanAction): void {
  if (action.kind === 'set-key') checkChanges([{ op: 'set', key: action.key, rawJson: action.rawJson }]);
  if (action.kind === 'rename-key') checkChanges([{ op: 'remove', key: action.to }]);
}

/** Keys and values. */
export const edit: ActionKind<Edit> = {
  needs: (_action, row) => {
    const spot = sourceOf(row);
    return [
      { spot, family: 'data', any: ['read'] },
      { spot, family: 'data', any: ['update'] },
    ];
  },
  judge: async (action, row, requests) => {
    const spot = sourceOf(row);
    const now = await requests.current(spot);
    if (now.state !== 'living') return { effect: 'nothing', reason: now.error.message };
    const seen = now.read.version ?? 0;
    const reason = nothingFor(action, new Set(now.read.content.members.map(([key]) => key)));
    if (reason !== undefined) return { effect: 'nothing', seen, reason };
    const compares = action.kind === 'set-key' || action.kind === 'replace-value';
    return {
      effect: 'change',
      seen,
      ...notesOf([compares && 'compared-later', spot.mount.engine !== 'kv2' && 'no-undo']),
    };
  },
  sends: (_action, row) => {
    const { session, mount, path } = sourceOf(row);
    const data = mount.engine === 'kv2' ? 'data/' : '';
    return [{ session, method: 'POST', path: `${mount.path}${data}${path}`, times: 1 }];
  },
  run: async (action, row, requests) => {
    const spot = sourceOf(row);
    const { members, version = 0 } = await requests.read(spot);
    if (version !== row.seen) throw changed(spot);
    const reason = nothingFor(action, new Set(members.map(([key]) => key)));
    if (reason !== undefined) return { outcome: 'skipped', reason };
    const next = edited(action, members, requests, (raw) => requests.digest(spot, [['', raw]]));
    if (sameContent(members, next, 'exact')) return { outcome: 'skipped', reason: 'It has this already.' };
    return { outcome: 'done', made: await requests.write(spot, next, version) };
  },
  reverse: (_action, row) =>
    sourceOf(row).mount.engine === 'kv2'
      ? { kind: 'take-away' }
      : { kind: 'none', reason: 'This engine keeps no earlier values.' },
};
