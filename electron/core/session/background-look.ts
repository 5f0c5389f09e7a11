/** Looks now and then how a connection is; less often while it is in trouble. */
const INTERVAL_MS = 30_000;
const LONGEST_BACK_OFF = 10;

export interface BackgroundLookParts {
  /** Between looks; 30 s unless told. Doubled after each failed one, up to ten times as long. */
  readonly intervalMs?: number;
  /** Whether there is anything to look with. */
  readonly mayLook: () => boolean;
  /** One look; answers whether all was well. */
  readonly look: () => Promise<boolean>;
}

export class BackgroundLook {
  readonly #parts: BackgroundLookParts;
  #timer: NodeJS.Timeout | undefined;
  #failed = 0;

  constructor(parts: BackgroundLookParts) {
    this.#parts = parts;
  }

  /** From now on, and as often as at first. */
  start(): void {
    this.#failed = 0;
    this.#schedule();
  }

  /** No more; a look under way is the last one. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#parts.mayLook()) return;
    const { intervalMs = INTERVAL_MS } = this.#parts;
    const waitMs = intervalMs * Math.min(LONGEST_BACK_OFF, 2 ** this.#failed);
    this.#timer = setTimeout(() => void this.#lookAgain(), waitMs);
    this.#timer.unref();
  }

  async #lookAgain(): Promise<void> {
    const well = await this.#parts.look();
    if (!this.#parts.mayLook()) return;
    this.#failed = well ? 0 : this.#failed + 1;
    this.#schedule();
  }
}
