/**
 * The page's call that the running code belongs to. Questions to the user and gestures are decided below the calls;
 * this tells that code which call it acts for. Code that runs for main itself (a timer, the menu, a quit) is in no
 * call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PromptEnvironment, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';

export interface CallScope {
  /** E.g. `entry.save`. */
  readonly name: string;
  /** Kinds of prompt that the call's row states. */
  readonly asks: readonly TrustedRequest['kind'][];
  /** True if its row states that it changes what main keeps. */
  readonly mayChange: boolean;
  /** Start time on a monotonic clock; defaults to now. */
  readonly startedMs?: number;
  /** True if the page says that a screen calls by itself: such a call never spends a gesture. */
  readonly byItself?: boolean;
  /** Set once it has spent its gesture: a call spends at most one. */
  gestureSpent: boolean;
  /** Environment of the connection that it is about. */
  readonly environment?: () => PromptEnvironment | undefined;
  /** Queues a note to run once its answer has left for the page unchanged. */
  readonly whenAnswered?: (note: () => void) => void;
  /** Time on a monotonic clock at which it spent a real gesture. */
  spentAtMs?: number;
}

const current = new AsyncLocalStorage<CallScope>();

/** Runs a call of the page in its scope. */
export function inCall<T>(scope: CallScope, work: () => T): T {
  return current.run(scope, work);
}

/** Runs what main does for itself from within a call: listeners and timers that outlive the call. */
export function runOutOfCall<T>(work: () => T): T {
  return current.exit(work);
}

/** Scope of the running call; undefined in code that main runs for itself. */
export function currentCall(): CallScope | undefined {
  return current.getStore();
}

/**
 * Runs `note` once the page has the answer of the running call; dropped if the gate for outgoing answers holds that
 * answer back. Outside a call it runs at once.
 */
export function noteOnceAnswered(note: () => void): void {
  const later = currentCall()?.whenAnswered;
  if (later === undefined) note();
  else later(note);
}
