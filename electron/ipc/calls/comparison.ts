/** `comparison.*`: two folders compared to their ends. Their values stay in main; a difference goes out as a plan. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ComparisonJob } from '../../../shared/ipc/contract/comparison.ts';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { canCopyFrom } from '../../../shared/vault/comparison.ts';
import type { ComparisonRow, ComparisonSide } from '../../../shared/vault/comparison.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { checkSides, comparedKeys, compareFolders } from '../../work/comparison/compare-folders.ts';
import type { Comparison } from '../../work/comparison/comparisons.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { createRequests } from '../../work/plan/requests.ts';
import type { SelectedEntry } from '../../work/selected-entries.ts';
import type { Services } from '../../services/services.ts';
import type { About } from '../about.ts';
import { call } from '../call.ts';
import { id, inSession, selectedPlace } from './fields.ts';
import { makeFrom } from './plan.ts';

interface Sides {
  readonly sessionId: string;
  readonly left: SelectedPlace;
  readonly right: SelectedPlace;
}

const sessionsOf = ({ sessionId, left, right }: Sides): readonly string[] => [
  ...new Set([sessionId, left.sessionId, right.sessionId]),
];

const twoFolders: About<Sides, Sides> = {
  what: 'two folders',
  find: ({ sessions }, input) => {
    for (const sessionId of sessionsOf(input)) sessions.get(sessionId);
    return input;
  },
  sessions: (_services, input) => sessionsOf(input),
};

const aComparison: About<{ readonly comparisonId: string }, Comparison> = {
  what: 'a comparison',
  find: ({ comparisons }, { comparisonId }) => comparisons.get(comparisonId),
  sessions: ({ comparisons }, { comparisonId }) =>
    [...(comparisons.find(comparisonId)?.sessions ?? [])].map(({ sessionId }) => sessionId),
};

const aComparisonOrNone: About<{ readonly comparisonId: string }, Comparison | undefined> = {
  ...aComparison,
  what: 'a comparison, open or not',
  find: ({ comparisons }, { comparisonId }) => comparisons.find(comparisonId),
};

const inComparison = { comparisonId: id };
const rowId = z.int().check(z.gte(0), z.lte(1_000_000));

export const comparisonCalls = [
  call('comparison.start', {
    effect: 'changes-here',
    says: 'Read and compare folders',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: twoFolders,
    input: z.strictObject({ ...inSession, left: selectedPlace, right: selectedPlace }),
    run: (_sides, input, { services }) => start(services, input),
  }),
  // It changes nothing, but a read costs no gesture.
  call('comparison.difference', {
    effect: 'changes-here',
    says: 'Compare two entries',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aComparison,
    input: z.strictObject({ ...inComparison, row: rowId }),
    asJson: true,
    run: (comparison, { row }, { services: { paceFor }, signal }) =>
      comparedKeys(comparison, row, createRequests({ paceOf: paceFor, key: randomBytes(32), signal })),
  }),
  call('comparison.plan', {
    effect: 'changes-here',
    says: 'Make a plan of differences',
    costs: 'gesture',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aComparison,
    input: z.strictObject({
      ...inComparison,
      to: z.enum(['left', 'right']),
      rows: z.array(rowId).check(z.minLength(1), z.maxLength(200_000)),
      versions: z.enum(['latest', 'all']),
      metadata: z.boolean(),
    }),
    maxBytes: 2 * 1024 * 1024,
    run: (comparison, input, { services }) => plan(services, comparison, input),
  }),
  call('comparison.drop', {
    effect: 'changes-here',
    says: 'Drop a comparison',
    costs: 'nothing',
    whenLocked: 'refused',
    asks: 'nothing',
    about: aComparisonOrNone,
    input: z.strictObject(inComparison),
    run: (comparison, { comparisonId }, { services: { comparisons, jobs } }) => {
      if (comparison?.jobId !== undefined) jobs.cancel(comparison.jobId);
      comparisons.drop(comparisonId);
      return {};
    },
  }),
] as const;

function start(services: Services, input: Sides): ComparisonJob {
  const { comparisons, jobs, emit, sessions, paceFor } = services;
  const { left, right } = input;
  const involved = sessionsOf(input).map((sessionId) => sessions.get(sessionId));
  for (const session of involved) refuseLimitedUse(session.limitedUse, 'a comparison', 'entry');
  checkSides(left, right);
  const home = sessions.get(input.sessionId);
  const comparison = comparisons.create({ left, right, home, sessions: new Set(involved) });
  const { comparisonId } = comparison;
  const jobId = jobs.startFindings<ComparisonRow>(
    home.sessionId,
    (batch) => emit('comparison.found', { ...batch, comparisonId }),
    async (report) => {
      const { signal } = report;
      const requests = createRequests({ paceOf: paceFor, key: randomBytes(32), signal });
      try {
        const parts = { sessionOf: (one: string) => sessions.get(one), paceOf: paceFor, requests };
        return await compareFolders(comparison, parts, report);
      } finally {
        delete comparison.jobId;
      }
    },
  );
  comparison.jobId = jobId;
  return { comparisonId, jobId };
}

interface Wanted {
  readonly to: ComparisonSide;
  readonly rows: readonly number[];
  readonly versions: 'latest' | 'all';
  readonly metadata: boolean;
}

/** Entries of the other side that differ, and the folder that they go to. */
function plan(services: Services, comparison: Comparison, { to, rows, versions, metadata }: Wanted): PlanJob {
  const from = to === 'left' ? 'right' : 'left';
  const entries: SelectedEntry[] = [];
  for (const at of new Set(rows)) {
    const compared = comparison.rows[at];
    const entry = compared?.[from];
    if (compared === undefined || entry === undefined || !canCopyFrom(from, compared.row)) continue;
    entries.push({ ...entry, below: comparison[from].path });
  }
  if (entries.length === 0)
    throw new AppFailure({
      kind: 'invalid-request',
      message: `No chosen row has an entry on the ${from} that differs. No plan was made.`,
    });
  const action = { kind: 'copy', to: comparison[to], versions, metadata, existing: 'overwrite' } as const;
  return makeFrom(services, { home: comparison.home, action }, async ({ onEntries }) => {
    await onEntries(entries);
    return undefined;
  });
}
