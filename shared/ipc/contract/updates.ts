/** New versions of the app itself. */
import type { AppError } from '../result.ts';
import type { Call, None } from './call.ts';

/** `off`: nobody is asked for new versions. `ask`: they are looked for, and named. `automatic`: downloaded, too, and installed at quit. */
export type UpdateMode = 'off' | 'ask' | 'automatic';

/**
 * How this copy of the app gets new versions: by itself, from the package manager that installed it, or because a person
 * replaces it by hand.
 */
export type UpdateWay = 'itself' | 'package-manager' | 'by-hand';

/** A newer version, as its signed description has it. */
export interface FoundUpdate {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly released: string;
  /** Plain text. */
  readonly notes: string;
  readonly sizeBytes: number;
}

/** How far an update is. */
export type UpdateStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** There is no newer version. */
  | { readonly kind: 'newest' }
  | { readonly kind: 'found'; readonly update: FoundUpdate }
  | { readonly kind: 'downloading'; readonly update: FoundUpdate; readonly receivedBytes: number }
  /** Downloaded and verified. */
  | { readonly kind: 'ready'; readonly update: FoundUpdate; readonly atQuit: boolean };

/** Everything a person can know about updates. */
export interface UpdateState {
  readonly way: UpdateWay;
  /** Why it is not `itself`, in a sentence; empty where it is. */
  readonly why: string;
  /** Whether new versions are looked for here: they are named where the app does not install them itself, too. */
  readonly looks: boolean;
  /** Absent: the person has not chosen yet. */
  readonly mode?: UpdateMode;
  /** Where new versions are looked for; empty: nowhere. */
  readonly feed: string;
  readonly stage: UpdateStage;
  /** ISO 8601, UTC: the last check that succeeded; empty: none yet. */
  readonly checkedAt: string;
  /** Why the last step failed. Nothing was changed by it. */
  readonly problem?: AppError;
}

export interface UpdateCalls {
  'updates.state': Call<None, UpdateState>;
  /** What contacts the feed's address is confirmed in the secure prompt. */
  'updates.setMode': Call<{ readonly mode: UpdateMode }, UpdateState>;
  /** Confirmed in the secure prompt; empty: the address that this build came with. */
  'updates.setFeed': Call<{ readonly address: string }, UpdateState>;
  'updates.check': Call<None, UpdateState>;
  /** Downloads and verifies what was found; resolves when it is ready. */
  'updates.download': Call<None, UpdateState>;
  'updates.cancel': Call<None, UpdateState>;
  /** Switched on in the secure prompt only. */
  'updates.setAtQuit': Call<{ readonly on: boolean }, UpdateState>;
  /** Quits, installs and starts again, after a yes in the secure prompt. Refused while something would be lost. */
  'updates.installNow': Call<None, UpdateState>;
}

export interface UpdateEvents {
  'updates.changed': UpdateState;
}
