import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isTakenByAnother } from './single-instance.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-single-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['no lock could be made', undefined, false],
  ['a running process holds it', `host-${String(process.pid)}`, true],
  ['its process is gone', 'host-2147483646', false],
  ['it says something else', 'elsewhere', true],
])('tells whether another app runs there: %s', (_what, target, isRunning) => {
  if (target !== undefined) symlinkSync(target, join(folder, 'SingletonLock'));
  expect(isTakenByAnother(folder, 'linux')).toBe(isRunning);
  expect(isTakenByAnother(folder, 'win32')).toBe(true);
});
