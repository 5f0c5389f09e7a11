/** Values read from and written to files. The content stays between main and the disk; the renderer learns a name. */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { isDisplayName } from '../../../shared/vault/display-name.ts';
import type { FileValue } from '../../../shared/vault/editing.ts';
import { writeChosenFile } from '../../disk/chosen-file.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

/** Reads a file as a value: its text, or base64 if it is not UTF-8 text (or `as` asks for it). */
export async function readValueFile(path: string, as: 'auto' | 'base64'): Promise<FileValue> {
  const name = basename(path);
  const read = await readBounded(path, requestLimitBytes);
  if (!('bytes' in read)) {
    const message = `The file “${name}” ${unreadableBecause(read, '32 MiB')}, so it cannot be a value.`;
    if (read.problem === 'too-large') {
      const hint = 'No server takes a value this large.';
      throw new AppFailure({ kind: 'too-large', limitBytes: requestLimitBytes, message, hint });
    }
    throw new AppFailure({ kind: 'invalid-input', field: 'file', message, hint: 'Choose another file.' });
  }
  const { bytes } = read;
  const encoding = as === 'auto' && isUtf8(bytes) ? 'text' : 'base64';
  const value = bytes.toString(encoding === 'text' ? 'utf8' : 'base64');
  return { name, bytes: bytes.length, encoding, rawJson: JSON.stringify(value) };
}

/** File content of a value: a text's characters, any other value's JSON; or the bytes of a base64 text. */
export function fileBytesOf(key: string, rawJson: string, as: 'text' | 'decoded-base64'): Buffer {
  const value: unknown = JSON.parse(rawJson);
  if (as === 'text') return Buffer.from(typeof value === 'string' ? value : rawJson, 'utf8');
  const decoded = typeof value === 'string' ? decodeBase64(value) : undefined;
  if (decoded !== undefined) return decoded;
  throw new AppFailure({
    kind: 'invalid-input',
    field: key,
    message: `The value of “${key}” is not base64, so there is nothing to decode. No file was written.`,
    hint: 'Save it as it is instead.',
  });
}

/** Accepts both alphabets, with or without padding and line breaks; Node itself would skip unknown characters. */
function decodeBase64(text: string): Buffer | undefined {
  const bare = text.replace(/[\t\n\r ]+/g, '');
  const digits = bare.replace(/={1,2}$/, '');
  if (bare === '' || digits.length % 4 === 1) return undefined;
  if (bare !== digits && bare.length % 4 !== 0) return undefined;
  return /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(digits) ? Buffer.from(digits, 'base64') : undefined;
}

/** Suggests a file name for a path and a key, without characters that a file system or the user could misread. */
export function suggestedFileName(path: string, key: string): string {
  const name = `${path.split('/').at(-1) ?? ''}-${key}`
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, '_')
    .replace(/./gsu, (sign) => (isDisplayName(sign) ? sign : '_'))
    .replace(/^[.\s-]+|(?<![.\s])[.\s]+$/g, '');
  return name.slice(0, 120) || 'value';
}

/** Writes a file that only its owner may read. Rejects with `invalid-input` and the system's reason in words. */
export function writeValueFile(path: string, bytes: Buffer): Promise<void> {
  return writeChosenFile(path, {
    fill: (write) => write(bytes),
    check: () => Promise.resolve(),
    failure: (reason) =>
      new AppFailure({
        kind: 'invalid-input',
        field: 'file',
        message: `The file “${basename(path)}” cannot be written: ${reason}.`,
        hint: 'Choose another folder.',
      }),
  });
}
