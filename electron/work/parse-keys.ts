/**
 * Keys from pasted text: `.env`, JSON or YAML. Every drop or change has a warning, and unreadable text is refused
 * with its line, never with the text itself: it is full of secrets.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { KeyFormat, ParsedKeys } from '../../shared/vault/editing.ts';
import { jsonProblem } from '../../shared/vault/json-problem.ts';
import { sliceMembers } from '../../shared/vault/json-slices.ts';
import { isAssignment, parseEnv } from './parse-env.ts';
import { parseYaml } from './parse-yaml.ts';
import type { ReadKeys } from './read-keys.ts';

/** Limit of keys in one save. */
const mostKeys = 20_000;

/** Reads keys. Rejects with `invalid-input` naming the line if the text is not of the format or has no keys. */
export async function parseKeys(text: string, format: 'auto' | KeyFormat): Promise<ParsedKeys> {
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trim() === '') throw refused('There is nothing to read: the text is empty.');
  const chosen = format === 'auto' ? await detect(bare) : format;
  const read = await readers[chosen](bare);
  if (!read.ok) {
    const where = read.line === undefined ? '' : ` (line ${read.line})`;
    throw refused(`This cannot be read as ${names[chosen]}${where}: ${read.message}.`);
  }
  if (read.members.length === 0) throw refused(`There are no keys in this ${names[chosen]} text.`);
  if (read.members.length > mostKeys) {
    throw refused(`These are ${read.members.length} keys; at most ${mostKeys} can be taken over at once.`);
  }
  return { format: chosen, members: read.members, warnings: read.warnings };
}

/** A task: `parseKeys`. */
export function parseKeysIn(asked: {
  readonly text: string;
  readonly format: 'auto' | KeyFormat;
}): Promise<ParsedKeys> {
  return parseKeys(asked.text, asked.format);
}

const names: Readonly<Record<KeyFormat, string>> = { env: '.env', json: 'JSON', yaml: 'YAML' };

const readers: Readonly<Record<KeyFormat, (text: string) => ReadKeys | Promise<ReadKeys>>> = {
  env: parseEnv,
  json: parseJson,
  yaml: parseYaml,
};

/**
 * Braces mean JSON, unless no quote follows and only YAML can read them; a first line with an equals sign is `.env`;
 * the rest is YAML.
 */
async function detect(text: string): Promise<KeyFormat> {
  if (/^\s*[{[]/.test(text)) {
    return /^\s*[{[]\s*"/.test(text) || parseJson(text).ok || !(await parseYaml(text)).ok ? 'json' : 'yaml';
  }
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return first !== undefined && isAssignment(first) ? 'env' : 'yaml';
}

function parseJson(text: string): ReadKeys {
  const problem = jsonProblem(text);
  if (problem !== undefined) {
    return { ok: false, message: lowerFirst(problem.message), line: problem.line };
  }
  if (!text.trimStart().startsWith('{')) {
    return { ok: false, message: 'it is not an object of keys and values', line: 1 };
  }
  return { ok: true, members: sliceMembers(text), warnings: [] };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function refused(message: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'text',
    message,
    hint: 'Correct the text, or choose another format.',
  });
}
