/** When new versions are looked for unasked: once a day, not right at a start, and not before the person said so. */

export interface ScheduleTimes {
  /** After a start, or after the person said so. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** After a look that failed, or that could not be. */
  readonly againMs: number;
}

const usual: ScheduleTimes = { firstMs: 60_000, everyMs: 24 * 3_600_000, againMs: 3_600_000 };

export interface ScheduleParts {
  readonly isWanted: () => Promise<boolean>;
  /** ISO 8601; empty: never. */
  readonly checkedAt: () => string;
  readonly mayNow: () => boolean;
  readonly look: () => Promise<void>;
  readonly times?: ScheduleTimes;
}

export interface Schedule {
  /** Looks at what is wanted now. No timer runs where nothing is. */
  readonly renew: () => void;
  readonly stop: () => void;
}

/** Makes the schedule; it begins with `renew`. */
export function makeSchedule({ isWanted, checkedAt, mayNow, look, times = usual }: ScheduleParts): Schedule {
  let timer: NodeJS.Timeout | undefined;
  /** Counts what has been set anew: an answer that comes later than the next question is dropped. */
  let turn = 0;

  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void tick(), ms);
    timer.unref();
  };
  const tick = async (): Promise<void> => {
    const mine = turn;
    let done = false;
    if (mayNow()) {
      // What failed is said by the state of the updates.
      done = await look().then(
        () => true,
        () => false,
      );
    }
    if (mine === turn) wait(done ? times.everyMs : times.againMs);
  };

  return {
    renew: () => {
      clearTimeout(timer);
      const mine = ++turn;
      void isWanted().then((wanted) => {
        if (!wanted || mine !== turn) return;
        const last = Date.parse(checkedAt());
        const due = Number.isNaN(last) ? 0 : last + times.everyMs - Date.now();
        wait(Math.min(times.everyMs, Math.max(times.firstMs, due)));
      });
    },
    stop: () => {
      turn++;
      clearTimeout(timer);
    },
  };
}
