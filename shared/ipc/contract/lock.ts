/** Locking the app. */
import type { Call, None } from './call.ts';

export type LockReason = 'asked' | 'idle' | 'suspend' | 'screen-lock';

/** Whether the app is locked: no token is held, every other call answers `locked`. */
export interface LockState {
  readonly locked: boolean;
  /** ISO 8601; empty while unlocked. */
  readonly since: string;
  readonly reason?: LockReason;
  /** Unsaved edits that main keeps, unseen. */
  readonly drafts: number;
  /** One-shot answers that main keeps, unseen. */
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
