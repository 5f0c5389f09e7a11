/**
 * Programs ask one after another: one question is on screen, one waits, further ones are refused. After a no nothing
 * is asked for a while, longer after each further one, so that no program wears a person down.
 */
import { busy, declinedBefore } from './refusals.ts';

const FIRST_MS = 5_000;
const LONGEST_MS = 5 * 60_000;
/** On screen, and waiting. */
const MOST = 2;

export interface ProgramTurns {
  /** Runs `ask` when it is its turn. Rejects with `busy`, or `denied` without asking. */
  readonly run: <T>(ask: () => Promise<T>) => Promise<T>;
  readonly waiting: () => number;
  /** Throws `denied` in the quiet time after a no. */
  readonly refuseSoon: () => void;
  readonly noteNo: () => void;
  readonly noteYes: () => void;
}

/** Makes them; `changed` is called when another number waits. */
export function createProgramTurns(
  changed: (waiting: number) => void,
  firstMs: number = FIRST_MS,
  nowMs: () => number = () => performance.now(),
): ProgramTurns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let inARow = 0;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  return {
    run: async (ask) => {
      if (waiting >= MOST) throw busy();
      changed(++waiting);
      const turn = last.then(ask);
      // Its own caller gets the failure.
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        changed(--waiting);
      }
    },
    waiting: () => waiting,
    refuseSoon: () => {
      if (nowMs() < quietUntilMs) throw declinedBefore();
    },
    noteNo: () => {
      quietUntilMs = nowMs() + Math.min(firstMs * 2 ** inARow, LONGEST_MS);
      inARow++;
    },
    noteYes: () => {
      inARow = 0;
      quietUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
