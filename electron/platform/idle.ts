/**
 * How long nobody has touched the app. Counted are keys, clicks and movements over our own window: what the system says
 * about the whole desktop is wrong on Wayland (always zero), and a lock that never falls is worse than an early one.
 * Measured by the clock on the wall, so that a time of sleep counts.
 */

export interface IdleWatch {
  /** Somebody is there. */
  readonly touch: () => void;
  /** Looks now, as after a sleep. */
  readonly check: () => void;
  readonly stop: () => void;
}

export interface IdleOptions {
  /** Milliseconds without a touch; 0: never. Asked each time, as it may change. */
  readonly limitMs: () => number;
  /** Answers whether that was of use; where there was nothing to lock yet, the time begins anew. */
  readonly onIdle: () => Promise<boolean>;
}

const LONGEST_WAIT_MS = 5_000;

/**
 * Begins to watch; `onIdle` is called once for each time of idleness that was of use, so that a session which opens while
 * nobody is there (a login in the browser, answered late) is locked too.
 */
export function watchIdleness({ limitMs, onIdle }: IdleOptions): IdleWatch {
  let touchedMs = Date.now();
  let told = false;
  let timer: NodeJS.Timeout | undefined;

  function touch(): void {
    touchedMs = Date.now();
    told = false;
  }

  function check(): void {
    clearTimeout(timer);
    const limit = limitMs();
    const leftMs = limit === 0 ? LONGEST_WAIT_MS : touchedMs + limit - Date.now();
    if (leftMs <= 0 && !told) {
      told = true;
      void onIdle().then((done) => {
        if (!done) touch();
      });
    }
    timer = setTimeout(check, leftMs <= 0 ? LONGEST_WAIT_MS : Math.min(leftMs, LONGEST_WAIT_MS));
    timer.unref();
  }

  check();
  return {
    touch,
    check,
    stop: () => clearTimeout(timer),
  };
}
