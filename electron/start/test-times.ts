/** Times that a test sets through the environment; a release ignores them. */
import { app } from 'electron';
import type { Environment } from '../platform/environment.ts';
import { armingTimes, type ArmingTimes } from '../window/arming.ts';

/** Idle milliseconds before a lock. */
export function autoLockMs(environment: Environment): number | undefined {
  const seconds = app.isPackaged ? Number.NaN : Number(environment['STRONGROOM_AUTO_LOCK_SECONDS'] ?? '');
  return seconds > 0 ? seconds * 1000 : undefined;
}

/** Time from a prompt's first paint until it is armed, in milliseconds. */
export function promptTimes(environment: Environment): ArmingTimes {
  const paintedMs = app.isPackaged ? Number.NaN : Number(environment['STRONGROOM_PROMPT_ARMED_MS'] ?? '');
  return paintedMs > 0 ? { paintedMs, quietMs: paintedMs / 2 } : armingTimes;
}

/** Quiet time of a page after a refusal, in milliseconds. */
export function quietTime(environment: Environment): { readonly quietMs?: number } {
  const told = app.isPackaged ? '' : (environment['STRONGROOM_QUIET_MS'] ?? '');
  return told === '' ? {} : { quietMs: Number(told) };
}
