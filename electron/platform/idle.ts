/**
 * How long nobody has touched the app. Counted are keys, clicks and movements over our own window: what the system says
 * about the whole desktop is wrong on Wayland (always zero), and a lock that never falls is worse than an early one.
 * Measured by the clock on the wall, so that a time of sleep counts: whatever may end one (the system says so, the window is
 * shown, somebody is there again) looks at that clock. In between one timer waits for the limit, and none where there is none;
 * while a secret could be read on the screen it looks every five seconds, as not every system says that a sleep has ended.
 */

export interface IdleWatch {
  /** Somebody is there. */
  readonly touch: () => void;
  /** Looks now, as after a sleep or with another limit. */
  readonly check: () => void;
  readonly stop: () => void;
}

export interface IdleOptions {
  /** Milliseconds without a touch; 0: never. Asked each time; `check` hears of a change. */
  readonly limitMs: () => number;
  /** Answers whether that was of use; where there was nothing to lock yet, the time begins anew. */
  readonly onIdle: () => Promise<boolean>;
  /** Whether the window is seen and there is something to lock. Asked at each look; `check` hears of a change. */
  readonly exposed: () => boolean;
}

/** A timer waits no longer: it takes 31 bits. */
const LONGEST_WAIT_MS = 86_400_000;
const EXPOSED_WAIT_MS = 5_000;

/**
 * Begins to watch; `onIdle` is called once for each time of idleness that was of use, so that a session which opens while
 * nobody is there (a login in the browser, answered late) is locked too.
 */
export function watchIdleness({ limitMs, onIdle, exposed }: IdleOptions): IdleWatch {
  let touchedMs = Date.now();
  let told = false;
  let timer: NodeJS.Timeout | undefined;

  /** The time begins anew. The timer that runs goes on: when it fires, it waits for the rest. */
  function begin(): void {
    touchedMs = Date.now();
    if (!told) return;
    told = false;
    check();
  }

  function touch(): void {
    // Whoever comes back after a sleep of which the system said nothing does not undo the lock.
    if (leftMs() <= 0) check();
    begin();
  }

  function leftMs(): number {
    const limit = limitMs();
    return limit === 0 ? Infinity : touchedMs + limit - Date.now();
  }

  function check(): void {
    const left = leftMs();
    if (left <= 0 && !told) {
      told = true;
      void onIdle().then((done) => {
        if (!done) begin();
      });
    }
    clearTimeout(timer);
    // Told, or without a limit, there is nothing to wait for.
    if (told || left === Infinity) return;
    timer = setTimeout(check, Math.min(left, exposed() ? EXPOSED_WAIT_MS : LONGEST_WAIT_MS)).unref();
  }

  check();
  return {
    touch,
    check,
    stop: () => clearTimeout(timer),
  };
}
