/** Plans in tests: made and run by an app, their rows and results taken from its events. */
import { until } from '../servers/index.ts';
import type { JobEnd } from '../../shared/ipc/contract.ts';
import type { PlanAction, PlanResult, PlanRow } from '../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import type { TestApp } from '../../electron/ipc/calls/services.fixture.ts';

/** The end of a job. */
export async function ended(app: TestApp, jobId: string): Promise<JobEnd> {
  const find = (): JobEnd | undefined =>
    app.events.flatMap((event) =>
      event.name === 'job.ended' && event.payload.jobId === jobId ? [event.payload] : [],
    )[0];
  await until(() => Promise.resolve(find() !== undefined));
  return find() as JobEnd;
}

export interface MadePlan {
  readonly planId: string;
  readonly end: JobEnd;
  /** By id. */
  readonly rows: readonly PlanRow[];
}

/** Makes a plan and waits for all its rows. */
export async function makePlan(
  app: TestApp,
  places: readonly SelectedPlace[],
  action: PlanAction,
): Promise<MadePlan> {
  const sessionId = places[0]?.sessionId ?? '';
  return planMade(app, await app.must('plan.make', { sessionId, places, action }));
}

/** The rows of a plan under way. */
export async function planMade(
  app: TestApp,
  { planId, jobId }: { readonly planId: string; readonly jobId: string },
): Promise<MadePlan> {
  const end = await ended(app, jobId);
  const rows: PlanRow[] = [];
  for (const event of app.events)
    if (event.name === 'plan.found' && event.payload.planId === planId)
      for (const row of event.payload.rows) rows[row.id] = row;
  return { planId, end, rows };
}

export interface RanPlan {
  readonly end: JobEnd;
  readonly results: readonly PlanResult[];
}

/** Runs a plan to its end; the app's answers agree to it. */
export async function runPlan(
  app: TestApp,
  planId: string,
  leftOut: readonly number[] = [],
  include: readonly number[] = [],
): Promise<RanPlan> {
  const { jobId } = await app.must('plan.run', { planId, leftOut, include });
  return ranPlan(app, jobId);
}

/** The results of a run under way, by the order of their rows. */
export async function ranPlan(app: TestApp, jobId: string): Promise<RanPlan> {
  const end = await ended(app, jobId);
  const results = app.events.flatMap((event) =>
    event.name === 'plan.ran' && event.payload.jobId === jobId ? event.payload.results : [],
  );
  return { end, results: [...results].sort((a, b) => a.id - b.id) };
}
