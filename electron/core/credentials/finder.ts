/**
 * Finds any of thousands of patterns in one pass over a text. Of each pattern the last eight characters are known by
 * four windows of five; of the text only every fourth place is looked at: whatever way they meet, one window is hit.
 * What a hit may be is settled by one look-up a length, so that a thousand tokens that share their beginning (`hvs.CAES…`)
 * or their end cost no more than one.
 */

/** Shorter patterns are not found. */
export const SHORTEST_PATTERN = 8;

const WINDOW = 5;
const STEP = 4;

/** More in one text are as good as the whole. */
const MOST_FOUND = 10_000;

/**
 * Look-ups that a text may cost besides one for every two characters. Only a text made to resemble what is held, by
 * somebody who chose both, costs more: it is taken for a credential as a whole, so that nobody can make main stand still.
 */
const TRIALS = 100_000;

/** Bits of the filter that most windows of a text do not pass. */
const FILTER_BITS = 20;

interface Place {
  /** From the beginning of the pattern to the window. */
  readonly offset: number;
  readonly length: number;
}

/** Where a pattern stands in a text. */
export interface Found<T> {
  readonly start: number;
  readonly end: number;
  /** Undefined where the text as a whole is taken for one. */
  readonly what?: T;
}

export class Finder<T> {
  readonly #patterns = new Map<string, T>();
  readonly #places = new Map<number, Place[]>();
  readonly #filter = new Uint8Array(1 << (FILTER_BITS - 3));

  get size(): number {
    return this.#patterns.size;
  }

  /** What a pattern was added with. */
  get(pattern: string): T | undefined {
    return this.#patterns.get(pattern);
  }

  /** Takes a pattern to look for; one that is there already stays what it is. Shorter than eight characters: none. */
  add(pattern: string, what: T): void {
    if (pattern.length < SHORTEST_PATTERN || this.#patterns.has(pattern)) return;
    this.#patterns.set(pattern, what);
    const { length } = pattern;
    for (let offset = length - SHORTEST_PATTERN; offset <= length - WINDOW; offset++) {
      const hash = hashAt(pattern, offset);
      const bit = hash >>> (32 - FILTER_BITS);
      this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
      const places = this.#places.get(hash);
      if (places === undefined) this.#places.set(hash, [{ offset, length }]);
      else if (!places.some((place) => place.offset === offset && place.length === length))
        places.push({ offset, length });
    }
  }

  /** The first pattern met that `counts`; undefined where the text holds none. */
  first(text: string, counts: (what: T) => boolean = () => true): Found<T> | undefined {
    return this.#search(text, 1, counts)[0];
  }

  /** Whether a text holds none that `counts`; false, too, where it takes more than a few milliseconds to know. */
  isFree(text: string, counts: (what: T) => boolean): boolean {
    return this.#search(text, 1, counts, TRIALS).length === 0;
  }

  /** Every pattern in a text that `counts`, in no order; they may overlap. Too many: one that is the whole text. */
  all(text: string, counts: (what: T) => boolean = () => true): readonly Found<T>[] {
    return this.#search(text, MOST_FOUND, counts);
  }

  #search(
    text: string,
    most: number,
    counts: (what: T) => boolean,
    mostTrials = TRIALS + text.length / 2,
  ): readonly Found<T>[] {
    const found: Found<T>[] = [];
    if (this.#patterns.size === 0) return found;
    const last = text.length - WINDOW;
    const filter = this.#filter;
    let trials = mostTrials;
    for (let at = 0; at <= last; at += STEP) {
      const hash = hashAt(text, at);
      const bit = hash >>> (32 - FILTER_BITS);
      if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
      for (const { offset, length } of this.#places.get(hash) ?? []) {
        const start = at - offset;
        const end = start + length;
        if (start < 0 || end > text.length) continue;
        const what = this.#patterns.get(text.slice(start, end));
        if (what !== undefined && counts(what)) found.push({ start, end, what });
        if (found.length === 1 && most === 1) return found;
        if (found.length === most || --trials < 0) return [{ start: 0, end: text.length }];
      }
    }
    return found;
  }
}

/** Five characters as one unsigned number of 32 bits. */
function hashAt(text: string, at: number): number {
  let hash = text.charCodeAt(at);
  for (let next = 1; next < WINDOW; next++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + next);
  return Math.imul(hash, 0x9e3779b1) >>> 0;
}
