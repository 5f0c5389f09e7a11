import type { Measured } from './report.ts';

/** What one part of the bench hands in: its row, and lines that explain where the figure comes from. */
export interface Part {
  readonly measured: Measured;
  /** Rows that were measured along with it. */
  readonly also?: readonly Measured[];
  readonly notes: readonly string[];
}
