/**
 * Finds credentials in a text, in any encoding. Built from a plain list, so that a worker can have one too.
 */
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { formsOf, hasEscapes, isEncoded, isInParts, withoutEscapes } from './encodings.ts';
import { Finder } from './finder.ts';
import { holdsWord, mayHoldWord, reachOf } from './short-words.ts';
import type { TextKind } from './short-words.ts';

export interface KnownCredential {
  readonly secret: string;
  readonly kind: SecretKind;
  /** True for tokens, typed input and one-time answers; false if it was only seen in a repeatable answer. */
  readonly inUse: boolean;
}

/** Credentials that count. */
export type Which = 'all' | 'in-use';

/** Replacement for a credential. */
export const REDACTED = '[redacted]';

interface Entry {
  known: KnownCredential;
  /** Removed; its forms stay in the finder until that is rebuilt. */
  gone: boolean;
}

interface FormOf {
  /** Two credentials can share a form. */
  entries: readonly Entry[];
  readonly encoded: boolean;
}

/** Number of removed entries that are tolerated before the finder is rebuilt. */
const MOST_GONE = 1000;

export class CredentialIndex {
  readonly #entries = new Map<string, Entry>();
  #finder = new Finder<FormOf>();
  #gone = 0;
  #forgetsAtOnce = false;
  #revision = 0;
  #words: readonly string[] | undefined;

  constructor(known: Iterable<KnownCredential> = []) {
    for (const one of known) this.add(one);
  }

  /** Adds a credential, or updates the facts about one. */
  add(known: KnownCredential): void {
    const { secret } = known;
    this.#words = undefined;
    this.#revision++;
    const before = this.#entries.get(secret);
    if (before !== undefined) {
      before.known = known;
      return;
    }
    const entry: Entry = { known, gone: false };
    this.#entries.set(secret, entry);
    if (reachOf(secret) === 'anywhere') this.#enter(entry);
  }

  remove(secret: string): void {
    const entry = this.#entries.get(secret);
    if (entry === undefined) return;
    entry.gone = true;
    this.#entries.delete(secret);
    this.#words = undefined;
    this.#gone++;
    if (this.#forgetsAtOnce || this.#gone > MOST_GONE + this.#entries.size) this.#makeAnew();
  }

  /**
   * Switches to leaving nothing of removed credentials in memory, earlier ones included: expensive if many are known.
   */
  forgetAtOnce(atOnce: boolean): void {
    this.#forgetsAtOnce = atOnce;
    if (atOnce && this.#gone > 0) this.#makeAnew();
  }

  #makeAnew(): void {
    this.#gone = 0;
    this.#finder = new Finder();
    for (const indexed of this.#entries.values())
      if (reachOf(indexed.known.secret) === 'anywhere') this.#enter(indexed);
  }

  /** All credentials, in a form that can be sent to a worker. */
  list(): readonly KnownCredential[] {
    return [...this.#entries.values()].map(({ known }) => known);
  }

  /** Changes whenever a credential is added. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Kind of the credential that equals a text; undefined if it is not one. */
  kindOf(text: string): SecretKind | undefined {
    const entry = this.#entries.get(text);
    return entry === undefined || reachOf(text) !== 'anywhere' ? undefined : entry.known.kind;
  }

  /** True if a text holds a credential in any form; those that are words are not searched for. */
  isIn(text: string, which: Which = 'all'): boolean {
    if (this.#meets(text, which)) return true;
    const bare = this.#finder.size === 0 ? undefined : withoutEscapes(text);
    return bare !== undefined && this.#meets(bare, which);
  }

  /** True if a text certainly holds none; false, too, for a plain text that takes long to search. */
  isFree(text: string, which: Which): boolean {
    return hasEscapes(text) ? !this.isIn(text, which) : this.#finder.isFree(text, this.#counts(which));
  }

  /** True if a text holds one that is a word and in use. */
  isWordIn(text: string, kind: TextKind): boolean {
    const words = this.words();
    return words.length > 0 && holdsWord(text, words, kind);
  }

  /** True if it pays to search the parts of a text for words. */
  mayHoldWord(text: string): boolean {
    return mayHoldWord(text, this.words());
  }

  /** Credentials in use that are words. */
  words(): readonly string[] {
    this.#words ??= this.list()
      .filter(({ secret, inUse }) => inUse && reachOf(secret) === 'as-word')
      .map(({ secret }) => secret);
    return this.#words;
  }

  /** Redacts the credentials in a text, except those that are words; returns the text itself if it has none. */
  redacted(text: string, which: Which = 'all'): string {
    if (!this.isIn(text, which)) return text;
    const ranges = this.#finder
      .all(text, this.#counts(which))
      .map(({ start, end, what }) => {
        if (what?.entries.some(({ known }) => isInParts(known.secret)) !== false)
          return { start: 0, end: text.length };
        return what.encoded ? runAround(text, start, end) : { start, end };
      })
      .sort((a, b) => a.start - b.start);
    const out: string[] = [];
    let at = 0;
    for (const { start, end } of ranges) {
      if (start >= at) out.push(text.slice(at, start), REDACTED);
      at = Math.max(at, end);
    }
    out.push(text.slice(at));
    const clean = out.join('');
    if (!this.isIn(clean, which)) return clean;
    // The rest is hidden in escapes: its word is redacted, or the whole text.
    const words = clean.split(/(["\s])/).map((word) => (this.isIn(word, which) ? hidden(word) : word));
    const cleaner = words.join('');
    return this.isIn(cleaner, which) ? REDACTED : cleaner;
  }

  #enter(entry: Entry): void {
    for (const { text, encoded } of formsOf(entry.known.secret)) {
      const form = this.#finder.get(text);
      if (form === undefined) this.#finder.add(text, { entries: [entry], encoded });
      else form.entries = [...form.entries.filter(({ gone }) => !gone), entry];
    }
  }

  #meets(text: string, which: Which): boolean {
    return this.#finder.first(text, this.#counts(which)) !== undefined;
  }

  #counts(which: Which): (form: FormOf) => boolean {
    return ({ entries }) => entries.some(({ gone, known }) => !gone && (which === 'all' || known.inUse));
  }
}

/** Keeps trailing backslashes: one before a quote escapes it. */
function hidden(word: string): string {
  let end = word.length;
  while (word.charAt(end - 1) === '\\') end--;
  return REDACTED + word.slice(end);
}

/** Extends to the whole run of encoded characters: its ends hold bits of the credential. */
function runAround(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  let first = start;
  while (first > 0 && isEncoded(text.charCodeAt(first - 1))) first--;
  let last = end;
  while (last < text.length && isEncoded(text.charCodeAt(last))) last++;
  return { start: first, end: last };
}
