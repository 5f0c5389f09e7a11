import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { makeFileReader } from './files.ts';

const onUnix = itOnUnix('places of Unix, such as /proc');
let folder = '';
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), 'sr-files-')))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const place = (searchPath = '/usr/bin:/bin') => ({
  folder: { path: folder, device: '', inode: '' },
  searchPath,
});

describe('files behind a command', () => {
  onUnix('are known by their content, also if it changes in place and its time is set back', async () => {
    const { fileAt } = makeFileReader();
    const path = file('tool', 'one');
    const before = await fileAt(path);
    expect(await fileAt(path)).toEqual(before);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'two');
    utimesSync(path, atime, mtime);
    const after = await fileAt(path);
    expect(after.sha256).not.toBe(before.sha256);
    expect(after.inode).toBe(before.inode);
  });

  onUnix('are the script and its interpreter, found as the kernel and env find it', async () => {
    const { filesOf } = makeFileReader();
    const sh = realpathSync('/bin/sh');
    const plain = file('plain', '#!/bin/sh\n');
    expect(await filesOf({ program: plain, argv: ['plain'] }, place())).toMatchObject({
      program: { path: sh },
      script: { path: plain },
    });
    mkdirSync(join(folder, 'bin'));
    symlinkSync('/bin/sh', join(folder, 'bin', 'mine'));
    const byEnv = file('by-env', '#!/usr/bin/env mine\n');
    expect(await filesOf({ program: byEnv, argv: ['by-env'] }, place(join(folder, 'bin')))).toMatchObject({
      program: { path: sh },
      script: { path: byEnv },
    });
  });

  onUnix('have as a script the argument that an interpreter runs, and no other', async () => {
    const { filesOf } = makeFileReader();
    const script = file('x.sh', 'true\n');
    const scriptOf = async (...argv: readonly string[]) =>
      (await filesOf({ program: '/bin/sh', argv: ['sh', ...argv] }, place())).script?.path;
    expect(await scriptOf('x.sh', 'other')).toBe(script);
    expect(await scriptOf('-e', script)).toBeUndefined();
    expect(await scriptOf('-x', script)).toBe(script);
    expect(await scriptOf('-c', 'x.sh')).toBeUndefined();
    expect(await scriptOf('none.sh')).toBeUndefined();
    expect((await filesOf({ program: '/bin/ls', argv: ['ls', 'x.sh'] }, place())).script).toBeUndefined();
  });

  onUnix('are regular files: a FIFO is not opened for its content', async () => {
    const { fileAt } = makeFileReader();
    const path = join(folder, 'fifo');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    await expect(fileAt(path)).rejects.toThrow('not a regular file');
    await expect(fileAt(folder)).rejects.toThrow('not a regular file');
  });
});
