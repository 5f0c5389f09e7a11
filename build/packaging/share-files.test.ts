/** Checks the menu entry and the metadata for software centres with their own validators. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPath } from '../setup/places.mjs';
import { writeDesktopFiles, writeShareFiles } from './share-files.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-share-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Verdict and output of a validator. */
function judged(
  tool: string,
  ...args: readonly string[]
): { readonly valid: boolean; readonly said: string } {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env });
  return { valid: status === 0, said: stdout + stderr };
}

const launcher = { commands: [], exits: [] };
const written = (path: string): string => join(folder, 'usr', 'share', path);
const METAINFO = 'metainfo/app.strongroom.Strongroom.metainfo.xml';
const ENTRY = 'applications/strongroom.desktop';

describe.runIf(onPath('appstreamcli') !== undefined)('what software centres show', () => {
  it.each([['https://example.org'], [undefined]])(
    'is valid AppStream metadata with the homepage %s',
    (homepage) => {
      writeShareFiles(folder, {
        version: '1.2.3',
        epoch: 1_700_000_000,
        homepage,
        zsh: 'site-functions',
        launcher,
      });
      const validate = (): ReturnType<typeof judged> =>
        judged('appstreamcli', 'validate', '--no-net', written(METAINFO));
      expect(validate()).toMatchObject({ valid: true });
      const broken = readFileSync(written(METAINFO), 'utf8').replace(/<summary>.*<\/summary>/, '');
      writeFileSync(written(METAINFO), broken);
      // The tool reports a broken file.
      expect(validate()).toMatchObject({ valid: false, said: expect.stringContaining('summary') as string });
    },
  );
});

describe.runIf(onPath('desktop-file-validate') !== undefined)('the menu entry', () => {
  it('is valid', () => {
    writeDesktopFiles(folder);
    const validate = (): ReturnType<typeof judged> =>
      judged('desktop-file-validate', '--no-hints', written(ENTRY));
    expect(validate()).toEqual({ valid: true, said: '' });
    writeFileSync(
      written(ENTRY),
      readFileSync(written(ENTRY), 'utf8').replace('Utility;Security;', 'Utility Security'),
    );
    // The tool reports a broken file.
    expect(validate()).toMatchObject({ valid: false, said: expect.stringContaining('Categories') as string });
  });
});
