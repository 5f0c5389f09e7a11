/**
 * Faults in the text of a policy that can be found without a server: its syntax, and unknown capabilities. They turn
 * the main button off; the server decides, so the text can be saved from the menu all the same.
 */
import { policyPieces } from './policy-pieces.ts';
import type { PolicyPiece } from './policy-pieces.ts';

export interface PolicyFault {
  /** Index of the first wrong character, from 0. */
  readonly at: number;
  /** Line number, from 1. */
  readonly line: number;
  /** A sentence. */
  readonly message: string;
}

/** Capabilities of Vault and of OpenBao (`scan`). */
const capabilities: ReadonlySet<string> = new Set([
  ...['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo', 'deny'],
  ...['recover', 'subscribe', 'scan'],
]);

/** Characters up to which a text is checked: longer ones would delay a key press. */
const longestChecked = 500_000;

/** Faults in the order of the text: each unknown capability, and the first one of the syntax. Longer texts are not checked. */
export function policyFaults(policy: string): readonly PolicyFault[] {
  if (policy.length > longestChecked) return [];
  const pieces = policyPieces(policy);
  const open = pieces.find((piece) => piece.open);
  if (open !== undefined)
    return [faultAt(open, `This ${open.kind === 'comment' ? 'comment' : 'text'} is not closed.`)];
  const words = pieces.filter(({ kind }) => kind === 'mark' || kind === 'text' || kind === 'word');
  const json = words[0]?.text === '{';
  const comment = json ? pieces.find(({ kind }) => kind === 'comment') : undefined;
  if (comment !== undefined) return [faultAt(comment, 'A policy in JSON has no comments.')];
  return new Checker(words, json, policy).faults();
}

/** Line number in a server's refusal (`At 3:5: …`, `… on line 3`); undefined without one. */
export function lineInRefusal(said: readonly string[]): number | undefined {
  for (const text of said) {
    const found = /\bAt (\d+):\d+\b/i.exec(text) ?? /\bline (\d+)\b/i.exec(text);
    if (found !== null) return Number(found[1]);
  }
  return undefined;
}

/** Index of a line's first character, from 0; the text's length if it has fewer lines. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let left = line - 1; left > 0; left--) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

/** Current context: the whole policy, all paths (JSON), the rule of one path, or anything else. */
type Place = 'policy' | 'paths' | 'path' | 'other';

/** Nesting limit, far above any real policy. */
const DEEPEST = 100;

class Fault extends Error {
  readonly fault: PolicyFault;
  constructor(fault: PolicyFault) {
    super(fault.message);
    this.fault = fault;
  }
}

class Checker {
  readonly #words: readonly PolicyPiece[];
  readonly #json: boolean;
  readonly #end: PolicyFault;
  /** Unknown capabilities: the syntax around them can be checked all the same. */
  readonly #unknown: PolicyFault[] = [];
  #at = 0;
  #depth = 0;

  constructor(words: readonly PolicyPiece[], json: boolean, policy: string) {
    this.#words = words;
    this.#json = json;
    const last = words.at(-1);
    const at = last === undefined ? 0 : last.at;
    this.#end = { at: Math.min(at, policy.length), line: last?.line ?? 1, message: '' };
  }

  faults(): readonly PolicyFault[] {
    try {
      if (this.#json) this.#object('policy');
      else this.#members('policy', undefined);
      if (this.#next !== undefined) this.#stop('Unexpected text.');
      return this.#unknown;
    } catch (caught) {
      if (caught instanceof Fault)
        return [...this.#unknown, caught.fault].sort((one, other) => one.at - other.at);
      throw caught;
    }
  }

  get #next(): PolicyPiece | undefined {
    return this.#words[this.#at];
  }

  get #ended(): boolean {
    return this.#at >= this.#words.length;
  }

  #is(mark: string): boolean {
    return this.#next?.kind === 'mark' && this.#next.text === mark;
  }

  #stop(message: string, piece = this.#next): never {
    throw new Fault(piece === undefined ? { ...this.#end, message } : faultAt(piece, message));
  }

  /** Reads members up to the brace that closes `opened`, or to the end of the policy. */
  #members(place: Place, opened: PolicyPiece | undefined): void {
    while (!this.#is('}')) {
      if (this.#next === undefined) {
        if (opened !== undefined) this.#stop('This { is not closed.', opened);
        return;
      }
      this.#member(place);
      if (this.#is(',')) this.#at++;
      else if (this.#json && !this.#is('}')) this.#stop('A comma is missing before this.');
    }
    if (opened === undefined) this.#stop('This } closes nothing.');
  }

  #member(place: Place): void {
    const first = this.#next;
    const keys: string[] = [];
    while (this.#next?.kind === 'text' || this.#next?.kind === 'word') {
      keys.push(unquoted(this.#next.text));
      this.#at++;
    }
    const [key] = keys;
    if (first === undefined || key === undefined) this.#stop('A name is missing before this.');
    if (place === 'policy' && key !== 'path' && key !== 'name')
      this.#stop(`“${key}” is not known here: a policy consists of path "…" { … }.`, first);
    const inside = placeIn(place, keys, this.#json);
    if (this.#is(this.#json ? ':' : '=')) {
      if (keys.length > 1) this.#stop('Only one name can stand before this.');
      this.#at++;
      this.#value(inside, place === 'path' && key === 'capabilities');
    } else if (this.#is('{') && !this.#json) {
      if (place === 'policy' && keys.length !== 2)
        this.#stop('The path is missing: path "secret/data/app" {', first);
      this.#object(inside);
    } else this.#stop(this.#json ? 'A : is missing before this.' : 'An = or { is missing before this.');
  }

  #value(place: Place, ofCapabilities: boolean): void {
    const piece = this.#next;
    if (this.#is('{')) this.#object(place);
    else if (this.#is('[')) this.#list(place, ofCapabilities);
    else if (piece === undefined || piece.kind === 'mark') this.#stop('A value is missing here.');
    else {
      if (piece.kind === 'word' && !/^(?:true|false|null|[-+]?\d[\w.+-]*)$/.test(piece.text))
        this.#stop(`“${piece.text}” needs quotes.`);
      if (ofCapabilities && piece.kind === 'text' && !capabilities.has(unquoted(piece.text)))
        this.#unknown.push(faultAt(piece, `“${unquoted(piece.text)}” is not a capability.`));
      this.#at++;
    }
  }

  #list(place: Place, ofCapabilities: boolean): void {
    const opened = this.#next;
    this.#enter();
    while (!this.#is(']')) {
      if (this.#next === undefined) this.#stop('This [ is not closed.', opened);
      this.#value(place, ofCapabilities);
      if (this.#is(',')) this.#at++;
      else if (this.#is('}')) this.#stop('This [ is not closed.', opened);
      else if (!this.#ended && !this.#is(']')) this.#stop('A comma is missing before this.');
    }
    this.#leave();
  }

  #object(place: Place): void {
    const opened = this.#next;
    this.#enter();
    this.#members(place, opened);
    this.#leave();
  }

  #enter(): void {
    if (++this.#depth > DEEPEST) this.#stop('This is nested too deeply.');
    this.#at++;
  }

  #leave(): void {
    this.#depth--;
    this.#at++;
  }
}

/** Context of a member's value. */
function placeIn(place: Place, [key]: readonly string[], json: boolean): Place {
  if (place === 'policy' && key === 'path') return json ? 'paths' : 'path';
  return place === 'paths' ? 'path' : 'other';
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}

function faultAt({ at, line }: PolicyPiece, message: string): PolicyFault {
  return { at, line, message };
}
