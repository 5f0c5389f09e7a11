/** `comparison.*`: two folders compared to their ends, or a folder and a file. Their values stay in main; a difference goes out as a plan. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ComparisonJob } from '../../../shared/ipc/contract/comparison.ts';
import type { PlanJob } from '../../../shared/ipc/contract/plan.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { canCopyFrom, isComparedFile } from '../../../shared/vault/comparison.ts';
import type { ComparedPlace, ComparisonRow, ComparisonSide } from '../../../shared/vault/comparison.ts';
import { importFolders } from '../../../shared/vault/import.ts';
import { checkSides, comparedKeys, compareFolders } from '../../work/comparison/compare-folders.ts';
import { isFile } from '../../work/comparison/comparisons.ts';
import type { ComparedSide, Comparison } from '../../work/comparison/comparisons.ts';
import type { MappedEntry } from '../../work/import/imported-entry.ts';
import { usualMapping } from '../../work/import/mapping.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { createRequests } from '../../work/plan/requests.ts';
import type { SelectedEntry } from '../../work/selected-entries.ts';
import type { Services } from '../../services/services.ts';
import type { About } from '../about.ts';
import { call } from '../call.ts';
import { exactly } from '../same-shape.ts';
import { id, inSession, selectedPlace } from './fields.ts';
import { planImport } from './import.ts';
import { makeFrom } from './plan.ts';

interface Sides {
  readonly sessionId: string;
  readonly left: ComparedPlace;
  readonly right: ComparedPlace;
}

/** A page names a file by its id, which can be one that a lock has taken. */
function sessionsOf({ imports }: Services, { sessionId, left, right }: Sides): readonly string[] {
  const known = [left, right].flatMap((side) =>
    isComparedFile(side) ? (imports.sessionOf(side.importId) ?? []) : side.sessionId,
  );
  return [...new Set([sessionId, ...known])];
}

const twoSides: About<Sides, Sides> = {
  what: 'two folders, or a folder and a file',
  find: (services, input) => {
    for (const side of [input.left, input.right])
      if (isComparedFile(side) && services.imports.get(side.importId).sessionId !== input.sessionId)
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'importId',
          message: 'The file was read for another connection. Nothing was done.',
        });
    for (const sessionId of sessionsOf(services, input)) services.sessions.get(sessionId);
    return input;
  },
  sessions: sessionsOf,
};

const side = exactly<ComparedPlace>()(
  z.union([selectedPlace, z.strictObject({ importId: id, folders: z.enum(importFolders) })]),
);

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
    about: twoSides,
    input: z.strictObject({ ...inSession, left: side, right: side }),
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
  const [left, right] = [sideOf(services, input.left), sideOf(services, input.right)];
  const involved = sessionsOf(services, input).map((sessionId) => sessions.get(sessionId));
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

/** A side as it stands now: the file can be read in another layout afterwards. */
function sideOf({ imports }: Services, place: ComparedPlace): ComparedSide {
  if (!isComparedFile(place)) return place;
  const { fileName, bytes, read } = imports.get(place.importId);
  return {
    fileName,
    sizeBytes: bytes.length,
    read,
    mapping: { ...usualMapping(read), folders: place.folders },
  };
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
  const [source, place] = [comparison[from], comparison[to]];
  if (isFile(place))
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'to',
      message: 'That side is a file, and nothing is written to files here. No plan was made.',
      hint: 'Export the folder.',
    });
  const entries: SelectedEntry[] = [];
  const items: MappedEntry[] = [];
  for (const at of new Set(rows)) {
    const compared = comparison.rows[at];
    const entry = compared?.[from];
    if (compared === undefined || entry === undefined || !canCopyFrom(from, compared.row)) continue;
    if ('item' in entry) items.push(carried(entry.item, { versions, metadata }));
    else entries.push({ ...entry, below: isFile(source) ? '' : source.path });
  }
  if (entries.length + items.length === 0)
    throw new AppFailure({
      kind: 'invalid-request',
      message: `No chosen row has an entry on the ${from} that differs. No plan was made.`,
    });
  if (isFile(source)) {
    const mapping = { ...source.mapping, versions, metadata };
    const importing = { ...source, to: place, existing: 'overwrite', mapping } as const;
    return planImport(services, comparison.home, { ...importing, items: () => Promise.resolve(items) });
  }
  const action = { kind: 'copy', to: place, versions, metadata, existing: 'overwrite' } as const;
  return makeFrom(services, { home: comparison.home, action }, async ({ onEntries }) => {
    await onEntries(entries);
    return undefined;
  });
}

/** An item with the versions and the metadata that are wanted of it. */
function carried(
  item: MappedEntry,
  { versions, metadata }: Pick<Wanted, 'versions' | 'metadata'>,
): MappedEntry {
  return {
    ...item,
    ...(versions === 'all' ? {} : { versions: item.versions.slice(-1), oldest: 1 }),
    ...(metadata ? {} : { settings: {} }),
  };
}
