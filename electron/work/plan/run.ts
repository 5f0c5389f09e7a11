/**
 * Runs plans: some rows at a time, each to its end; a second round takes away what only the copies before allow.
 * It stops at an error of the whole connection or a lock, and what was not tried can be run again.
 */
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { runEffects } from '../../../shared/vault/plan.ts';
import type { PlanEffect, PlanResult } from '../../../shared/vault/plan.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { asWrite } from '../../core/session/write-scope.ts';
import type { Session } from '../../core/session/session.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import { eachBounded } from '../bounded.ts';
import type { RowsReport } from '../jobs.ts';
import { workAtOnce } from '../pace.ts';
import { kindOf } from './actions.ts';
import type { MakeParts } from './make.ts';
import type { RunJournal } from './journal.ts';
import type { Plan, Progress, Ran, Steps, StoredRow } from './plans.ts';
import { createRequests } from './requests.ts';

/** Ids of the rows that a run is about: without those left out and those that are done. */
export function chosenRows(
  plan: Plan,
  { leftOut, include = [] }: { readonly leftOut: readonly number[]; readonly include?: readonly number[] },
): readonly number[] {
  const [without, also] = [new Set(leftOut), new Set(include)];
  const ids: number[] = [];
  for (const [id, { effect }] of plan.rows.entries()) {
    const isRun = runEffects.has(effect) || (effect === 'would-lose' && also.has(id));
    if (isRun && !without.has(id) && !isDone(plan.results.get(id))) ids.push(id);
  }
  return ids;
}

/** Ids of the rows whose run failed. */
export function failedRows({ results }: Plan): readonly number[] {
  return [...results].flatMap(([id, { outcome }]) =>
    outcome === 'failed' || outcome === 'unknown' ? [id] : [],
  );
}

function isDone(ran: Ran | undefined): boolean {
  return ran?.outcome === 'done' || ran?.outcome === 'skipped';
}

/** Errors of a lock or the connection's end. */
const ends: ReadonlySet<AppErrorKind> = new Set<AppErrorKind>([
  'locked',
  'cancelled',
  'internal',
  'not-kept',
]);

export interface RunParts extends MakeParts {
  readonly journal: RunJournal;
}

/** True if a run of some rows came to its end, and none stands half done: failed ones are as they were. */
export function isWhole({ results, progress }: Plan, ids: readonly number[]): boolean {
  return progress.size === 0 && ids.every((id) => results.has(id));
}

/** Effects after which nothing is left to look at: their step is on disk before it is made. */
const irreversible: ReadonlySet<PlanEffect> = new Set<PlanEffect>(['destroy', 'remove', 'delete']);

/** Carries out rows of a plan. Resolves to the error that stopped it early, if any. */
export async function runRows(
  plan: Plan,
  ids: readonly number[],
  consentOf: (session: Session) => Confirmed | undefined,
  { journal, ...parts }: RunParts,
  report: RowsReport<PlanResult>,
): Promise<AppError | undefined> {
  const { signal } = report;
  // Without a signal: what has begun comes to its end.
  const requests = createRequests({ ...parts, consentOf });
  const kind = kindOf(plan.action);
  const { finish } = kind;
  const isOneStep = (id: number): boolean => finish === undefined && plan.rows[id]?.to === undefined;
  const copied: number[] = [];
  const atOnce = workAtOnce(plan.sessions, parts.paceOf);
  const cancelled = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  report.total(ids.length);

  const tell = (id: number, ran: Ran): void => {
    plan.results.set(id, ran);
    if (isDone(ran)) {
      plan.progress.delete(id);
      journal.done(id);
    }
    const { outcome, reason, sourceStays } = ran;
    report.row({
      id,
      outcome,
      ...(reason === undefined ? {} : { reason }),
      // A removal whose answer was lost leaves it unknown.
      ...(sourceStays === undefined || outcome === 'unknown' ? {} : { sourceStays }),
    });
    if (ran.outcome === 'failed' || ran.outcome === 'unknown') report.unread(String(id), ran.reason ?? '');
  };
  const stepsOf = (id: number): Steps => ({
    before: plan.progress.get(id) ?? {},
    note: async (step) => {
      const isFinal = (step.undeleted ?? []).length > 0 || step.removing === true;
      const isLast = step.begun === true && irreversible.has(plan.rows[id]?.effect ?? 'unknown');
      const take = (): void => void plan.progress.set(id, { ...plan.progress.get(id), ...step });
      // Deleted again: that step is made already, and stays so if the disk is full.
      if (step.undeleted?.length === 0) take();
      await journal.note(id, step, isFinal || isLast);
      take();
    },
  });
  const attempt = async (
    id: number,
    isCopied: boolean,
    work: () => Promise<Ran | undefined>,
  ): Promise<void> => {
    if (plan.paused !== undefined) await Promise.race([plan.paused.promise, cancelled]);
    if (signal.aborted) return;
    try {
      const ran = await asWrite(work);
      if (ran !== undefined) tell(id, ran);
    } catch (failure) {
      const error = asAppError(failure);
      // A standby redirects what its leader may have done before it died.
      const isUnknown =
        error.kind === 'outcome-unknown' ||
        (error.kind === 'redirect-refused' && plan.progress.get(id)?.begun === true);
      const outcome = isUnknown ? 'unknown' : 'failed';
      // A row of one step is either done or as it was; a copy goes on behind the versions that it has written.
      if (isOneStep(id) && outcome === 'failed') plan.progress.delete(id);
      tell(id, {
        outcome,
        reason: error.message + undeletedWords(plan.progress.get(id)),
        ...(isCopied ? copiedSource(plan.results.get(id)) : {}),
      });
      if (isTrouble(error) || ends.has(error.kind)) throw new AppFailure(error);
    }
  };

  let stopped: AppError | undefined;
  try {
    await eachBounded(ids, atOnce, signal, (id) =>
      attempt(id, false, async () => {
        // Copied before, by a run that did not come to its source.
        if (plan.results.get(id)?.sourceStays === true) {
          copied.push(id);
          return undefined;
        }
        const row = plan.rows[id] as StoredRow;
        const steps = stepsOf(id);
        // A row of one step; the others note theirs.
        if (isOneStep(id)) await steps.note({ begun: true });
        const ran = await kind.run(plan.action, row, requests, steps);
        const isWhole = finish === undefined || kind.finishes?.(row) === false;
        if (isWhole || ran.outcome !== 'done') return ran;
        plan.results.set(id, { ...ran, outcome: 'failed', sourceStays: true });
        copied.push(id);
        return undefined;
      }),
    );
    if (finish !== undefined)
      await eachBounded(copied, atOnce, signal, (id) =>
        attempt(id, true, async () => {
          const ran = plan.results.get(id);
          const { made = 0 } = ran ?? {};
          await finish(plan.action, plan.rows[id] as StoredRow, made, requests, stepsOf(id));
          const { sourceStays: _stays, reason: _reason, ...facts } = ran ?? {};
          return { ...facts, outcome: 'done', made };
        }),
      );
  } catch (failure) {
    stopped = asAppError(failure);
  }
  // Copied, but the second round did not come to them.
  for (const id of copied) {
    const ran = plan.results.get(id);
    if (ran?.sourceStays === true && ran.reason === undefined)
      tell(id, { ...ran, reason: 'It was copied; its source still stands.' });
  }
  return stopped;
}

/** Says of the source what a failure has left there. */
function undeletedWords({ undeleted = [] }: Progress = {}): string {
  if (undeleted.length === 0) return '';
  return ` At the source, deleted versions (${undeleted.join(', ')}) may still be undeleted.`;
}

/** The facts of a copy, for the next attempt and for undoing it. */
function copiedSource(ran: Ran | undefined): Omit<Ran, 'outcome' | 'reason'> {
  const { outcome: _outcome, reason: _reason, ...facts } = ran ?? { outcome: 'failed' };
  return { ...facts, sourceStays: true };
}
