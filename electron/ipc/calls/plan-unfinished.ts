/** `plan.unfinished`, `plan.resume`, `plan.forget`: plans whose runs did not come to their end. */
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PlanAction, PlanRow } from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { actionOfLines, hasLostValues } from '../../work/plan/plan-lines.ts';
import { makeOfRows } from '../../work/plan/make.ts';
import type { MainAction } from '../../work/plan/plans.ts';
import { judgeResumed, resumable, resumedRows, unfinishedPlans } from '../../work/plan/resume.ts';
import type { Services } from '../../services/services.ts';
import { aSession } from '../about.ts';
import { call } from '../call.ts';
import { id } from './fields.ts';
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
    asks: 'nothing',
    about: aSession,
    input: inUnfinished,
    run: (session, { unfinishedId }, { services }) => resume(services, session, unfinishedId),
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

async function resume(
  { plans, jobs, emit, sessions, paceFor, planJournals }: Services,
  home: Session,
  unfinishedId: string,
) {
  const { sessionId } = home;
  if (plans.hasJournal(unfinishedId))
    throw new AppFailure({ kind: 'conflict', message: 'This plan runs now. Nothing was started.' });
  const found = await resumable(planJournals, unfinishedId, { sessionId, open: sessions.list() });
  for (const one of found.sessionIds) refuseLimitedUse(sessions.get(one).limitedUse, 'a plan', 'request');
  const does = parsed(actionOfLines(found.read.header, found.sessionIds));
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
      await makeOfRows(plan, rows, parts, report, (at, row, requests) =>
        judgeResumed(plan, at, row, requests),
      );
      // Only the note of its end was missing.
      if (plan.rows.every(({ effect }) => effect === 'done-before')) await planJournals.remove(unfinishedId);
      return undefined;
    }),
  );
  plan.jobId = jobId;
  return { planId, jobId };
}

/** The action of a journal, checked as one of the page is: a file of another version, or one changed, is refused. */
function parsed(journaled: unknown): MainAction {
  const undo = z.safeParse(z.strictObject({ kind: z.literal('undo'), of: z.unknown() }), journaled);
  if (undo.success) {
    const of = z.safeParse(z.looseObject({ kind: z.string() }), undo.data.of);
    // Its rows say how each goes back; of the action only the name is told.
    if (of.success) return { kind: 'undo', of: of.data as PlanAction };
  }
  const found = z.safeParse(action, journaled);
  if (found.success) return found.data;
  throw new AppFailure({
    kind: 'invalid-request',
    message: 'The journal of this plan cannot be read by this version of Strongroom.',
    hint: 'Look at its entries by hand, then forget it.',
  });
}
