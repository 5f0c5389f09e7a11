/**
 * One clock for all moving numbers: a single timer, none while the page is hidden, and a component renders only when what it
 * shows has changed.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** For how long from a time on what is shown stays as it is, in milliseconds. */
export type Holds = (nowMs: number) => number;

const SECOND_MS = 1_000;
/** A timer waits no longer than 24 days. */
const LONGEST_MS = 86_400_000;

const listeners = new Map<() => void, Holds>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When it fires. */
let dueMs = Infinity;

const aSecond: Holds = () => SECOND_MS;

/** For what is told in days: a minute late is soon enough. */
export const aMinute: Holds = () => 60 * SECOND_MS;

/**
 * What `read` says about now (milliseconds since 1970, whole seconds), looked at once a second, or less often where `holds`
 * says so. `read` must answer a primitive.
 */
export function useNow<T extends string | number | boolean>(
  read: (nowMs: number) => T,
  holds: Holds = aSecond,
): T {
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener, holds), [holds]),
    useCallback(() => read(wholeSecond()), [read]),
  );
}

function wholeSecond(): number {
  return Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
}

function subscribe(listener: () => void, holds: Holds): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', look);
  listeners.set(listener, holds);
  wait(holds);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', look);
    stop();
  };
}

/** Fires when the first of them changes: whole seconds from now, as `read` is told whole seconds. */
function wait(holds: Holds): void {
  if (document.visibilityState === 'hidden') return;
  const seconds = Math.max(1, Math.ceil(holds(wholeSecond()) / SECOND_MS));
  const inMs = Math.min(LONGEST_MS, seconds * SECOND_MS);
  if (Date.now() + inMs >= dueMs) return;
  stop();
  dueMs = Date.now() + inMs;
  timer = setTimeout(tick, inMs);
}

function stop(): void {
  clearTimeout(timer);
  dueMs = Infinity;
}

function tick(): void {
  stop();
  for (const listener of listeners.keys()) listener();
  for (const holds of listeners.values()) wait(holds);
}

/** Hidden: no timer at all. Seen again: what has changed meanwhile is shown at once. */
function look(): void {
  if (document.visibilityState === 'hidden') stop();
  else tick();
}
