/**
 * Knows credentials well enough to find them in a text, in whatever form. A plain list of them is all it is made from,
 * so that a worker can have one too.
 */
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { formsOf, hasEscapes, isEncoded, isInParts, withoutEscapes } from './encodings.ts';
import { Finder } from './finder.ts';
import { holdsWord, mayHoldWord, reachOf } from './short-words.ts';
import type { TextKind } from './short-words.ts';

export interface KnownCredential {
  readonly secret: string;
  readonly kind: SecretKind;
  /** In use: tokens, what was typed, what exists once. Else it was only seen, in an answer that can be had again. */
  readonly inUse: boolean;
}

/** Which of them count. */
export type Which = 'all' | 'in-use';

/** What stands where a credential stood. */
export const REDACTED = '[redacted]';

interface Entry {
  known: KnownCredential;
  /** Forgotten; its forms stay in the finder until it is made anew. */
  gone: boolean;
}

interface FormOf {
  /** Two credentials may have a form in common. */
  entries: readonly Entry[];
  readonly encoded: boolean;
}

/** Forgotten ones that are put up with before the finder is made anew. */
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

  /** Takes a credential, or takes over what is now known about one. */
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

  /** From now on nothing is left in memory of what is forgotten, and of what was: dear where much is known. */
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

  /** Everything known, as it can be handed to a worker. */
  list(): readonly KnownCredential[] {
    return [...this.#entries.values()].map(({ known }) => known);
  }

  /** Another number whenever more is known than before. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The kind of a credential that a text is, as it stands; undefined where it is none. */
  kindOf(text: string): SecretKind | undefined {
    const entry = this.#entries.get(text);
    return entry === undefined || reachOf(text) !== 'anywhere' ? undefined : entry.known.kind;
  }

  /** Whether a text holds a credential in any form; those that are words are not looked for. */
  isIn(text: string, which: Which = 'all'): boolean {
    if (this.#meets(text, which)) return true;
    const bare = this.#finder.size === 0 ? undefined : withoutEscapes(text);
    return bare !== undefined && this.#meets(bare, which);
  }

  /** Whether a text surely holds none; false, too, where a plain text takes long to search. */
  isFree(text: string, which: Which): boolean {
    return hasEscapes(text) ? !this.isIn(text, which) : this.#finder.isFree(text, this.#counts(which));
  }

  /** Whether a text holds one that is a word and in use. */
  isWordIn(text: string, kind: TextKind): boolean {
    const words = this.words();
    return words.length > 0 && holdsWord(text, words, kind);
  }

  /** Whether it is worth looking for words in the parts of a text. */
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

  /** The text without the credentials in it, those that are words aside; the text itself where there are none. */
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
    // What is left is there in escapes: it goes with the word that it is in, or with the whole.
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

/** A backslash before a quote belongs to the quote. */
function hidden(word: string): string {
  let end = word.length;
  while (word.charAt(end - 1) === '\\') end--;
  return REDACTED + word.slice(end);
}

/** The whole run of encoded characters: its ends hold bits of the credential's. */
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
