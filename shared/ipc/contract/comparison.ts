/** Two folders compared, or a folder and a file, entry by entry. A comparison lives in main; the page has its rows. */
import type { ComparedPlace, ComparisonRow, ComparisonSide } from '../../vault/comparison.ts';
import type { KeyDifference } from '../../vault/editing.ts';
import type { Call, InSession, None } from './call.ts';
import type { PlanJob } from './plan.ts';

type InComparison = { readonly comparisonId: string };

/** A comparison under way: its rows come by events of this job. */
export interface ComparisonJob {
  readonly comparisonId: string;
  readonly jobId: string;
}

/** Rows of a comparison, as they are found. */
export interface ComparisonFound extends ComparisonJob {
  readonly rows: readonly ComparisonRow[];
  /** Paths compared, of those found. */
  readonly done: number;
  readonly total: number;
}

export interface ComparisonCalls {
  /**
   * Lists two folders to their ends, reads every entry of both, and compares them, as a job of the session. One side
   * can be a file that the session has read for it, whose items are compared by their newest values. Spends a gesture: a
   * page that can write to one side could test a guess per call otherwise. `job.ended` says which folders could not be
   * read.
   */
  'comparison.start': Call<
    InSession & { readonly left: ComparedPlace; readonly right: ComparedPlace },
    ComparisonJob
  >;
  /** Reads both entries of a row again and compares them by key; spends a gesture for the same reason. */
  'comparison.difference': Call<InComparison & { readonly row: number }, readonly KeyDifference[]>;
  /**
   * Makes a plan that copies the entries of rows to a side, over what is there; from a file it is an import. It changes
   * nothing. Rejects with `invalid-input` if that side is the file.
   */
  'comparison.plan': Call<
    InComparison & {
      readonly to: ComparisonSide;
      readonly rows: readonly number[];
      readonly versions: 'latest' | 'all';
      readonly metadata: boolean;
    },
    PlanJob
  >;
  /** Forgets a comparison; one under way is cancelled. */
  'comparison.drop': Call<InComparison, None>;
}

export interface ComparisonEvents {
  'comparison.found': ComparisonFound;
}
