/** Makes the plan of an import: a row for each item of the file, judged by what is at its destination. */
import type { PlanRow } from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { FindingsReport } from '../jobs.ts';
import { makeOfRows } from '../plan/make.ts';
import type { MakeParts } from '../plan/make.ts';
import type { Plan, Side } from '../plan/plans.ts';
import type { MappedEntry } from './imported-entry.ts';

export interface Importing {
  readonly to: SelectedPlace;
  /** The items, mapped; called once the job runs. */
  readonly items: (signal: AbortSignal) => Promise<readonly MappedEntry[]>;
}

/** Finds the rows. */
export async function makeImportRows(
  plan: Plan,
  { to, items }: Importing,
  parts: MakeParts,
  report: FindingsReport<PlanRow>,
): Promise<undefined> {
  const { signal } = report;
  const session = parts.sessionOf(to.sessionId);
  plan.sessions.add(session);
  const from: Side = { session, mount: await session.mounts.at(to.mount, signal) };
  const entries = await items(signal);
  const folder = to.path === '' || to.path.endsWith('/') ? to.path : `${to.path}/`;
  const rows = entries.map((imported) => ({
    from,
    path: folder + imported.path,
    effect: 'unknown' as const,
    imported,
  }));
  return makeOfRows(plan, rows, parts, report);
}
