/**
 * Writes an entry as `.env`: assignments that a POSIX shell reads back exactly (`set -a; . ./.env`). Programs that
 * read such files agree with it on names, plain values, single quotes and line breaks; they differ only in
 * backslashes beside quotes.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { clipboardText } from './open.ts';

/** An entry as text. */
export interface EntryText {
  readonly text: string;
  /** Differences from the entry, in sentences. */
  readonly warnings: readonly string[];
}

/** Writes one assignment per key. Throws `invalid-input`, naming the key, if a name or value cannot be expressed. */
export function envText(members: readonly Member[]): EntryText {
  const names = new Map<string, string>();
  const lines = members.map(([key, rawJson]) => {
    const name = envName(key);
    if (name === '')
      throw refused(key, 'a key without a name cannot be a variable', 'Copy it as JSON or YAML.');
    const other = names.get(name);
    if (other !== undefined) {
      throw refused(key, `“${other}” and “${key}” would both be called ${name}`, 'Copy it as JSON or YAML.');
    }
    names.set(name, key);
    const problem = envProblem(key, rawJson);
    if (problem !== undefined) throw refused(key, problem, 'Copy it as JSON.');
    return envAssignment(name, rawJson);
  });
  const renamed = [...names].filter(([name, key]) => name !== key).map(([name, key]) => `${key} → ${name}`);
  return {
    text: lines.join(''),
    warnings: renamed.length === 0 ? [] : [`Not every name can be a variable: ${renamed.join(', ')}.`],
  };
}

/** Reason for which a value cannot be expressed, as a part of a sentence; undefined if it can. */
export function envProblem(key: string, rawJson: string): string | undefined {
  const control = controlCharacter.exec(clipboardText(plainEscapes(rawJson)))?.[0];
  return control === undefined
    ? undefined
    : `the value of “${key}” contains ${nameOfControl(control)}, which a terminal would execute when pasted`;
}

/** One assignment, as a line. */
export function envAssignment(name: string, rawJson: string): string {
  return `${name}=${quoted(clipboardText(plainEscapes(rawJson)))}\n`;
}

/**
 * Control characters other than tab and line feed. A shell takes them literally between quotes, but a terminal
 * interprets them first: one ends the typed line, another the paste.
 */
const controlCharacter = /(?![\t\n])\p{Cc}/u;

/** E.g. `the control character U+0003`. */
function nameOfControl(character: string): string {
  const code = character.charCodeAt(0);
  return code === 0
    ? 'a NUL character'
    : `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Turns a key into a variable name: other characters become underscores. */
export function envName(key: string): string {
  return key.replace(/[^A-Za-z0-9_]/gu, '_').replace(/^(?=\d)/, '_');
}

function quoted(value: string): string {
  if (/^[\w@%+:,./-]+$/.test(value)) return value;
  return value.includes("'") ? `"${value.replace(/["\\$`]/g, '\\$&')}"` : `'${value}'`;
}

function refused(key: string, why: string, hint: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: key,
    message: `This entry cannot be a .env file: ${why}. Nothing was copied.`,
    hint,
  });
}
