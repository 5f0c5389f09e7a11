/** Locking the app. */
import type { Call, None } from './call.ts';

export type LockReason = 'asked' | 'idle' | 'suspend' | 'screen-lock';

/** State of the lock. While locked, main holds no token and most calls answer `locked`. */
export interface LockState {
  readonly locked: boolean;
  /** ISO 8601; empty while unlocked. */
  readonly since: string;
  readonly reason?: LockReason;
  /** Number of drafts in main, hidden until unlock. */
  readonly drafts: number;
  /** Number of one-time results in main, hidden until unlock. */
  readonly oneTimeResults: number;
}

export interface LockCalls {
  'lock.state': Call<None, LockState>;
  /** Locks now; the window's page is replaced. */
  'lock.now': Call<None, None>;
}

export interface LockEvents {
  'lock.changed': LockState;
}
