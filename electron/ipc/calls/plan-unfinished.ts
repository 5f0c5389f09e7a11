/** `plan.unfinished`, `plan.resume`, `plan.forget`: plans whose runs did not come to their end. */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PlanAction, PlanRow } from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';
import { itemsAgain, judgeAgain } from '../../work/import/again.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { actionOfLines, hasLostValues } from '../../work/plan/plan-lines.ts';
import { makeOfRows } from '../../work/plan/make.ts';
import type { MainAction, MainImport, StoredRow } from '../../work/plan/plans.ts';
import { judgeResumed, resumable, resumedRows, unfinishedPlans } from '../../work/plan/resume.ts';
import type { Resumable } from '../../work/plan/resume.ts';
import type { Services } from '../../services/services.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { id } from './fields.ts';
import { chosenFile, journaledImport } from './import.ts';
import { action, endingJob, partsOfPlan } from './plan.ts';

const inUnfinished = z.strictObject({ sessionId: id, unfinishedId: id });

export const unfinishedPlanCalls = [
  call('plan.unfinished', {
    effect: 'read',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aSession,
    input: z.strictObject({ sessionId: id }),
    run: ({ sessionId }, _input, { services: { planJournals, plans, sessions } }) =>
      unfinishedPlans(planJournals, { sessionId, open: sessions.list(), isHere: plans.hasJournal }),
  }),
  call('plan.resume', {
    effect: 'changes-here',
    says: 'Check where an unfinished plan stands',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: ['enter-fields'],
    about: aSession,
    input: inUnfinished,
    run: (session, { unfinishedId }, { services, signal }) => resume(services, session, unfinishedId, signal),
  }),
  call('plan.forget', {
    effect: 'changes-here',
    says: 'Forget an unfinished plan',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aSession,
    input: inUnfinished,
    run: async (_session, { unfinishedId }, { services: { planJournals, plans } }) => {
      if (plans.hasJournal(unfinishedId) || !(await planJournals.ids()).includes(unfinishedId))
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'unfinishedId',
          message: 'This plan is not an unfinished one.',
        });
      await planJournals.remove(unfinishedId);
      return {};
    },
  }),
] as const;

async function resume(services: Services, home: Session, unfinishedId: string, signal: AbortSignal) {
  const { plans, jobs, emit, sessions, paceFor, planJournals } = services;
  const { sessionId } = home;
  const mustBeIdle = (): void => {
    if (plans.hasJournal(unfinishedId))
      throw new AppFailure({ kind: 'conflict', message: 'This plan runs now. Nothing was started.' });
  };
  mustBeIdle();
  const found = await resumable(planJournals, unfinishedId, { sessionId, open: sessions.list() });
  for (const one of found.sessionIds) refuseLimitedUse(sessions.get(one).limitedUse, 'a plan', 'request');
  const does = parsed(actionOfLines(found.read.header, found.sessionIds));
  const again = does.kind === 'import' ? await readAgain(services, does, found, signal) : undefined;
  // It can have begun while the dialog was open.
  mustBeIdle();
  plans.dropWithJournal(unfinishedId);
  const { kind } = does.kind === 'undo' ? does.of : does;
  const plan = plans.create(home, does, {
    journalId: unfinishedId,
    ...(does.kind !== 'undo' && hasLostValues(kind) ? { lostValues: true } : {}),
  });
  const { planId } = plan;
  const parts = partsOfPlan(plan, { sessions, paceFor });
  const jobId = jobs.startFindings<PlanRow>(
    sessionId,
    (batch) => emit('plan.found', { ...batch, planId }),
    endingJob(plan, async (report) => {
      const rows = await resumedRows(plan, found, parts.sessionOf, report.signal);
      if (again === undefined)
        await makeOfRows(plan, rows, parts, report, (at, row, requests) =>
          judgeResumed(plan, at, row, requests),
        );
      else
        await makeOfRows(plan, again.withItems(rows), parts, report, (at, row, requests) =>
          judgeAgain(
            again.action,
            row,
            { hasBegun: plan.progress.get(at)?.begun === true, isDone: rows[at]?.effect === 'done-before' },
            requests,
          ),
        );
      for (const [at, { effect }] of plan.rows.entries())
        if (effect === 'done-before') plan.progress.delete(at);
      // Only the note of its end was missing.
      if (plan.rows.every(({ effect }) => effect === 'done-before')) await planJournals.remove(unfinishedId);
      return undefined;
    }),
  );
  plan.jobId = jobId;
  return { planId, jobId };
}

/** Reads the file of an import again, for the rows of its journal. Values of a row are in main's memory alone. */
async function readAgain(
  services: Services,
  action: MainImport,
  { read: { rows: journaled } }: Resumable,
  signal: AbortSignal,
) {
  const file = await chosenFile(services, signal, action.source.layout);
  const paths = [...journaled.values()].map(({ path }) => path);
  const items = await itemsAgain(action, file, paths, signal);
  return {
    action,
    // Rows that are done are looked at, too.
    withItems: (rows: readonly StoredRow[]): readonly StoredRow[] =>
      rows.map((row) => {
        const imported = items.get(row.path);
        return imported === undefined ? row : { ...row, effect: 'unknown', imported };
      }),
  };
}

/** The action of a journal, checked as one of the page is: a file of another version, or one changed, is refused. */
function parsed(journaled: unknown): MainAction {
  const undo = z.safeParse(z.strictObject({ kind: z.literal('undo'), of: z.unknown() }), journaled);
  if (undo.success) {
    const of = z.safeParse(z.looseObject({ kind: z.string() }), undo.data.of);
    // Its rows say how each goes back; of the action only the name is told.
    if (of.success) return { kind: 'undo', of: of.data as PlanAction };
  }
  const found = z.safeParse(z.union([action, journaledImport]), journaled);
  if (found.success) return found.data;
  throw new AppFailure({
    kind: 'invalid-request',
    message: 'The journal of this plan cannot be read by this version of Strongroom.',
    hint: 'Look at its entries by hand, then forget it.',
  });
}
