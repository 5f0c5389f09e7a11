/** The comparisons of this run, in memory: paths and verdicts, no values. A plan of their rows is made from here. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { Session } from '../../core/session/session.ts';
import type { SelectedEntry } from '../selected-entries.ts';

/** One path: its verdict, and the entry of each side. */
export interface ComparedPath {
  readonly row: ComparisonRow;
  readonly left: SelectedEntry | undefined;
  readonly right: SelectedEntry | undefined;
}

/** A comparison of this run. */
export interface Comparison {
  readonly comparisonId: string;
  readonly left: SelectedPlace;
  readonly right: SelectedPlace;
  readonly rows: ComparedPath[];
  /** The sessions of both sides, and the one that its jobs belong to. */
  readonly sessions: ReadonlySet<Session>;
  readonly home: Session;
  /** The job under way. */
  jobId?: string;
}

export interface Comparisons {
  readonly create: (parts: Omit<Comparison, 'comparisonId' | 'rows'>) => Comparison;
  /** Throws `invalid-input` for a comparison that is not there. */
  readonly get: (comparisonId: string) => Comparison;
  readonly find: (comparisonId: string) => Comparison | undefined;
  readonly drop: (comparisonId: string) => void;
  /** Drops the comparisons of a session that has closed. */
  readonly closeSession: (sessionId: string) => void;
}

/** Comparisons at a time; the oldest goes first. */
const MOST_COMPARISONS = 8;

/** Makes the store of comparisons, empty. */
export function createComparisons(): Comparisons {
  const comparisons = new Map<string, Comparison>();
  return {
    create: (parts) => {
      const idle = [...comparisons.values()].find(({ jobId }) => jobId === undefined);
      if (comparisons.size >= MOST_COMPARISONS && idle !== undefined) comparisons.delete(idle.comparisonId);
      const comparison: Comparison = { ...parts, comparisonId: randomUUID(), rows: [] };
      comparisons.set(comparison.comparisonId, comparison);
      return comparison;
    },
    get: (comparisonId) => {
      const comparison = comparisons.get(comparisonId);
      if (comparison !== undefined) return comparison;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'comparisonId',
        message: 'This comparison is not open any more. Nothing was done.',
        hint: 'Compare again.',
      });
    },
    find: (comparisonId) => comparisons.get(comparisonId),
    drop: (comparisonId) => void comparisons.delete(comparisonId),
    closeSession: (sessionId) => {
      for (const { comparisonId, sessions } of comparisons.values())
        if ([...sessions].some((one) => one.sessionId === sessionId)) comparisons.delete(comparisonId);
    },
  };
}
