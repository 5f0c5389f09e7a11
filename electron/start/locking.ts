/** Locks of the app by itself: after a time without the user, and by events of the system. */
import { app, powerMonitor } from 'electron';
import type { LockReason } from '../../shared/ipc/contract.ts';
import type { Seen } from '../core/seen.ts';
import { faultOf } from '../disk/fault.ts';
import { watchIdleness } from '../platform/idle.ts';
import { watchInput } from '../platform/input.ts';
import { watchPower } from '../platform/power.ts';
import type { QuitQuestion } from '../window/quit-question.ts';
import type { LateBackend } from './late-backend.ts';
import type { OwnRecords } from './own-records.ts';

export interface LockingParts {
  readonly backend: Pick<LateBackend, 'loaded'>;
  readonly records: Pick<OwnRecords, 'log' | 'report'>;
  /** Milliseconds without input before a lock; 0: never. */
  readonly limitMs: () => number;
  readonly seen: Seen;
}

export interface Locking {
  /** Locks now; resolves to true if it locked. Never rejects. */
  readonly lock: (reason: LockReason) => Promise<boolean>;
  /** Checks the idle time, as after a sleep or with another limit. */
  readonly checkIdleness: () => void;
}

/** Begins to watch for idleness. */
export function startLocking({ backend, records, limitMs, seen }: LockingParts): Locking {
  const lock = async (reason: LockReason): Promise<boolean> => {
    try {
      return (await backend.loaded()?.lock(reason)) ?? false;
    } catch (error) {
      records.log.line(`locking failed: ${faultOf(error)}`);
      records.report(`locking failed: ${String(error)}`);
      return true;
    }
  };
  const idleness = watchIdleness({
    limitMs,
    onIdle: () => lock('idle'),
    exposed: () => seen.isSeen() && (backend.loaded()?.services.sessions.list().length ?? 0) > 0,
  });
  watchInput(app, idleness.touch);
  // The system does not report every end of a sleep.
  seen.follow(idleness.check);
  return { lock, checkIdleness: idleness.check };
}

/** Follows the system's locks and its end. Call late: it opens a connection to the system. */
export function followSystem(
  { lock, checkIdleness }: Locking,
  withSystem: () => boolean,
  quitting: QuitQuestion,
): void {
  watchPower(powerMonitor, {
    onLock: (reason) => {
      if (withSystem()) void lock(reason);
    },
    onResume: checkIdleness,
    onShutdown: () => {
      quitting.silence();
      app.quit();
    },
  });
}
