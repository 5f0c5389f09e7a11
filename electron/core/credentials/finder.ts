/**
 * Finds any of thousands of patterns in one pass over a text. The last eight characters of each pattern are indexed
 * by four windows of five; only every fourth position of the text is checked: at any alignment one window is hit. A
 * hit is settled by one look-up per pattern length, so a thousand tokens that share their beginning (`hvs.CAES…`) or
 * their end cost no more than one.
 */

/** Shorter patterns are not found. */
export const SHORTEST_PATTERN = 8;

const WINDOW = 5;
const STEP = 4;

/** Limit of matches in one text; beyond it the whole text counts as one. */
const MOST_FOUND = 10_000;

/**
 * Look-ups that a text can cost besides one for every two characters. Only a text crafted to resemble the held
 * credentials costs more: the whole text then counts as a credential, so that it cannot block main.
 */
const TRIALS = 100_000;

/**
 * Number of patterns up to which the engine's own search for each takes less time than ours: for 64 in 0.75 MB 3 ms,
 * as long as ours once it is compiled, which it is not in the first large list of a run.
 */
const FEW = 64;

/** Length from which a text is searched so: in short ones, ours looks at a few windows for all patterns at once. */
const LONG = 4096;

/** The engine searches for so many characters in a time linear in the text, however the two are made. */
const LONGEST_NEEDLE = 200;

/** Bits of the filter that rejects most windows of a text. */
const FILTER_BITS = 20;

interface Place {
  /** Distance of the window from the beginning of the pattern. */
  readonly offset: number;
  readonly length: number;
}

/** Position of a pattern in a text. */
export interface Found<T> {
  readonly start: number;
  readonly end: number;
  /** Undefined if the text as a whole counts as one. */
  readonly what?: T;
}

export class Finder<T> {
  readonly #patterns = new Map<string, T>();
  readonly #places = new Map<number, Place[]>();
  readonly #filter = new Uint8Array(1 << (FILTER_BITS - 3));

  get size(): number {
    return this.#patterns.size;
  }

  /** Value that a pattern was added with. */
  get(pattern: string): T | undefined {
    return this.#patterns.get(pattern);
  }

  /** Adds a pattern; an existing one keeps its value, one shorter than eight characters is ignored. */
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

  /** Returns the first match that `counts`; undefined if the text holds none. */
  first(text: string, counts: (what: T) => boolean = () => true): Found<T> | undefined {
    return this.#search(text, 1, counts)[0];
  }

  /** True if a text holds no match that `counts`; false, too, if that takes more than a few milliseconds. */
  isFree(text: string, counts: (what: T) => boolean): boolean {
    if (text.length >= LONG && this.#patterns.size <= FEW && !this.#mayHold(text)) return true;
    return this.#search(text, 1, counts, TRIALS).length === 0;
  }

  /** True if a text holds a pattern, or the end of a long one. */
  #mayHold(text: string): boolean {
    for (const pattern of this.#patterns.keys())
      if (text.includes(pattern.slice(-LONGEST_NEEDLE))) return true;
    return false;
  }

  /** Returns every match that `counts`, unordered; they can overlap. Too many: one match of the whole text. */
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

/** Hashes five characters to an unsigned 32-bit number. */
function hashAt(text: string, at: number): number {
  let hash = text.charCodeAt(at);
  for (let next = 1; next < WINDOW; next++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + next);
  return Math.imul(hash, 0x9e3779b1) >>> 0;
}
