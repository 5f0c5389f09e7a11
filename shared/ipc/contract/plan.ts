/** Plans: changes of many entries, read row by row before they run. A plan lives in main; the page has its rows. */
import type { PlanAction, PlanDifference, PlanResult, PlanRow, UnfinishedPlan } from '../../vault/plan.ts';
import type { SelectedPlace } from '../../vault/selection.ts';
import type { Call, InSession, None } from './call.ts';

type InPlan = { readonly planId: string };

/** A plan under way: its rows or results come by events of this job. */
export interface PlanJob {
  readonly planId: string;
  readonly jobId: string;
}

/** Rows of a plan, as they are found. A row that comes again takes the place of the one with its id. */
export interface PlanFound extends PlanJob {
  readonly rows: readonly PlanRow[];
  /** Entries judged, of those found so far. */
  readonly done: number;
  readonly total: number;
}

/** Results of a run; rows without one were not tried. */
export interface PlanRan extends PlanJob {
  readonly results: readonly PlanResult[];
  readonly done: number;
  readonly total: number;
}

export interface PlanCalls {
  /** Makes a plan, as a job of the session; changes nothing on a server. `job.ended` says which folders could not be read. */
  'plan.make': Call<
    InSession & { readonly places: readonly SelectedPlace[]; readonly action: PlanAction },
    PlanJob
  >;
  /**
   * Writes the rows that a run would be about to a file that the user chooses: paths, versions and the action, no
   * value. Rejects with `cancelled` if no file was chosen.
   */
  'plan.save': Call<
    InPlan & { readonly leftOut: readonly number[]; readonly include?: readonly number[] },
    { readonly fileName: string; readonly rows: number }
  >;
  /**
   * Makes a plan from a file that the user chooses, judged anew: rows whose entries have changed say so. Values that
   * its action needs are typed in the secure prompt; the action comes back without them.
   */
  'plan.load': Call<InSession, PlanJob & { readonly action: PlanAction; readonly fileName: string }>;
  /**
   * Reads the entries of one row and says what changes in it by key, without values. Each call spends a gesture: a
   * page that can write to one of the entries could test a guess per call otherwise.
   */
  'plan.difference': Call<InPlan & { readonly row: number }, PlanDifference>;
  /**
   * Asks about the whole plan, then runs its rows, without those left out. A row that would lose versions runs only
   * if it is in `include`. Rows that are done stay so: a second run is about the rest.
   */
  'plan.run': Call<
    InPlan & { readonly leftOut: readonly number[]; readonly include?: readonly number[] },
    PlanJob
  >;
  /** Runs the failed rows again, after another question. */
  'plan.retry': Call<InPlan, PlanJob>;
  /** Makes the reverse of a plan that ran, as a plan of its own; changes nothing on a server. */
  'plan.undo': Call<InPlan, PlanJob>;
  /** Plans of a connection whose runs did not come to their end: the app ended, or rows stayed half done. */
  'plan.unfinished': Call<InSession, readonly UnfinishedPlan[]>;
  /**
   * Checks on the server where each row of an unfinished plan stands, and makes a plan of the rest; changes nothing. Of
   * an import it asks for the file again, and in the secure prompt for its key. Rejects with `invalid-input` for another
   * file.
   */
  'plan.resume': Call<InSession & { readonly unfinishedId: string }, PlanJob>;
  /** Forgets an unfinished plan: what is half done stays so. */
  'plan.forget': Call<InSession & { readonly unfinishedId: string }, None>;
  /** Rows under way come to their end; none begins until it goes on. */
  'plan.pause': Call<InPlan & { readonly paused: boolean }, None>;
  /** Forgets a plan; one under way is cancelled. */
  'plan.drop': Call<InPlan, None>;
}

export interface PlanEvents {
  'plan.found': PlanFound;
  'plan.ran': PlanRan;
}
