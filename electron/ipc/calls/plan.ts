/** `plan.*`: changes of many entries. A plan is made by one gesture, and run by another one and the person's yes. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { PlanAction, PlanResult, PlanRow } from '../../../shared/vault/plan.ts';
import { mostSelected } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import type { RowBatch, RowsReport } from '../../work/jobs.ts';
import { confirmPlan } from '../../work/plan/consent.ts';
import { differenceOf } from '../../work/plan/difference.ts';
import { checkEdit } from '../../work/plan/edit.ts';
import { makeRows, makeOfRows } from '../../work/plan/make.ts';
import type { FindEntries } from '../../work/plan/make.ts';
import { renaming } from '../../work/plan/names.ts';
import { beginJournal } from '../../work/plan/journal.ts';
import { createRequests } from '../../work/plan/requests.ts';
import type { StoredRow, Plan } from '../../work/plan/plans.ts';
import { chosenRows, failedRows, isWhole, runRows } from '../../work/plan/run.ts';
import { walkSelection } from '../../work/selected-entries.ts';
import { undoRows } from '../../work/plan/reverse.ts';
import type { Services } from '../../services/services.ts';
import type { About } from '../about.ts';
import { call } from '../call.ts';
import { exactly } from '../same-shape.ts';
import {
  durationText,
  id,
  keyText,
  longText,
  maybe,
  mountPath,
  passwordRecipe,
  pathText,
  shortText,
  versions,
} from './fields.ts';

const place = exactly<SelectedPlace>()(
  z.strictObject({ sessionId: id, mount: mountPath, path: pathText, versions: maybe(versions) }),
);
const text = z.string().check(z.maxLength(65_536));
const pattern = z.union([
  z.strictObject({ kind: z.enum(['prefix', 'suffix']), text: shortText }),
  z.strictObject({ kind: z.literal('replace'), find: shortText, by: shortText }),
  z.strictObject({ kind: z.literal('expression'), find: shortText, by: shortText }),
]);
const carried = {
  versions: z.enum(['latest', 'all']),
  metadata: z.boolean(),
  existing: z.enum(['skip', 'overwrite']),
  deleted: maybe(z.enum(['places', 'values'])),
};
const customMetadata = z.record(
  z.string().check(z.maxLength(512)),
  z.string().check(z.maxLength(4096)),
) as z.ZodMiniType<MetadataSettings['customMetadata']>;
/** An action as the page sends it, and as a journal has it. */
export const action = exactly<PlanAction>()(
  z.union([
    z.strictObject({ kind: z.literal('move'), to: place, pattern: maybe(pattern), ...carried }),
    z.strictObject({
      kind: z.literal('copy'),
      to: place,
      pattern: maybe(pattern),
      without: maybe(z.array(z.string().check(z.maxLength(512))).check(z.maxLength(100))),
      ...carried,
    }),
    z.strictObject({ kind: z.literal('rename'), pattern, of: z.enum(['name', 'path']) }),
    z.strictObject({ kind: z.literal('delete') }),
    z.strictObject({ kind: z.literal('undelete') }),
    z.strictObject({ kind: z.literal('destroy'), which: z.enum(['chosen', 'deleted', 'all']) }),
    z.strictObject({ kind: z.literal('remove') }),
    z.strictObject({
      kind: z.literal('set-settings'),
      settings: z.strictObject({
        maxVersions: maybe(z.int().check(z.gte(0), z.lte(1_000_000_000))),
        casRequired: maybe(z.boolean()),
        deleteVersionAfter: maybe(durationText),
      }),
    }),
    z.strictObject({
      kind: z.literal('set-metadata'),
      set: customMetadata,
      remove: z.array(z.string().check(z.maxLength(512))).check(z.maxLength(64)),
    }),
    z.strictObject({
      kind: z.literal('set-key'),
      key: keyText,
      rawJson: longText,
      onlyWhere: z.enum(['all', 'present', 'absent']),
    }),
    z.strictObject({ kind: z.literal('copy-key'), from: place, key: keyText }),
    z.strictObject({ kind: z.literal('rename-key'), key: keyText, to: keyText }),
    z.strictObject({ kind: z.literal('remove-key'), key: keyText }),
    z.strictObject({ kind: z.literal('replace-value'), key: maybe(keyText), find: text, by: text }),
    z.strictObject({ kind: z.literal('rotate'), key: keyText, recipe: passwordRecipe, same: z.boolean() }),
  ]),
);
/** Rows of the largest plan. */
export const rowIds = z.array(z.int().check(z.gte(0), z.lte(1_000_000))).check(z.maxLength(200_000));

interface Making {
  readonly sessionId: string;
  readonly places: readonly SelectedPlace[];
  readonly action: PlanAction;
}

const sessionsOf = ({ sessionId, places, action: does }: Making): readonly string[] => [
  ...new Set([
    sessionId,
    ...places.map((one) => one.sessionId),
    ...(does.kind === 'copy' || does.kind === 'move' ? [does.to.sessionId] : []),
    ...(does.kind === 'copy-key' ? [does.from.sessionId] : []),
  ]),
];

const aSelection: About<Making, Making> = {
  what: 'a selection',
  find: ({ sessions }, input) => {
    for (const sessionId of sessionsOf(input)) sessions.get(sessionId);
    return input;
  },
  sessions: (_services, input) => sessionsOf(input),
};

export const aPlan: About<{ readonly planId: string }, Plan> = {
  what: 'a plan',
  find: ({ plans }, { planId }) => plans.get(planId),
  sessions: ({ plans }, { planId }) =>
    [...(plans.find(planId)?.sessions ?? [])].map(({ sessionId }) => sessionId),
};

const aPlanOrNone: About<{ readonly planId: string }, Plan | undefined> = {
  ...aPlan,
  what: 'a plan, open or not',
  find: ({ plans }, { planId }) => plans.find(planId),
};

const inPlan = { planId: id };
/** Digests of one plan say nothing about another. */
const keyOf = new WeakMap<Plan, Buffer>();

export const planCalls = [
  call('plan.make', {
    effect: 'changes-here',
    says: 'Make a plan',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aSelection,
    input: z.strictObject({
      sessionId: id,
      places: z.array(place).check(z.minLength(1), z.maxLength(mostSelected)),
      action,
    }),
    maxBytes: 128 * 1024 * 1024,
    run: (_making, input, { services }) => make(services, input),
  }),
  // It changes nothing, but a read costs no gesture.
  call('plan.difference', {
    effect: 'changes-here',
    says: 'Show what a row changes',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aPlan,
    input: z.strictObject({ ...inPlan, row: z.int().check(z.gte(0), z.lte(1_000_000)) }),
    run: (plan, { row }, { services, signal }) => {
      const { paceOf, key } = partsOfPlan(plan, services);
      return differenceOf(plan, row, createRequests({ paceOf, key, signal }));
    },
  }),
  call('plan.run', {
    effect: 'write',
    says: 'Run a plan',
    whenLocked: 'refused',
    asks: ['confirm'],
    about: aPlan,
    input: z.strictObject({ ...inPlan, leftOut: rowIds, include: maybe(rowIds) }),
    maxBytes: 4 * 1024 * 1024,
    run: (plan, input, { services, signal }) => run(services, plan, chosenRows(plan, input), signal),
  }),
  call('plan.retry', {
    effect: 'write',
    says: 'Run the failed rows of a plan again',
    whenLocked: 'refused',
    asks: ['confirm'],
    about: aPlan,
    input: z.strictObject(inPlan),
    run: (plan, _input, { services, signal }) => run(services, plan, failedRows(plan), signal),
  }),
  call('plan.undo', {
    effect: 'changes-here',
    says: 'Make a plan that undoes another',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aPlan,
    input: z.strictObject(inPlan),
    run: (plan, _input, { services }) => undo(services, plan),
  }),
  call('plan.pause', {
    effect: 'changes-here',
    says: 'Pause a plan',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aPlan,
    input: z.strictObject({ ...inPlan, paused: z.boolean() }),
    run: (plan, { paused }) => {
      plan.paused?.goOn();
      delete plan.paused;
      if (paused) {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        plan.paused = { promise: promise.then(() => undefined), goOn: () => resolve(undefined) };
      }
      return {};
    },
  }),
  call('plan.drop', {
    effect: 'changes-here',
    says: 'Drop a plan',
    costs: 'nothing',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aPlanOrNone,
    input: z.strictObject(inPlan),
    run: async (plan, { planId }, { services: { plans, jobs, planJournals } }) => {
      if (plan?.jobId !== undefined) jobs.cancel(plan.jobId);
      plan?.paused?.goOn();
      plans.drop(planId);
      if (plan === undefined) return {};
      plan.isDropped = true;
      if (plan.hasRun === true && plan.jobId === undefined && isForgotten(plan))
        await planJournals.remove(plan.journalId);
      return {};
    },
  }),
] as const;

function make(services: Services, input: Making): PlanJob {
  const { sessions } = services;
  const home = sessions.get(input.sessionId);
  for (const sessionId of sessionsOf(input))
    refuseLimitedUse(sessions.get(sessionId).limitedUse, 'a plan', 'request');
  checkAction(input.action);
  return makeFrom(services, { home, action: input.action }, (walk) => walkSelection(input.places, walk));
}

/** Throws `invalid-input` for an action that no row can be judged by. */
export function checkAction(does: PlanAction): void {
  checkEdit(does);
  if ('pattern' in does) renaming(does.pattern ?? { kind: 'prefix', text: '' });
}

/** Starts to make a plan of the entries that `find` hands on. */
export function makeFrom(
  { plans, jobs, emit, sessions, paceFor }: Services,
  { home, action: does }: Pick<Plan, 'home' | 'action'>,
  find: FindEntries,
): PlanJob {
  const plan = plans.create(home, does);
  const { planId } = plan;
  const jobId = jobs.startFindings<PlanRow>(
    home.sessionId,
    (batch) => emit('plan.found', { ...batch, planId }),
    endingJob(plan, (report) => makeRows(plan, find, partsOfPlan(plan, { sessions, paceFor }), report)),
  );
  plan.jobId = jobId;
  return { planId, jobId };
}

function undo({ plans, jobs, emit, sessions, paceFor }: Services, ran: Plan): PlanJob {
  mustBeIdle(ran);
  for (const session of ran.sessions) refuseLimitedUse(session.limitedUse, 'a plan', 'request');
  const rows = undoRows(ran);
  if (ran.action.kind === 'undo' || rows.length === 0)
    throw new AppFailure({ kind: 'invalid-request', message: 'This plan has changed nothing to undo.' });
  const plan = plans.create(ran.home, { kind: 'undo', of: ran.action });
  for (const session of ran.sessions) plan.sessions.add(session);
  // Digests of the run are compared with those of the reverse.
  const parts = partsOfPlan(ran, { sessions, paceFor });
  keyOf.set(plan, parts.key);
  const { planId } = plan;
  const jobId = jobs.startFindings<PlanRow>(
    ran.home.sessionId,
    (batch) => emit('plan.found', { ...batch, planId }),
    endingJob(plan, (report) => makeOfRows(plan, rows, parts, report)),
  );
  plan.jobId = jobId;
  return { planId, jobId };
}

export function mustBeIdle({ jobId }: Plan): void {
  if (jobId === undefined) return;
  throw new AppFailure({
    kind: 'conflict',
    message: 'This plan is being made or run. Nothing was started.',
  });
}

async function run(
  { jobs, emit, sessions, paceFor, planJournals }: Services,
  plan: Plan,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<PlanJob> {
  const { planId, home } = plan;
  mustBeIdle(plan);
  if (ids.length === 0)
    throw new AppFailure({ kind: 'invalid-request', message: 'No row of this plan is left to run.' });
  for (const session of plan.sessions) refuseLimitedUse(session.limitedUse, 'a plan', 'request');
  const rows = ids.map((one) => plan.rows[one] as StoredRow);
  // Frozen from here on: neither a second run nor a making can change what was agreed to.
  plan.jobId = 'asking';
  try {
    const consentOf = await confirmPlan(plan, rows, signal);
    // Without a journal nothing runs: a crash could not be explained.
    const journal = await beginJournal(planJournals, plan, ids);
    plan.hasRun = true;
    const parts = { ...partsOfPlan(plan, { sessions, paceFor }), journal };
    const work = async (report: RowsReport<PlanResult>) => {
      try {
        return await runRows(plan, ids, consentOf, parts, report);
      } finally {
        await journal.end(isWhole(plan, ids) || isForgotten(plan));
      }
    };
    try {
      const jobId = jobs.startRows<PlanResult>(
        home.sessionId,
        ({ rows: results, ...batch }: RowBatch<PlanResult>) =>
          emit('plan.ran', { ...batch, planId, results }),
        endingJob(plan, work),
      );
      plan.jobId = jobId;
      return { planId, jobId };
    } catch (failure) {
      await journal.end(plan.progress.size === 0);
      throw failure;
    }
  } catch (failure) {
    delete plan.jobId;
    throw failure;
  }
}

/** True if nobody sees the plan any more and no row of it stands half done: its journal has nothing to tell. */
function isForgotten({ isDropped, progress }: Plan): boolean {
  return isDropped === true && progress.size === 0;
}

/** Parts of the work on a plan; one plan has one key for its digests. */
export function partsOfPlan(plan: Plan, { sessions, paceFor }: Pick<Services, 'sessions' | 'paceFor'>) {
  const key = keyOf.get(plan) ?? randomBytes(32);
  keyOf.set(plan, key);
  return { sessionOf: (sessionId: string) => sessions.get(sessionId), paceOf: paceFor, key };
}

/** Work whose end frees its plan for the next job. */
export function endingJob<Report, End>(plan: Plan, work: (report: Report) => Promise<End>) {
  return async (report: Report): Promise<End> => {
    try {
      return await work(report);
    } finally {
      delete plan.jobId;
    }
  };
}
