/** New versions of the app itself. */
import type { AppError } from '../result.ts';
import type { Call, None } from './call.ts';

/** `off`: never checks for new versions. `ask`: checks and reports. `automatic`: downloads, and installs at quit. */
export type UpdateMode = 'off' | 'ask' | 'automatic';

/**
 * Source of new versions for this copy of the app: itself, the package manager that installed it, or the user by
 * hand.
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

/** Progress of an update. */
export type UpdateStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  /** No newer version exists. */
  | { readonly kind: 'newest' }
  | { readonly kind: 'found'; readonly update: FoundUpdate }
  | { readonly kind: 'downloading'; readonly update: FoundUpdate; readonly receivedBytes: number }
  /** Downloaded and verified. */
  | { readonly kind: 'ready'; readonly update: FoundUpdate; readonly atQuit: boolean };

/** Everything a screen shows about updates. */
export interface UpdateState {
  readonly way: UpdateWay;
  /** Reason if `way` is not `itself`, in a sentence; else empty. */
  readonly why: string;
  /** True if this copy checks for new versions, even if it only reports them. */
  readonly looks: boolean;
  /** Absent: the user has not chosen yet. */
  readonly mode?: UpdateMode;
  /** Address of the feed; empty: without one. */
  readonly feed: string;
  readonly stage: UpdateStage;
  /** Time of the last successful check, ISO 8601, UTC; empty before the first. */
  readonly checkedAt: string;
  /** Error of the last step, which changed nothing. */
  readonly problem?: AppError;
}

export interface UpdateCalls {
  'updates.state': Call<None, UpdateState>;
  /** A mode that contacts the feed is confirmed in the secure prompt. */
  'updates.setMode': Call<{ readonly mode: UpdateMode }, UpdateState>;
  /** Confirmed in the secure prompt; empty: the default address of this build. */
  'updates.setFeed': Call<{ readonly address: string }, UpdateState>;
  'updates.check': Call<None, UpdateState>;
  /** Downloads and verifies the version found; resolves when it is ready. */
  'updates.download': Call<None, UpdateState>;
  'updates.cancel': Call<None, UpdateState>;
  /** Switched on in the secure prompt only. */
  'updates.setAtQuit': Call<{ readonly on: boolean }, UpdateState>;
  /** Quits, installs and starts again, confirmed in the secure prompt. Refused while data would be lost. */
  'updates.installNow': Call<None, UpdateState>;
}

export interface UpdateEvents {
  'updates.changed': UpdateState;
}
