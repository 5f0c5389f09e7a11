/** An entry as the command that writes it: for a POSIX shell, and for the `vault` (or `bao`) command line. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject, plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { Program } from '../../../shared/vault/server.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';

/** A system takes no single argument that is longer (Linux: 128 KiB); UTF-16 code units. */
const LONGEST_ARGUMENT = 32 * 1024;

/**
 * The command. Texts are arguments; where a value is no text, or the tool would read one otherwise, the entry is JSON on its
 * standard input. Throws `not-offered` for a path that the tool changes.
 */
export function cliText(place: KnownPlace, members: readonly Member[], program: Program): string {
  const { mount, path } = place;
  if (path.trim() !== path) {
    throw new AppFailure({
      kind: 'not-offered',
      message:
        'The command line takes the spaces off the ends of a path, which belong to this one. Nothing was copied.',
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
  // No line of JSON is this word alone.
  return `${command} - <<'JSON'\n${plainEscapes(composeObject(members))}\nJSON\n`;
}

/** `key=value` as a word of the shell; undefined where the tool would take it for something else. */
function pairOf([key, rawJson]: Member): string | undefined {
  const value: unknown = rawJson.trimStart().startsWith('"') ? JSON.parse(rawJson) : undefined;
  if (typeof value !== 'string' || value === '-' || value.length > LONGEST_ARGUMENT) return undefined;
  if (key === '' || /^[-@]|=/.test(key) || /\0/.test(key + value) || value.startsWith('\\@'))
    return undefined;
  // `@` begins the name of a file.
  return shellWord(`${key}=${value.startsWith('@') ? '\\' : ''}${value}`);
}

/** A path that starts with a dash would be taken for a flag. */
function argument(path: string): string {
  return (path.startsWith('-') ? '-- ' : '') + shellWord(path);
}
