/** `plan.save`, `plan.load`: plans as files. Main shows the dialogs, so that no page chooses a path. */
import { basename } from 'node:path';
import * as z from 'zod/mini';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PlanAction, PlanRow } from '../../../shared/vault/plan.ts';
import type { Session } from '../../core/session/session.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import {
  askForValues,
  judgeLoaded,
  loadedRows,
  refuseStrayRows,
  sessionsFor,
} from '../../work/plan/load-plan.ts';
import { makeOfRows } from '../../work/plan/make.ts';
import { readPlan, refuseUnsavable, savePlan } from '../../work/plan/plan-file.ts';
import type { SavedPlan } from '../../work/plan/plan-file.ts';
import { actionOfLines } from '../../work/plan/plan-lines.ts';
import type { TypedValues } from '../../work/plan/plan-lines.ts';
import { chosenRows } from '../../work/plan/run.ts';
import type { Services } from '../../services/services.ts';
import { call } from '../call.ts';
import { change } from '../presets.ts';
import { id, maybe } from './fields.ts';
import { action, aPlan, checkAction, endingJob, mustBeIdle, partsOfPlan, rowIds } from './plan.ts';

export const planFileCalls = [
  call('plan.save', {
    effect: 'changes-here',
    says: 'Save a plan',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aPlan,
    input: z.strictObject({ planId: id, leftOut: rowIds, include: maybe(rowIds) }),
    maxBytes: 4 * 1024 * 1024,
    run: async (plan, input, { services: { platform }, signal }) => {
      mustBeIdle(plan);
      const ids = chosenRows(plan, input);
      refuseUnsavable(plan, ids);
      const stamp = new Date().toISOString().slice(0, 10);
      const path = await platform.chooseSavePath('plan', `plan-${plan.action.kind}-${stamp}.jsonl`);
      if (path === undefined || signal.aborted) throw noFile();
      mustBeIdle(plan);
      await savePlan(path, plan, ids);
      return { fileName: basename(path), rows: ids.length };
    },
  }),
  change(
    'plan.load',
    { says: 'Load a plan', costs: 'gesture', asks: ['enter-fields'] },
    {},
    async (home, _none, { services, signal }) => {
      const path = await services.platform.chooseFile('plan');
      if (path === undefined || signal.aborted) throw noFile();
      return load(services, home, await readPlan(path), signal);
    },
  ),
] as const;

function noFile(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
}

async function load(
  services: Services,
  home: Session,
  file: SavedPlan,
  signal: AbortSignal,
): Promise<PlanJob & { readonly action: PlanAction; readonly fileName: string }> {
  const { sessions, platform, plans, jobs, emit } = services;
  const sessionIds = sessionsFor(file, sessions.list(), home.sessionId);
  const involved = sessionIds.map((sessionId) => sessions.get(sessionId));
  for (const session of [home, ...involved]) refuseLimitedUse(session.limitedUse, 'a plan', 'request');
  const shown = actionOf(file, sessionIds);
  await refuseStrayRows(file, shown, sessionIds);
  const does = actionOf(file, sessionIds, await askForValues(shown, file.fileName, platform.ask, signal));
  signal.throwIfAborted();
  const plan = plans.create(home, does);
  for (const session of involved) plan.sessions.add(session);
  const { planId } = plan;
  const parts = partsOfPlan(plan, services);
  const jobId = jobs.startFindings<PlanRow>(
    home.sessionId,
    (batch) => emit('plan.found', { ...batch, planId }),
    endingJob(plan, async (report) => {
      const { rows, saved } = await loadedRows(plan, file, involved, report);
      return makeOfRows(plan, rows, parts, report, (at, row, requests) => {
        const line = saved[at];
        if (line === undefined) throw new RangeError('A row of a file has no line.');
        return judgeLoaded(plan, row, line, requests);
      });
    }),
  );
  plan.jobId = jobId;
  return { planId, jobId, action: shown, fileName: file.fileName };
}

/** The action of a file, checked as one of the page is; without `typed` values it has empty ones. */
function actionOf(
  { fileName, header }: SavedPlan,
  sessionIds: readonly string[],
  typed: TypedValues = {},
): PlanAction {
  const found = z.safeParse(action, actionOfLines(header, sessionIds, typed));
  // The rows of these are made by main alone.
  if (!found.success || ['import', 'undo'].includes(header.action.kind))
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `The action of “${fileName}” is not one of a plan.`,
      hint: 'Choose another file. No plan was made.',
    });
  checkAction(found.data);
  return found.data;
}
