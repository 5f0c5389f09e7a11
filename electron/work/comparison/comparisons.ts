/**
 * The comparisons of this run, in memory: paths and verdicts, and the values of a side that is a file. A plan of their
 * rows is made from here.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { ImportMapping } from '../../../shared/vault/import.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { Session } from '../../core/session/session.ts';
import type { MappedEntry, ReadFile } from '../import/imported-entry.ts';
import type { SelectedEntry } from '../selected-entries.ts';

/** A file as a side. */
export interface FileSide {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly read: ReadFile;
  readonly mapping: ImportMapping;
}

/** A side: a folder, or a file. */
export type ComparedSide = SelectedPlace | FileSide;

/** An item of a file. `problem`: the reason why nobody can say what the file has at this path. */
export interface FileItem {
  readonly item: MappedEntry;
  readonly problem?: string;
}

/** Something at a path of a side. */
export type ComparedEntry = SelectedEntry | FileItem;

/** One path: its verdict, and the entry of each side. */
export interface ComparedPath {
  readonly row: ComparisonRow;
  readonly left: ComparedEntry | undefined;
  readonly right: ComparedEntry | undefined;
}

/** A comparison of this run. */
export interface Comparison {
  readonly comparisonId: string;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
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
  /** Drops those of a locked session that have the values of a file. */
  readonly lockSession: (sessionId: string) => void;
  /** Drops the comparisons of a session that has closed. */
  readonly closeSession: (sessionId: string) => void;
}

/** Comparisons at a time; the oldest goes first. */
const MOST_COMPARISONS = 8;

/** True for a side that is a file. */
export function isFile(side: ComparedSide): side is FileSide {
  return 'read' in side;
}

/** Makes the store of comparisons, empty. */
export function createComparisons(): Comparisons {
  const comparisons = new Map<string, Comparison>();
  const dropOf = (sessionId: string, isDropped: (comparison: Comparison) => boolean): void => {
    for (const comparison of comparisons.values())
      if (isDropped(comparison) && [...comparison.sessions].some((one) => one.sessionId === sessionId))
        comparisons.delete(comparison.comparisonId);
  };
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
    lockSession: (sessionId) => dropOf(sessionId, ({ left, right }) => isFile(left) || isFile(right)),
    closeSession: (sessionId) => dropOf(sessionId, () => true),
  };
}
