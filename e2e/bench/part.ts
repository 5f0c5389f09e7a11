import type { Measured } from './report.ts';

/** Result of one part of the bench: its row, and notes that explain the figure. */
export interface Part {
  readonly measured: Measured;
  /** Rows measured along with it. */
  readonly also?: readonly Measured[];
  readonly notes: readonly string[];
}
