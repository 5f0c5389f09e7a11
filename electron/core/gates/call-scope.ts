/**
 * The call of the page that the running code belongs to. What is asked of a person and what costs a gesture is decided
 * below the calls, and this is how it is known there whose doing it is. Code that runs for main itself (a timer, the
 * menu, a quit) is in no call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PromptEnvironment, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';

export interface CallScope {
  /** E.g. `entry.save`. */
  readonly name: string;
  /** The prompts that its row states. */
  readonly asks: readonly TrustedRequest['kind'][];
  /** Whether it may change what main keeps: its row says that it does. */
  readonly mayChange: boolean;
  /** When it began, on a clock that never goes back; now unless told. */
  readonly startedMs?: number;
  /** Whether it has spent its gesture: a call spends one, whatever it does. */
  gestureSpent: boolean;
  /** The environment of the connection that it is about. */
  readonly environment?: () => PromptEnvironment | undefined;
  /** What is noted once its answer has left for the page as it is. */
  readonly whenAnswered?: (note: () => void) => void;
  /** When it spent a real one, on a clock that never goes back. */
  spentAtMs?: number;
}

const current = new AsyncLocalStorage<CallScope>();

/** Runs a call of the page. */
export function inCall<T>(scope: CallScope, work: () => T): T {
  return current.run(scope, work);
}

/** The call that the running code belongs to; undefined in main's own doing. */
export function currentCall(): CallScope | undefined {
  return current.getStore();
}

/**
 * Notes something once the page has the answer of the running call. The gate for what leaves may still hold it back, and
 * then it is not noted. In main's own doing it is noted at once.
 */
export function noteOnceAnswered(note: () => void): void {
  const later = currentCall()?.whenAnswered;
  if (later === undefined) note();
  else later(note);
}
