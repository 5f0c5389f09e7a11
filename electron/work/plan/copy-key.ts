/**
 * Copies the value of one key from one entry to many. The source is read once for a run and must still be what the
 * plan has seen; values are compared when it runs, not before: a page that can write the source could guess with it.
 */
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import { applyChanges, checkChanges, sameContent } from '../../core/entries/content.ts';
import { versionOf } from '../../core/entries/current.ts';
import type { Current } from '../../core/entries/current.ts';
import { changed } from './conflicts.ts';
import type { ActionKind } from './action.ts';
import { notesOf, sourceOf, targetOf } from './plans.ts';
import type { StoredRow } from './plans.ts';
import type { Requests } from './requests.ts';

type CopyKey = Extract<PlanAction, { readonly kind: 'copy-key' }>;

/** The source of all rows of a plan or a run: read once, with its rows' requests. */
const sources = new WeakMap<Requests, Promise<Current>>();

function sourceNow(row: StoredRow, requests: Requests): Promise<Current> {
  const asked = sources.get(requests) ?? requests.current(sourceOf(row));
  sources.set(requests, asked);
  return asked;
}

function membersOf(now: Current): readonly Member[] {
  return now.state === 'living' ? now.read.content.members : [];
}

/** One key of one entry, to many. */
export const copyKey: ActionKind<CopyKey> = {
  needs: (_action, row) => [
    { spot: sourceOf(row), family: 'data', any: ['read'] },
    { spot: targetOf(row), family: 'data', any: ['read'] },
    { spot: targetOf(row), family: 'data', any: ['create', 'update'] },
  ],
  judge: async ({ key }, row, requests) => {
    const [source, target] = [sourceOf(row), targetOf(row)];
    const from = await sourceNow(row, requests);
    const seen = versionOf(from) ?? 0;
    if (from.state !== 'living') return { effect: 'nothing', seen, reason: from.error.message };
    if (!membersOf(from).some(([name]) => name === key))
      return { effect: 'nothing', seen, reason: 'The source has no such key.' };
    const there = await requests.current(target);
    const over = versionOf(there) ?? 0;
    if (there.state === 'unreadable') return { effect: 'no-permission', seen, reason: there.error.message };
    if (there.state === 'gone') return { effect: 'nothing', seen, over, reason: there.error.message };
    const hasKey = membersOf(there).some(([name]) => name === key);
    const notes = notesOf([
      hasKey && 'compared-later',
      source.mount.engine !== 'kv2' && target.mount.engine === 'kv2' && 'numbers',
      there.state === 'living' && target.mount.engine !== 'kv2' && 'no-undo',
    ]);
    return { effect: there.state === 'absent' ? 'create' : 'change', seen, over, ...notes };
  },
  sends: (_action, row) => {
    const { session, mount, path } = targetOf(row);
    const data = mount.engine === 'kv2' ? 'data/' : '';
    return [{ session, method: 'POST', path: `${mount.path}${data}${path}`, times: 1 }];
  },
  run: async ({ key }, row, requests) => {
    const [source, target] = [sourceOf(row), targetOf(row)];
    const from = await sourceNow(row, requests);
    const raw = membersOf(from).find(([name]) => name === key)?.[1];
    if (raw === undefined || (versionOf(from) ?? 0) !== row.seen) throw changed(source);
    checkChanges([{ op: 'set', key, rawJson: raw }]);
    const there = await requests.current(target);
    // An engine without versions says only if there is an entry.
    const asSeen = there.state === (row.effect === 'create' ? 'absent' : 'living');
    if (!asSeen || (versionOf(there) ?? 0) !== row.over) throw changed(target);
    const members = membersOf(there);
    const next = applyChanges(members, [{ op: 'set', key, rawJson: raw }]);
    if (there.state === 'living' && sameContent(members, next, 'exact'))
      return { outcome: 'skipped', reason: 'It has this already.' };
    return { outcome: 'done', made: await requests.write(target, next, row.over ?? 0) };
  },
  reverse: (_action, row) =>
    targetOf(row).mount.engine === 'kv2'
      ? { kind: 'take-away' }
      : { kind: 'none', reason: 'This engine keeps no earlier values.' },
};
