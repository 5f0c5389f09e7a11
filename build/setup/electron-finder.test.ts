import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binaryIn } from './electron-finder.mjs';

it.each([
  ['linux', 'electron'],
  ['win32', 'electron.exe'],
  ['darwin', join('Electron.app', 'Contents', 'MacOS', 'Electron')],
])('Electron’s program on %s is found by the name that its release gives it', (platform, name) => {
  expect(binaryIn('dist', platform)).toBe(join('dist', name));
});
