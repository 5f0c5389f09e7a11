/** Tests that run on Windows must not need a shell: those that do are listed here, or skipped with a reason. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/places.mjs';
import { unixOnlyFiles } from './unix-only.ts';

/** A shell that is started, or a shell script written to be started. */
const asksForShell = /'\/bin\/sh'|\('sh', \[|#!\/bin\/(?:ba)?sh|\bstatSync\([^)]*\)\.mode/;

it('every test of plain functions that asks for a shell or a mode is skipped on Windows, with the reason', () => {
  const files = ['shared', 'electron', 'build', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter(
        (path) => path.endsWith('.test.ts') && !/\.integration\.|\/node_modules\/|^build\/out\//.test(path),
      ),
  );
  expect(files.length).toBeGreaterThan(100);
  const asking = files.filter((path) => asksForShell.test(readFileSync(join(root, path), 'utf8')));
  const unsaid = asking.filter(
    (path) =>
      !Object.hasOwn(unixOnlyFiles, path) &&
      !/itOnUnix\(|process\.platform === '(?:win32|linux)'/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(unsaid).toEqual([]);
});

it.each(Object.entries(unixOnlyFiles))('%s is there: %s', (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
