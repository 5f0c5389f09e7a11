/** Looks now and then how a connection is; less often while it is in trouble, and not at all while nobody sees the window. */
import type { Seen } from '../seen.ts';

const INTERVAL_MS = 30_000;
const LONGEST_BACK_OFF = 10;

export interface BackgroundLookParts {
  /** Between looks; 30 s unless told. Doubled after each failed one, up to ten times as long. */
  readonly intervalMs?: number;
  /** Whether there is anything to look with. */
  readonly mayLook: () => boolean;
  readonly seen: Seen;
  /** One look; answers whether all was well. */
  readonly look: () => Promise<boolean>;
}

export class BackgroundLook {
  readonly #parts: BackgroundLookParts;
  #timer: NodeJS.Timeout | undefined;
  #failed = 0;
  #endFollowing: () => void = () => undefined;
  /** When the next look is due, by the clock that no one sets. */
  #dueMs = 0;

  constructor(parts: BackgroundLookParts) {
    this.#parts = parts;
  }

  /** From now on, and as often as at first. */
  start(): void {
    this.#failed = 0;
    this.#endFollowing();
    this.#endFollowing = this.#parts.seen.follow(() => this.#wait());
    this.#schedule();
  }

  /** No more; a look under way is the last one. */
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

  /** A look that became due while the window was hidden is made when it is shown again. */
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
