import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../testing/on-unix.ts';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { withLock } from './lock.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-lock-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a lock', () => {
  it('lets one work after the other', async () => {
    const file = join(folder, 'locks', 'x');
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLock(file, 'Test', work)));
    expect(most).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  it('of a process that is gone is taken over', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const file = join(folder, 'x');
    writeFileSync(file, String(gone));
    expect(await withLock(file, 'Test', async () => 'done')).toBe('done');
  });

  itOnUnix('places of Unix, such as /proc')('that cannot be made is not waited for', async () => {
    await expect(withLock('/proc/no-lock-here', 'Test', async () => 'done')).rejects.toThrow(/ENOENT|EACCES/);
  });

  it('is given back when the work fails', async () => {
    const file = join(folder, 'x');
    const failing = withLock(file, 'Test', async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });
});

describe('a stamp', () => {
  it('fits until a name or a byte changes', () => {
    const source = join(folder, 'source');
    const file = join(folder, 'stamps', 'x');
    writeFileSync(source, 'one');
    const before = hashOf([source]);
    expect(isStamped(file, before)).toBe(false);
    stamp(file, before);
    expect(isStamped(file, hashOf([source]))).toBe(true);
    writeFileSync(source, 'two');
    expect(isStamped(file, hashOf([source]))).toBe(false);
    writeFileSync(source, 'one');
    expect(isStamped(file, hashOf([source, join(folder, 'missing')]))).toBe(true);
    writeFileSync(join(folder, 'another'), '');
    expect(hashOf([folder])).not.toBe(hashOf([source]));
  });
});
