import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { fileBytesOf, readValueFile, suggestedFileName, writeValueFile } from './value-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-values-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (bytes: string | Buffer): string => {
  const path = join(folder, 'value.bin');
  writeFileSync(path, bytes);
  return path;
};
async function refusal(work: Promise<unknown>): Promise<AppError> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof AppFailure)) throw new Error(`refused expected, not ${String(failure)}`);
  return failure.error;
}

describe('a value from a file', () => {
  it.each([
    ['text with everything kept', '\uFEFF a\r\nü\n\u0000', 'text', '\uFEFF a\r\nü\n\u0000'],
    ['an empty file', '', 'text', ''],
    ['bytes that are no text', Buffer.from([0xff, 0x00, 0xfe]), 'base64', '/wD+'],
    ['UTF-16', Buffer.from('\uFEFFhi', 'utf16le'), 'base64', '//5oAGkA'],
  ])('%s', async (_what, bytes, encoding, value) => {
    const read = await readValueFile(file(bytes), 'auto');
    expect(read).toMatchObject({ name: 'value.bin', encoding, bytes: Buffer.from(bytes).length });
    expect(JSON.parse(read.rawJson)).toBe(value);
  });

  it('comes as base64 where that is asked for', async () => {
    expect(await readValueFile(file('hi'), 'base64')).toMatchObject({
      encoding: 'base64',
      rawJson: '"aGk="',
    });
  });

  it('refuses a gigabyte without reading it', async () => {
    const path = file('');
    truncateSync(path, 1024 ** 3);
    expect(await refusal(readValueFile(path, 'auto'))).toMatchObject({
      kind: 'too-large',
      limitBytes: 33_554_432,
      message: expect.stringContaining('32 MiB') as string,
    });
  });

  it.each([
    ['a directory', () => folder, 'is a directory'],
    ['a file that is gone', () => join(folder, 'none'), 'does not exist'],
    ['a device', () => '/dev/zero', 'is not a regular file'],
  ])('refuses %s', async (_what, path, words) => {
    const error = await refusal(readValueFile(path(), 'auto'));
    expect(error.kind).toBe('invalid-input');
    expect(error.message).toContain(words);
  });
});

describe('a value as a file', () => {
  it.each([
    ['"a\\nb"', 'text', 'a\nb'],
    ['"aGk="', 'text', 'aGk='],
    ['{"a":9007199254740993}', 'text', '{"a":9007199254740993}'],
    ['"aGk="', 'decoded-base64', 'hi'],
    ['"aGk"', 'decoded-base64', 'hi'],
    ['"aG\\nk=\\n"', 'decoded-base64', 'hi'],
    ['"_-8"', 'decoded-base64', Buffer.from([0xff, 0xef])],
  ] as const)('%s as %s', (raw, as, bytes) => {
    expect(fileBytesOf('k', raw, as)).toEqual(Buffer.from(bytes));
  });

  it.each(['"not base64!"', '""', '"a"', '"aGk=="', '"=="', '"a+_a"', '1', 'null', '"aGk=aGk="'])(
    'does not decode %s',
    (raw) => {
      expect(() => fileBytesOf('k', raw, 'decoded-base64')).toThrow('is not base64');
    },
  );

  itOnUnix('modes of files: Windows has lists of rights instead')(
    'is readable by its owner alone, replaces the old one, and leaves nothing beside it',
    async () => {
      const path = file('old');
      await writeValueFile(path, Buffer.from('new'));
      expect(readFileSync(path, 'utf8')).toBe('new');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['value.bin']);
    },
  );

  it.each<readonly [string, () => string, string]>([
    ['a folder that is not there', () => join(folder, 'none', 'x'), 'it does not exist'],
    ['a file in place of a folder', () => join(file(''), 'x'), 'there is a file where a directory belongs'],
    ['a folder of that name', () => (mkdirSync(join(folder, 'd')), join(folder, 'd')), 'directory'],
    // Root can write everywhere else.
    ...(process.platform === 'linux' ? [['a place where nobody writes', () => '/proc/x', ''] as const] : []),
  ])('says why it cannot be written: %s', async (_what, path, words) => {
    const error = await refusal(writeValueFile(path(), Buffer.from('secret')));
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'file' });
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/cannot be written: .+\.$/);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.each([
    ['team/db', 'password', 'db-password'],
    ['x', '../../etc/passwd', 'x-.._.._etc_passwd'],
    ['.hidden', 'k', 'hidden-k'],
    ['x', 'a\nb:c*?', 'x-a_b_c_'],
    ['', '', 'value'],
    ['x', 'invoice\u202etxt.exe\u200b', 'x-invoice_txt.exe_'],
    ['x', 'k'.repeat(500), `x-${'k'.repeat(118)}`],
  ])('suggests a plain name for %j and %j', (path, key, name) => {
    expect(suggestedFileName(path, key)).toBe(name);
  });
});
