/** The rows of a plan's reverse, from the facts of its run. */
import { kindOf } from './actions.ts';
import { sourceOf, targetOf } from './plans.ts';
import type { Plan, StoredRow } from './plans.ts';

/** Rows of the reverse of a plan, in its order; rows that changed nothing have none. */
export function undoRows({ rows, results, action }: Plan): readonly StoredRow[] {
  const found: StoredRow[] = [];
  const { reverse } = kindOf(action);
  if (reverse === undefined) return found;
  for (const [id, row] of rows.entries()) {
    const ran = results.get(id);
    const stands = ran?.outcome === 'failed' && ran.sourceStays === true;
    // A copy whose source may be gone is the only one.
    if (ran === undefined || (ran.outcome !== 'done' && !stands)) continue;
    const way = reverse(action, row, ran);
    const { made = 0, settings, left, digest, changed } = ran;
    const [source, target] = [sourceOf(row), targetOf(row)];
    const returns = way.kind === 'back' || way.kind === 'undelete';
    found.push({
      from: { session: target.session, mount: target.mount },
      path: target.path,
      ...(returns ? { to: { session: source.session, mount: source.mount }, toPath: source.path } : {}),
      effect: 'unknown',
      ...(changed === undefined ? {} : { versions: changed }),
      undo: {
        way,
        made,
        // A change in place replaces the version that it saw.
        over: (row.to === undefined ? row.seen : row.over) ?? 0,
        seen: row.seen ?? 0,
        ...(settings === undefined ? {} : { settings }),
        ...(left === undefined ? {} : { left }),
        ...(digest === undefined ? {} : { digest }),
      },
    });
  }
  return found;
}
