/**
 * Where a JSON text goes wrong. `JSON.parse` tells a position for some faults and quotes the text for others; an editor
 * needs the line and column of every one, and words that do not repeat the value.
 */

/** The first fault of a text; line and column count from 1. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\0-\x1f]+/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const words = ['true', 'false', 'null'] as const;

/** The first fault of a JSON text, or undefined if it is one complete JSON value without doubled keys. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const fault = findFault(text);
  if (fault === undefined) return undefined;
  const before = text.slice(0, fault.offset).split('\n');
  return { ...fault, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface Fault {
  readonly message: string;
  readonly offset: number;
}

type Expecting = 'value' | 'first-value' | 'first-key' | 'key' | 'after-value';

/** Walks the text with a stack of its own, so that no depth of nesting overflows. */
function findFault(text: string): Fault | undefined {
  const open: ('{' | '[')[] = [];
  /** The keys of each open object so far: a second one of a name would silently win. */
  const keys: Set<string>[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  for (;;) {
    at = skip(space, text, at);
    const character = text.charAt(at);
    if (expecting === 'after-value') {
      const container = open.at(-1);
      if (container === undefined) {
        return character === '' ? undefined : { message: 'Nothing may follow the value', offset: at };
      }
      const close = container === '{' ? '}' : ']';
      if (character === ',') expecting = container === '{' ? 'key' : 'value';
      else if (character === close) {
        if (open.pop() === '{') keys.pop();
      } else return { message: `A comma or ${close} is missing`, offset: at };
      at++;
      continue;
    }
    if (expecting === 'first-key' || expecting === 'key') {
      if (character === '}' && expecting === 'first-key') {
        open.pop();
        keys.pop();
        expecting = 'after-value';
        at++;
        continue;
      }
      if (character !== '"') return { message: 'A key in double quotes is missing', offset: at };
      const end = stringEnd(text, at);
      if (typeof end !== 'number') return end;
      // Written differently, `"a"` and `"\u0061"` are the same key.
      const key = JSON.parse(text.slice(at, end)) as string;
      const siblings = keys.at(-1);
      if (siblings?.has(key) === true) return { message: 'This key stands here a second time', offset: at };
      siblings?.add(key);
      at = skip(space, text, end);
      if (text.charAt(at) !== ':') return { message: 'A colon is missing after the key', offset: at };
      at++;
      expecting = 'value';
      continue;
    }
    if (character === ']' && expecting === 'first-value') {
      open.pop();
      expecting = 'after-value';
      at++;
      continue;
    }
    if (character === '{' || character === '[') {
      open.push(character);
      if (character === '{') keys.push(new Set());
      expecting = character === '{' ? 'first-key' : 'first-value';
      at++;
      continue;
    }
    const end = leafEnd(text, at);
    if (typeof end !== 'number') return end;
    at = end;
    expecting = 'after-value';
  }
}

function leafEnd(text: string, at: number): number | Fault {
  const character = text.charAt(at);
  if (character === '') return { message: 'A value is missing at the end', offset: at };
  if (character === '"') return stringEnd(text, at);
  const word = words.find((candidate) => text.startsWith(candidate, at));
  if (word !== undefined) return at + word.length;
  const end = skip(number, text, at);
  if (end > at) return end;
  if (character === "'") return { message: 'JSON strings stand in double quotes', offset: at };
  return { message: 'This is not a JSON value', offset: at };
}

function stringEnd(text: string, start: number): number | Fault {
  let at = start + 1;
  for (;;) {
    at = skip(plainText, text, at);
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === '') return { message: 'A string is not closed', offset: start };
    if (character !== '\\')
      return { message: 'A line break or control character must be escaped', offset: at };
    const end = skip(escapeSequence, text, at);
    if (end === at) return { message: 'This escape does not exist in JSON', offset: at };
    at = end;
  }
}

/** Where a sticky pattern stops; `at` itself if it does not match there. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
