/**
 * Timers of the query cache that run only while the page is visible: an interval has no timer while hidden and, if
 * due, fires when the page becomes visible again; so does a long timeout (stale data, garbage collection). Set for
 * all queries, so that no single query has to handle it.
 */
import type { TimeoutProvider } from '@tanstack/react-query';

/** Shorter timeouts, which drop data right after use, also run on a hidden page. */
const LONG_MS = 10_000;

export function createSeenTimers(): TimeoutProvider<number> {
  /** Cancel functions by timer id. */
  const running = new Map<number, () => void>();
  let lastId = 0;
  const begin = (start: (id: number) => () => void): number => {
    const id = ++lastId;
    running.set(id, start(id));
    return id;
  };
  const end = (id = 0): void => {
    running.get(id)?.();
    running.delete(id);
  };
  return {
    setTimeout: (callback, delay) =>
      begin((id) => {
        const fire = (): void => {
          end(id);
          callback();
        };
        if (delay >= LONG_MS) return onceWhileSeen(fire, delay);
        const timer = window.setTimeout(fire, delay);
        return () => window.clearTimeout(timer);
      }),
    clearTimeout: end,
    setInterval: (callback, delay) => begin(() => everyWhileSeen(callback, delay)),
    clearInterval: end,
  };
}

/** Returns its cancel function. */
function onceWhileSeen(work: () => void, afterMs: number): () => void {
  const dueMs = performance.now() + afterMs;
  let timer: number | undefined;
  const look = (): void => {
    window.clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    timer = window.setTimeout(work, Math.max(0, dueMs - performance.now()));
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.clearTimeout(timer);
  };
}

/** Returns its cancel function. */
function everyWhileSeen(work: () => void, everyMs: number): () => void {
  let timer: number | undefined;
  let workedMs = performance.now();
  const tick = (): void => {
    workedMs = performance.now();
    work();
  };
  const look = (): void => {
    window.clearInterval(timer);
    timer = undefined;
    if (document.visibilityState === 'hidden') return;
    timer = window.setInterval(tick, everyMs);
    if (performance.now() - workedMs >= everyMs) tick();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.clearInterval(timer);
  };
}
