import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { portableDataFolder } from './portable.ts';

let stick = '';
beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'strongroom-stick-'));
});
afterEach(() => {
  rmSync(stick, { recursive: true, force: true });
});

const folderOf = (change: object = {}) =>
  portableDataFolder({
    platform: 'win32',
    packaged: true,
    isInstalled: () => false,
    executable: '/tmp/x/strongroom.exe',
    environment: { PORTABLE_EXECUTABLE_DIR: stick },
    ...change,
  });

it('keeps the data of a portable copy beside it', () => {
  expect(folderOf()).toBe(join(stick, 'strongroom-data'));
  expect(existsSync(join(stick, 'strongroom-data'))).toBe(true);
});

it.each([
  ['of another system', { platform: 'linux' }],
  ['built from source', { packaged: false }],
  ['that is installed, and was started by a portable program', { isInstalled: () => true }],
  ['that is not portable', { environment: {} }],
])('leaves the data of a copy %s where it is', (_what, change) => {
  expect(folderOf(change)).toBeUndefined();
  expect(existsSync(join(stick, 'strongroom-data'))).toBe(false);
});

it('keeps it in the profile where nothing can be written beside it', () => {
  writeFileSync(join(stick, 'file'), '');
  expect(folderOf({ environment: { PORTABLE_EXECUTABLE_DIR: join(stick, 'file') } })).toBeUndefined();
});
