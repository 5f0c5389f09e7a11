/**
 * Bounds the requests that a job has under way. The bound starts at the bound of the settings, halves when the server says that it
 * has too many (429, 503) or answers several times slower than at its best, and grows by one after each run of good
 * answers: additive increase, multiplicative decrease, as in TCP. One pace serves all requests of the jobs of one
 * session.
 */
import { AppFailure } from '../../shared/ipc/result.ts';

export interface Pace {
  /** Runs a request when there is room for it; rejects as it does. */
  readonly run: <T>(request: () => Promise<T>) => Promise<T>;
  /** Requests allowed at a time now. */
  readonly allowed: () => number;
  /** Requests allowed at a time while the server keeps up. */
  readonly most: () => number;
}

/** Answers this much slower than the best ones mean a server under load. */
const SLOW_FACTOR = 8;
/** Answers faster than this are never slow, in milliseconds: below it the measure is noise. */
const NEVER_SLOW_MS = 100;
/** Good answers, per request allowed, before one more is allowed. */
const GOOD_RUN = 4;

/**
 * Makes the pace of each session: its jobs share it, so that several of them do not exceed the bound together. `most`:
 * the bound of the settings now.
 */
export function createPaces(most: () => number): (session: object) => Pace {
  const paces = new WeakMap<object, Pace>();
  return (session) => {
    const pace = paces.get(session) ?? createPace(most);
    paces.set(session, pace);
    return pace;
  };
}

/** Makes a pace; `bound`: requests at a time at most, from 1. `nowMs`: a monotonic clock. */
export function createPace(
  bound: number | (() => number),
  nowMs: () => number = () => performance.now(),
): Pace {
  const most = (): number => Math.max(1, typeof bound === 'number' ? bound : bound());
  let raised = most();
  let underWay = 0;
  let good = 0;
  let bestMs = Infinity;
  /** Requests sent before the last cut say nothing about the pace after it. */
  let cuts = 0;
  const waiting: (() => void)[] = [];

  const allowed = (): number => Math.min(raised, most());

  function next(): void {
    while (underWay < allowed() && waiting.length > 0) {
      underWay++;
      waiting.shift()?.();
    }
  }

  function cut(sentAfter: number): void {
    if (sentAfter !== cuts) return;
    cuts++;
    good = 0;
    raised = Math.max(1, Math.floor(allowed() / 2));
  }

  function answered(tookMs: number, sentAfter: number): void {
    bestMs = Math.min(bestMs, tookMs);
    if (tookMs > NEVER_SLOW_MS && tookMs > bestMs * SLOW_FACTOR) cut(sentAfter);
    else if (++good >= allowed() * GOOD_RUN && allowed() < most()) {
      good = 0;
      raised = allowed() + 1;
    }
  }

  return {
    allowed,
    most,
    run: async (request) => {
      if (underWay < allowed()) underWay++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      const sentAfter = cuts;
      const sentMs = nowMs();
      try {
        const value = await request();
        answered(nowMs() - sentMs, sentAfter);
        return value;
      } catch (failure) {
        if (failure instanceof AppFailure && failure.error.kind === 'rate-limited') cut(sentAfter);
        throw failure;
      } finally {
        underWay--;
        next();
      }
    },
  };
}

/** Pieces of work at a time in some sessions (at least one), each with a request under way: the paces bound these. */
export function workAtOnce<S>(sessions: Iterable<S>, paceOf: (session: S) => Pace): number {
  return Math.max(...[...sessions].map((session) => paceOf(session).most()));
}
