/**
 * Rules for every file of the app: none is lost, none written by a newer app is overwritten, none keeps the app from
 * starting.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import { root } from '../../build/setup/places.mjs';
import { sources } from '../../build/testing/texts.mjs';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import type { Keychain } from '../core/platform.ts';
import { createOwnFiles } from '../disk/own-files.ts';
import { openPreferences } from '../platform/preferences.ts';
import { openStores } from './stores.ts';
import { openPromptMark } from '../window/prompt-mark.ts';
import { openWindowState } from '../window/window-state.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-own-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keychain: Pick<Keychain, 'state'> = {
  state: () => Promise.resolve({ available: false, backend: 'none', reason: 'none' }),
};

/** Opens all of them and makes changes, as a start does. */
function openAll(dataFolder = folder) {
  const problems: string[] = [];
  const unkept: string[] = [];
  const ownFiles = createOwnFiles(
    (problem) => problems.push(problem),
    (list) => unkept.splice(0, unkept.length, ...list.map(({ holds }) => holds)),
  );
  const preferences = openPreferences(dataFolder, ownFiles, () => undefined);
  preferences.set({ theme: 'dark' });
  openWindowState(dataFolder, ownFiles);
  const mark = openPromptMark(dataFolder, ownFiles);
  mark.get();
  const platform = {
    ownFiles,
    keychain,
    app: { dataFolder },
    ask: () => Promise.resolve({ kind: 'cancel' }),
    report: (problem: string) => problems.push(problem),
  };
  openStores(platform as unknown as Parameters<typeof openStores>[0], createKnownCredentials());
  return { problems, unkept, preferences, mark, names: ownFiles.stored().map(({ name }) => name) };
}

const names = [
  ...[
    'environments.json',
    'header-values.json',
    'keychain.json',
    'preferences.json',
    'profiles.json',
    'prompt-mark.json',
  ],
  ...[
    'servers-seen.json',
    'templates.json',
    'unwraps.json',
    'updates.json',
    'window.json',
    'workspaces.json',
  ],
];

describe('the own files', () => {
  itOnUnix('modes of files: Windows has lists of rights instead')(
    'are these, and what is written is for its owner only',
    () => {
      expect(openAll().names).toEqual(names);
      for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    },
  );

  it.each(names)('%s of a newer version stays as it is, and the app says so', (name) => {
    const text = '{"version":99,"data":{"of":"tomorrow"}}';
    writeFileSync(join(folder, name), text);
    const { problems, preferences } = openAll();
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} was written by a newer version`))]);
    expect(preferences.get().theme).toBe('dark');
  });

  it.each(names)('%s that is torn is set aside, and the app says so', (name) => {
    const text = '{"version":1,"data":{"half';
    writeFileSync(join(folder, name), text);
    const { problems } = openAll();
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} cannot be read. It was kept as `))]);
    const aside = readdirSync(folder).filter((one) => one.startsWith(`${name}.set-aside-`));
    expect(aside.map((one) => readFileSync(join(folder, one), 'utf8'))).toEqual([text]);
  });

  it('live in memory where there can be no folder, and the app says once what is not on disk', () => {
    writeFileSync(join(folder, 'taken'), '');
    const { unkept, preferences, mark } = openAll(join(folder, 'taken'));
    expect(preferences.get().theme).toBe('dark');
    expect(mark.get().phrase).not.toBe('');
    expect(unkept).toEqual(['The settings', 'The phrase of the secure prompt']);
  });
});

it('nothing is written to the app’s folder but by the room of own files', () => {
  const writes =
    /\b(?:writeFile|appendFile|createWriteStream|openSync|cpSync|copyFile)\w*\(|\bopen\([^)]*['"][wa]x?\+?['"]/;
  const writers = sources().filter(
    (file) =>
      /^electron\//.test(file) &&
      !/\.(?:test|fixture)\.ts$/.test(file) &&
      writes.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(writers.sort()).toEqual([
    // A new version's package, in a folder emptied at each start, and the files that its installer reads.
    'electron/core/updates/feed.ts',
    // Path chosen in a system dialog.
    'electron/disk/chosen-file.ts',
    'electron/disk/gathered-lines.ts',
    'electron/disk/journal-files.ts',
    'electron/disk/json-file.ts',
    // An unnamed file in memory.
    'electron/platform/environment.ts',
    // File of the kernel: no memory in core dumps.
    'electron/platform/nothing-left.ts',
    'electron/platform/updater.ts',
  ]);
});
