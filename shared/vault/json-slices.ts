/**
 * Slices of JSON text. `JSON.parse` loses three properties of an entry: digits of numbers beyond 2^53, the order of
 * integer-like keys ("10" before "2"), and the difference between a key named `__proto__` and the prototype. So
 * entries stay text: native `JSON.parse` first proves that the text is JSON, and the scanner (`json-scan.ts`), which
 * therefore never meets malformed text, only finds the bounds of members. Every function is linear in the text.
 *
 * A duplicate key keeps the position of its first appearance and the value of its last, as `JSON.parse` has it.
 */
import { scanValue, skipSpace, stringBetween } from './json-scan.ts';

/** One member of an object: its decoded key, and the original JSON text of its value. */
export type Member = readonly [key: string, rawJson: string];

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Replacement for a hidden value. */
export const MASK = '"••••••••"';

/** Deeper levels are not indented further: the text would grow with the square of the depth. */
const DEEPEST_INDENT = 64;

/** The members of a top-level object in order. Throws `SyntaxError` if the text is not JSON or not an object. */
export function sliceMembers(jsonText: string): Member[] {
  JSON.parse(jsonText);
  const start = skipSpace(jsonText, 0);
  if (jsonText.charCodeAt(start) !== OPEN_BRACE) throw new SyntaxError('the JSON text is not an object');
  const members: [string, string][] = [];
  const at = new Map<string, number>();
  for (const range of memberRanges(jsonText, start)) {
    const raw = jsonText.slice(range.start, range.end);
    const known = at.get(range.key);
    if (known === undefined) {
      at.set(range.key, members.length);
      members.push([range.key, raw]);
    } else {
      members[known] = [range.key, raw];
    }
  }
  return members;
}

/**
 * Raw JSON text of the value at a path of object keys, e.g. `['data', 'data']`; undefined if missing. Throws
 * `SyntaxError` if the text is not JSON.
 */
export function sliceAt(jsonText: string, keys: readonly string[]): string | undefined {
  JSON.parse(jsonText);
  const range = rangeAt(jsonText, keys);
  return range === undefined ? undefined : jsonText.slice(range.start, range.end);
}

/**
 * Members of the object at a path of object keys, in one pass over a text that `JSON.parse` has accepted. Undefined
 * without an object there.
 */
export function membersAt(provedText: string, keys: readonly string[]): Member[] | undefined {
  let members: [string, string][] | undefined;
  let places = new Map<string, number>();
  let depth = 0;
  /** Number of open structures on the path, from the outermost on; the last one can be the target itself. */
  let followed = 0;
  let key = '';
  let valueStart = 0;
  const take = (start: number, end: number): void => {
    if (members === undefined) return;
    const raw = provedText.slice(start, end);
    const known = places.get(key);
    if (known !== undefined) members[known] = [key, raw];
    else {
      places.set(key, members.length);
      members.push([key, raw]);
    }
  };
  const inObject = (): boolean => depth === followed && depth === keys.length + 1;
  scanValue(provedText, 0, {
    key: (start, end) => {
      if (depth !== followed) return undefined;
      key = stringBetween(provedText, start, end);
      // A later duplicate key overrides the earlier one.
      if (key === keys[depth - 1]) members = undefined;
      return undefined;
    },
    open: (at, isObject) => {
      if (inObject()) valueStart = at;
      else if (depth === followed && isObject && (depth === 0 || key === keys[depth - 1])) {
        followed++;
        if (followed > keys.length) {
          members = [];
          places = new Map();
        }
      }
      depth++;
    },
    close: (end) => {
      depth--;
      followed = Math.min(followed, depth);
      if (inObject()) take(valueStart, end);
    },
    leaf: (start, end) => {
      if (inObject()) take(start, end);
    },
  });
  return members;
}

/** Raw JSON texts of a list's items, from a text that `JSON.parse` has accepted. Empty if it is not a list. */
export function itemsOf(provedText: string): readonly string[] {
  const start = skipSpace(provedText, 0);
  if (provedText.charCodeAt(start) !== OPEN_BRACKET) return [];
  const items: string[] = [];
  let depth = 0;
  let begin = 0;
  scanValue(provedText, start, {
    key: () => undefined,
    open: (at) => {
      if (depth++ === 1) begin = at;
    },
    close: (end) => {
      if (--depth === 1) items.push(provedText.slice(begin, end));
    },
    leaf: (from, end) => {
      if (depth === 1) items.push(provedText.slice(from, end));
    },
  });
  return items;
}

/** JSON text of an object with these members, in this order; values are copied unchanged. */
export function composeObject(members: readonly Member[]): string {
  return '{' + members.map(([key, raw]) => JSON.stringify(key) + ':' + raw).join(',') + '}';
}

/** JSON text with `<`, `>` and `&` in place of Go's escapes for them; all other tokens stay unchanged. */
export function plainEscapes(jsonText: string): string {
  if (!/\\u00(?:3[ce]|26)/i.test(jsonText)) return jsonText;
  return jsonText.replace(/\\(?:u00(3c|3e|26)|[^])/gi, (escape, code?: string) =>
    code === undefined ? escape : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Most growth of a text by indenting; short ones can grow further. */
const MOST_GROWTH = 8;
const SHORT_TEXT = 64 * 1024;

/**
 * Indents JSON text by two spaces per level; every token stays as written. A text that would grow too much (mostly
 * nested brackets) is returned unchanged. Throws `SyntaxError` if it is not JSON.
 */
export function indentJson(raw: string): string {
  JSON.parse(raw);
  const most = MOST_GROWTH * raw.length + SHORT_TEXT;
  let added = 0;
  const out: string[] = [];
  const newLine = (depth: number): string => {
    const line = added > most ? '' : newLineAt(depth);
    added += line.length;
    return line;
  };
  /** For each open structure: number of values so far, and its closing bracket. */
  const open: { count: number; readonly close: string }[] = [];
  let keyed = false;
  const beginValue = (): void => {
    const inside = open.at(-1);
    if (inside !== undefined && !keyed) out.push(inside.count++ === 0 ? '' : ',', newLine(open.length));
    keyed = false;
  };
  scanValue(raw, 0, {
    open: (_at, isObject) => {
      beginValue();
      out.push(isObject ? '{' : '[');
      open.push({ count: 0, close: isObject ? '}' : ']' });
    },
    close: () => {
      const { count, close } = open.pop() ?? { count: 0, close: '' };
      out.push(count === 0 ? '' : newLine(open.length), close);
    },
    key: (start, end) => {
      beginValue();
      out.push(raw.slice(start, end), ': ');
      keyed = true;
      return undefined;
    },
    leaf: (start, end) => {
      beginValue();
      out.push(raw.slice(start, end));
    },
  });
  return added > most ? raw : out.join('');
}

/**
 * Replaces every leaf below the value at `keys` by a row of dots; keys, structure and a `null` as the whole value
 * stay. A text without that value is returned unchanged. Throws `SyntaxError` if it is not JSON.
 */
export function maskJson(raw: string, keys: readonly string[] = ['data']): string {
  JSON.parse(raw);
  const range = rangeAt(raw, keys);
  if (range === undefined || raw.slice(range.start, range.end) === 'null') return raw;
  const out: string[] = [];
  let at = 0;
  scanValue(raw, range.start, {
    leaf: (start, end) => {
      out.push(raw.slice(at, start), MASK);
      at = end;
    },
  });
  out.push(raw.slice(at));
  return out.join('');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeAt(text: string, keys: readonly string[]): Range | undefined {
  let start = skipSpace(text, 0);
  let range: Range | undefined;
  for (const key of keys) {
    if (text.charCodeAt(start) !== OPEN_BRACE) return undefined;
    let found: Range | undefined;
    for (const member of memberRanges(text, start)) if (member.key === key) found = member;
    if (found === undefined) return undefined;
    range = found;
    start = found.start;
  }
  return range ?? { start, end: endOfValue(text, start) };
}

/** Range of each member's value; `start` is the index of `{`. */
function memberRanges(text: string, start: number): readonly (Range & { readonly key: string })[] {
  const members: (Range & { readonly key: string })[] = [];
  let depth = 0;
  let key = '';
  let valueStart = 0;
  scanValue(text, start, {
    key: (from, to) => {
      if (depth === 1) key = stringBetween(text, from, to);
      return undefined;
    },
    open: (at) => {
      if (depth++ === 1) valueStart = at;
    },
    close: (end) => {
      if (--depth === 1) members.push({ key, start: valueStart, end });
    },
    leaf: (from, end) => {
      if (depth === 1) members.push({ key, start: from, end });
    },
  });
  return members;
}

/** End of the value that starts at `at`, in valid JSON. */
function endOfValue(text: string, at: number): number {
  const end = scanValue(text, at, {});
  return typeof end === 'number' ? end : text.length;
}

function newLineAt(depth: number): string {
  return '\n' + '  '.repeat(Math.min(depth, DEEPEST_INDENT));
}
