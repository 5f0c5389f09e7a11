/** Checks a connection in the background; less often while it is in trouble, never while the window is hidden. */
import type { Seen } from '../seen.ts';

const INTERVAL_MS = 30_000;
const LONGEST_BACK_OFF = 10;

export interface BackgroundLookParts {
  /** Time between checks; default 30 s. Doubled after each failure, up to ten times as long. */
  readonly intervalMs?: number;
  /** False without a connection to check. */
  readonly mayLook: () => boolean;
  readonly seen: Seen;
  /** One check; resolves to true if all is well. */
  readonly look: () => Promise<boolean>;
}

export class BackgroundLook {
  readonly #parts: BackgroundLookParts;
  #timer: NodeJS.Timeout | undefined;
  #failed = 0;
  #endFollowing: () => void = () => undefined;
  /** Due time of the next check, on the monotonic clock. */
  #dueMs = 0;

  constructor(parts: BackgroundLookParts) {
    this.#parts = parts;
  }

  /** Starts at the normal interval. */
  start(): void {
    this.#failed = 0;
    this.#endFollowing();
    this.#endFollowing = this.#parts.seen.follow(() => this.#wait());
    this.#schedule();
  }

  /** Stops; a check under way is the last one. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#endFollowing();
  }

  #schedule(): void {
    const { intervalMs = INTERVAL_MS } = this.#parts;
    const waitMs = intervalMs * Math.min(LONGEST_BACK_OFF, 2 ** this.#failed);
    this.#dueMs = performance.now() + waitMs;
    this.#wait();
  }

  /** A check that became due while the window was hidden runs when it is shown again. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#parts.mayLook() || !this.#parts.seen.isSeen()) return;
    this.#timer = setTimeout(() => void this.#lookAgain(), Math.max(0, this.#dueMs - performance.now()));
    this.#timer.unref();
  }

  async #lookAgain(): Promise<void> {
    const well = await this.#parts.look();
    if (!this.#parts.mayLook()) return;
    this.#failed = well ? 0 : this.#failed + 1;
    this.#schedule();
  }
}
