/** Writes an entry as the command that creates it: for a POSIX shell and the `vault` (or `bao`) command line. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject, plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { Program } from '../../../shared/vault/server.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';

/** Limit of a single argument in UTF-16 code units, below every system's own (Linux: 128 KiB). */
const LONGEST_ARGUMENT = 32 * 1024;

/**
 * Writes the command with texts as arguments. If a value is not a text, or the tool would misread one, the entry goes
 * as JSON to its standard input. Throws `not-offered` for a path that the tool changes.
 */
export function cliText(place: KnownPlace, members: readonly Member[], program: Program): string {
  const { mount, path } = place;
  if (path.trim() !== path) {
    throw new AppFailure({
      kind: 'not-offered',
      message: 'The command line trims paths, and this one begins or ends with a space. Nothing was copied.',
      hint: 'Copy it as JSON.',
    });
  }
  const command =
    mount.engine === 'cubbyhole'
      ? `${program} write ${argument(fullPath(place))}`
      : `${program} kv put -mount=${shellWord(mount.path.replace(/\/$/, ''))} ${argument(path)}`;
  const pairs = members.map(pairOf);
  const sayable = pairs.filter((pair) => pair !== undefined);
  if (pairs.length > 0 && sayable.length === pairs.length)
    return `${[command, ...sayable].join(' \\\n  ')}\n`;
  // A line of JSON is never this word alone.
  return `${command} - <<'JSON'\n${plainEscapes(composeObject(members))}\nJSON\n`;
}

/** `key=value` as a shell word; undefined if the tool would misinterpret it. */
function pairOf([key, rawJson]: Member): string | undefined {
  const value: unknown = rawJson.trimStart().startsWith('"') ? JSON.parse(rawJson) : undefined;
  if (typeof value !== 'string' || value === '-' || value.length > LONGEST_ARGUMENT) return undefined;
  if (key === '' || /^[-@]|=/.test(key) || /\0/.test(key + value) || value.startsWith('\\@'))
    return undefined;
  // `@` begins a file name.
  return shellWord(`${key}=${value.startsWith('@') ? '\\' : ''}${value}`);
}

/** A path that starts with a dash would be taken for a flag. */
function argument(path: string): string {
  return (path.startsWith('-') ? '-- ' : '') + shellWord(path);
}
