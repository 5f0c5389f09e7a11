import type { Measured } from './report.ts';

/** What one part of the bench hands in: its row, and lines that explain where the figure comes from. */
export interface Part {
  readonly measured: Measured;
  readonly notes: readonly string[];
}
