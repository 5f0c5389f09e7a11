/** Schedules automatic checks for new versions: once a day, not right at a start, only with the user's consent. */

export interface ScheduleTimes {
  /** Delay after a start, or after the user's consent. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** Delay after a check that failed or could not run. */
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
  /** Adapts to the current settings. Without automatic checks, no timer runs. */
  readonly renew: () => void;
  readonly stop: () => void;
}

/** Makes the schedule; it begins with `renew`. */
export function makeSchedule({ isWanted, checkedAt, mayNow, look, times = usual }: ScheduleParts): Schedule {
  let timer: NodeJS.Timeout | undefined;
  /** Counts renewals: a result that comes after the next one is ignored. */
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
      // The state of the updates shows the error.
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
