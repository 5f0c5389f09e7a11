/** Records the timers of the process, and reports those set by the app's own code that are still to fire. */

export interface RecordedTimers {
  /** Code lines of the timers that were set to fire within so many milliseconds. */
  readonly ours: (withinMs: number) => readonly string[];
  readonly stop: () => void;
}

interface Pending {
  readonly delayMs: number;
  readonly where: string;
}

/** Begins to record; earlier timers are not known. */
export function recordTimers(): RecordedTimers {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const pending = new Map<unknown, Pending>();
  type Work = (...args: unknown[]) => void;
  const record = (timer: NodeJS.Timeout, delayMs = 0): NodeJS.Timeout => {
    const where = (new Error().stack ?? '').split('\n')[3] ?? '';
    if (/\/(?:electron|shared)\//.test(where) && !/node_modules|\.test\.|\.fixture\./.test(where))
      pending.set(timer, { delayMs, where: where.trim() });
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: (work: Work, delayMs?: number, ...args: unknown[]) => {
      const timer: NodeJS.Timeout = real.setTimeout(() => {
        pending.delete(timer);
        work(...args);
      }, delayMs);
      return record(timer, delayMs);
    },
    setInterval: (work: Work, delayMs?: number, ...args: unknown[]) =>
      record(
        real.setInterval(() => work(...args), delayMs),
        delayMs,
      ),
    clearTimeout: (timer: NodeJS.Timeout | undefined) => {
      pending.delete(timer);
      real.clearTimeout(timer);
    },
    clearInterval: (timer: NodeJS.Timeout | undefined) => {
      pending.delete(timer);
      real.clearInterval(timer);
    },
  });
  return {
    ours: (withinMs) =>
      [...pending.values()].filter(({ delayMs }) => delayMs <= withinMs).map(({ where }) => where),
    stop: () => void Object.assign(globalThis, real),
  };
}
