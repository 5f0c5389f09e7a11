/**
 * Writes an entry as YAML. Every JSON value is YAML 1.2 as well, so values stay JSON, number for number, and strings
 * are in double quotes: no parser misreads `no`, `1_000` or `2026-11-20`. Only text of several lines becomes a block,
 * because a certificate in one line is unreadable.
 */
import { scanValue } from '../../../shared/vault/json-scan.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';

/** A mapping of keys to values, one line or block each. */
export function yamlText(members: readonly Member[]): string {
  if (members.length === 0) return '{}\n';
  return members.map(([key, rawJson]) => yamlMember(key, rawJson.trim())).join('');
}

/** A longer key of a mapping needs a question mark before it. */
const LONGEST_IMPLICIT_KEY = 1000;

/** One member of a mapping; without a value, the line that a nested mapping follows. */
export function yamlMember(key: string, rawJson?: string): string {
  const name = plainKey.test(key) && !reserved.test(key) ? key : quotedText(key);
  const head = name.length > LONGEST_IMPLICIT_KEY ? `? ${name}\n` : name;
  return rawJson === undefined ? `${head}:\n` : `${head}: ${valueOf(rawJson)}\n`;
}

const plainKey = /^[A-Za-z_][\w.-]*$/;
/** Words that YAML 1.1 or 1.2 parsers read as booleans or null. */
const reserved = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function valueOf(rawJson: string): string {
  const value: unknown = rawJson.startsWith('"') ? JSON.parse(rawJson) : undefined;
  if (typeof value === 'string') return isBlock(value) ? block(value) : quotedText(value);
  // Inner strings are re-encoded: JSON can spell one character as two escapes, which YAML takes for two characters.
  const out: string[] = [];
  let at = 0;
  const write = (start: number, end: number, after: number, before = '', behind = ''): void => {
    const text = quotedText(JSON.parse(rawJson.slice(start, end)) as string);
    out.push(rawJson.slice(at, start), text.length > LONGEST_IMPLICIT_KEY ? before : '', text, behind);
    at = after;
  };
  scanValue(rawJson, 0, {
    key: (start, end) => {
      write(start, end, rawJson.indexOf(':', end) + 1, '? ', ': ');
      return undefined;
    },
    leaf: (start, end) => {
      if (rawJson.startsWith('"', start)) write(start, end, end);
    },
  });
  return out.join('') + rawJson.slice(at);
}

/** A JSON literal without characters that YAML counts as unprintable, or as a line break. */
function quotedText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** True if a literal block keeps every character of the text. */
function isBlock(text: string): boolean {
  if (!/^[^\s].*\n/.test(text) || /[^\t\n -~\u00a1-\u1fff\u2030-\ud7ff]/.test(text)) return false;
  // The value of a line of white space depends on its position.
  return !/\n[ \t]+(?:\n|$)/.test(text);
}

function block(text: string): string {
  const chomping = !text.endsWith('\n') ? '-' : text.endsWith('\n\n') ? '+' : '';
  const lines = text.replace(/\n$/, '').split('\n');
  return `|${chomping}\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}`;
}
