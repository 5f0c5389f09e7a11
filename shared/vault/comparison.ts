/** Two folders or mounts side by side, entry by entry. Values stay in main. */

/** Verdict over one path. `unknown`: a side could not be read there, so nobody knows. */
export type EntryComparison = 'same' | 'different' | 'left-only' | 'right-only' | 'unknown';

export type ComparisonSide = 'left' | 'right';

/** One path that is on a side. */
export interface ComparisonRow {
  /** Index within the comparison, from 0. */
  readonly id: number;
  /** Below both folders. */
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
