/**
 * Time since the last touch of the app. Keys, clicks and movements over our own window count: the system's value for
 * the whole desktop is wrong on Wayland (always zero), and a lock that never comes is worse than an early one.
 * Measured by the wall clock, so that sleep counts: every possible end of a sleep (the system reports it, the window
 * is shown, the user is back) checks that clock. In between one timer waits for the limit, and none runs without a
 * limit; while a secret can be read on the screen it checks every five seconds, as not every system reports the end
 * of a sleep.
 */

export interface IdleWatch {
  /** The user is there. */
  readonly touch: () => void;
  /** Checks now, as after a sleep or with another limit. */
  readonly check: () => void;
  readonly stop: () => void;
}

export interface IdleOptions {
  /** Milliseconds without a touch; 0: never. Read each time; call `check` after a change. */
  readonly limitMs: () => number;
  /** Resolves to true if it locked; with nothing to lock yet, the time begins anew. */
  readonly onIdle: () => Promise<boolean>;
  /** True with a visible window and something to lock. Read at each check; call `check` on a change. */
  readonly exposed: () => boolean;
}

/** Timers take at most 31 bits. */
const LONGEST_WAIT_MS = 86_400_000;
const EXPOSED_WAIT_MS = 5_000;

/**
 * Begins to watch; `onIdle` is called once per idle time that led to a lock, so that a session which opens while the
 * user is away (a login in the browser, answered late) is locked too.
 */
export function watchIdleness({ limitMs, onIdle, exposed }: IdleOptions): IdleWatch {
  let touchedMs = Date.now();
  let told = false;
  let timer: NodeJS.Timeout | undefined;

  /** Restarts the time. A running timer goes on: when it fires, it waits for the rest. */
  function begin(): void {
    touchedMs = Date.now();
    if (!told) return;
    told = false;
    check();
  }

  function touch(): void {
    // The first touch after an unreported sleep does not undo the lock.
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
    // No timer is needed after the call, or without a limit.
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
