/**
 * An entry as `.env`: assignments that a POSIX shell reads back exactly (`set -a; . ./.env`). Programs that read such files
 * agree with it on names, plain values, single quotes and line breaks; they differ only in backslashes beside quotes.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { clipboardText } from './open.ts';

/** An entry as text. */
export interface EntryText {
  readonly text: string;
  /** What is not as in the entry, in sentences. */
  readonly warnings: readonly string[];
}

/** Assignments, one a key. Throws `invalid-input`, naming the key, where a name or value cannot be said. */
export function envText(members: readonly Member[]): EntryText {
  const names = new Map<string, string>();
  const lines = members.map(([key, rawJson]) => {
    const name = nameOf(key);
    const other = names.get(name);
    if (other !== undefined) {
      throw refused(key, `“${other}” and “${key}” would both be called ${name}`, 'Copy it as JSON or YAML.');
    }
    names.set(name, key);
    const value = clipboardText(plainEscapes(rawJson));
    if (value.includes('\0')) {
      throw refused(
        key,
        `the value of “${key}” holds a NUL character, which no variable can`,
        'Copy it as JSON.',
      );
    }
    return `${name}=${quoted(value)}\n`;
  });
  const renamed = [...names].filter(([name, key]) => name !== key).map(([name, key]) => `${key} → ${name}`);
  return {
    text: lines.join(''),
    warnings: renamed.length === 0 ? [] : [`A variable cannot have every name: ${renamed.join(', ')}.`],
  };
}

/** A key as a variable may be called: other characters become underscores. */
function nameOf(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]/gu, '_').replace(/^(?=\d)/, '_');
  if (name === '')
    throw refused(key, 'a key without a name cannot be a variable', 'Copy it as JSON or YAML.');
  return name;
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
