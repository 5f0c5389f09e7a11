/** Entries that a row of a plan has written or taken away, so that their open tabs say so. Pure. */
import type { PlanActionKind, PlanResult, PlanRow } from '../../../shared/vault/plan.ts';
import type { GoneEntry, TouchedEntry } from '../../api/entry-actions.ts';

/** Actions that leave nothing at the place that a row comes from. A row of an undo has a destination if it moves back. */
const moves: ReadonlySet<string> = new Set<PlanActionKind | 'undo'>(['move', 'rename', 'undo']);

const hows: Readonly<Partial<Record<string, GoneEntry['how']>>> = {
  remove: 'removed',
  delete: 'versions',
  destroy: 'versions',
};

/** `home`: the session that the plan was made in. */
export function touchedBy(
  { from, fromSession, to, toSession, effect }: PlanRow,
  { outcome, sourceStays }: PlanResult,
  { kind, home }: { readonly kind: PlanActionKind | 'import' | 'undo'; readonly home: string },
): readonly TouchedEntry[] {
  if (outcome !== 'done' && sourceStays !== true) return [];
  const source = { sessionId: fromSession ?? home, path: from };
  const at = new Date().toISOString();
  if (to === undefined) {
    const how = hows[effect] ?? hows[kind];
    return [how === undefined ? source : { ...source, gone: { how, at } }];
  }
  const target = { sessionId: toSession ?? home, path: to };
  const isGone = moves.has(kind) && sourceStays !== true;
  return isGone ? [target, { ...source, gone: { how: 'moved', to: target, at } }] : [target];
}
