/**
 * `.env` text as keys; every value is a string. The library decodes each assignment (quotes, escapes, comments), and
 * the walk over the lines notes the skipped ones: the library alone would silently drop lines that it does not
 * understand.
 */
import type { Member } from '../../shared/vault/json-slices.ts';
import type { ReadKeys } from './read-keys.ts';

const assignment = /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*/;

/** True for a line that begins an assignment. */
export function isAssignment(line: string): boolean {
  return assignment.test(line);
}

/** Reads `.env` text; an unclosed quote is refused with its line. */
export async function parseEnv(source: string): Promise<ReadKeys> {
  const { parse } = await import('dotenv');
  const text = source.replace(/\r\n?/g, '\n');
  const found = new Map<string, string>();
  const warnings: string[] = [];
  const unread: number[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const lineEnd = endOfLine(text, at);
    const head = assignment.exec(text.slice(at, lineEnd));
    if (head === null) {
      const bare = text.slice(at, lineEnd).trim();
      if (bare !== '' && !bare.startsWith('#')) unread.push(line);
      at = lineEnd + 1;
      line++;
      continue;
    }
    const key = head[1] ?? '';
    const start = at + head[0].length;
    const closing = closingQuote(text, start);
    if (closing === 'never') {
      return { ok: false, message: `the quote that opens the value of “${key}” is never closed`, line };
    }
    const end = closing === undefined ? lineEnd : endOfLine(text, closing);
    const raw = text.slice(start, end);
    // A name of our own, as a plain object cannot hold some keys (`__proto__`).
    const value = parse(`KEY=${raw}`)['KEY'] ?? '';
    if (found.has(key)) warnings.push(`“${key}” stands there more than once; line ${line} counts.`);
    if (closing === undefined) {
      if (raw.trim() !== value && raw.includes('#')) {
        warnings.push(`“${key}” (line ${line}) ends at “#”: what follows was taken for a comment.`);
      }
    } else if (/^[^\S\n]*[^\s#]/.test(text.slice(closing + 1, end))) {
      return { ok: false, message: `something follows the closing quote of “${key}”`, line };
    }
    if (!raw.startsWith("'") && /\$\{?\w/.test(value)) {
      warnings.push(`“${key}” refers to another variable ($…), which was not replaced.`);
    }
    found.set(key, JSON.stringify(value));
    line += countNewlines(text, at, end) + 1;
    at = end + 1;
  }
  if (unread.length > 0) {
    const listed = unread.slice(0, 10).join(', ') + (unread.length > 10 ? ' …' : '');
    warnings.push(`Not an assignment, and left out: line ${listed}.`);
  }
  return { ok: true, members: [...found] satisfies Member[], warnings };
}

/** Closing position of the quoted value that starts at `start`; undefined if it is not quoted. */
function closingQuote(text: string, start: number): number | 'never' | undefined {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\' && text.charAt(at + 1) === quote) at++;
    else if (text.charAt(at) === quote) return at;
  }
  return 'never';
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
