/** Two folders or mounts side by side, or one and a file, entry by entry. Values stay in main. */
import type { ImportMapping } from './import.ts';
import type { SelectedPlace } from './selection.ts';

/** A file that main has read, as a side. `folders`: those of the file that its paths have here. */
export interface ComparedFile {
  readonly importId: string;
  readonly folders: ImportMapping['folders'];
}

/** A side: a folder of a session, or a file. */
export type ComparedPlace = SelectedPlace | ComparedFile;

/** True for a side that is a file. */
export function isComparedFile(side: ComparedPlace): side is ComparedFile {
  return 'importId' in side;
}

/** Verdict over one path. `unknown`: a side could not be read there, so nobody knows. */
export type EntryComparison = 'same' | 'different' | 'left-only' | 'right-only' | 'unknown';

export type ComparisonSide = 'left' | 'right';

/** One path that is on a side. */
export interface ComparisonRow {
  /** Index within the comparison, from 0. */
  readonly id: number;
  /** Below both sides. */
  readonly path: string;
  readonly change: EntryComparison;
  /** Keys that differ, of those of both sides; absent unless both were read. */
  readonly differ?: number;
  readonly keys?: number;
  /** Its current version is deleted or destroyed there. */
  readonly gone?: ComparisonSide | 'both';
  /** The reason, for `unknown`. */
  readonly reason?: string;
}

/** True for a row with an entry to copy from a side. */
export function canCopyFrom(side: ComparisonSide, { change }: ComparisonRow): boolean {
  return change === 'different' || change === (side === 'left' ? 'left-only' : 'right-only');
}
