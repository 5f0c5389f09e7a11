/**
 * One clock for all relative times: a single timer, stopped while the page is hidden; a component re-renders only if
 * its output changes.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** Returns how long the output stays valid, in milliseconds. */
export type Holds = (nowMs: number) => number;

const SECOND_MS = 1_000;
/** Below the 24-day maximum of a timer. */
const LONGEST_MS = 86_400_000;

const listeners = new Map<() => void, Holds>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Due time of the timer. */
let dueMs = Infinity;

const aSecond: Holds = () => SECOND_MS;

/** For texts in days: a delay of a minute is acceptable. */
export const aMinute: Holds = () => 60 * SECOND_MS;

/**
 * Result of `read` at the current time (milliseconds since 1970, whole seconds), refreshed each second, or less often
 * according to `holds`. `read` must return a primitive.
 */
export function useNow<T extends string | number | boolean>(
  read: (nowMs: number) => T,
  holds: Holds = aSecond,
): T {
  const current = useCallback(() => read(wholeSecond()), [read]);
  return useSyncExternalStore(
    useCallback((listener: () => void) => subscribe(listener, holds), [holds]),
    current,
    current,
  );
}

/** Whole seconds until a time (milliseconds since 1970), refreshed each second; 0 afterwards and for NaN. */
export function useSecondsUntil(atMs: number): number {
  return useNow(useCallback((nowMs: number) => secondsUntil(atMs, nowMs), [atMs]));
}

/** Whole seconds until a time; 0 afterwards and for NaN. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((atMs - nowMs) / 1000)) || 0;
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

/** Schedules the next tick at the earliest change: in whole seconds, as `read` gets whole seconds. */
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

/** Hidden: stops the timer. Visible again: updates at once. */
function look(): void {
  if (document.visibilityState === 'hidden') stop();
  else tick();
}
