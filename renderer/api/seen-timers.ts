/**
 * The timers of the query cache: what is asked again and again is asked while the page is seen, without a timer in between,
 * and at once when it is seen again and was due; and so is what waits long once (an answer that is stale, one that nobody
 * shows any more). Once and for all queries, so that none has to remember it.
 */
import type { TimeoutProvider } from '@tanstack/react-query';

/** What is forgotten right after its use is forgotten behind a hidden page, too. */
const LONG_MS = 10_000;

export function createSeenTimers(): TimeoutProvider<number> {
  /** What ends each. */
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

/** Answers what ends it. */
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

/** Answers what ends it. */
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
