/** Expected and forbidden contents of the installed app. */
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';
import { filesOf } from './asar.ts';
import { installed } from './installed.ts';

const resources = (): string => join(installed().folder, 'resources');

/** All fuses as in the binary. A fuse added by a newer Electron needs a decision here. */
const fuses: Readonly<Record<keyof typeof FuseV1Options, 'on' | 'off'>> = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'off',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
  WasmTrapHandlers: 'on',
};

test('every fuse of the binary is set as decided, and there is no other @fuses', async () => {
  const {
    version,
    resetAdHocDarwinSignature: _,
    ...wire
  } = await getCurrentFuseWire(join(installed().folder, 'strongroom'));
  expect(version).toBe(FuseVersion.V1);
  const states = Object.entries(wire).map(([number, state]) => [
    FuseV1Options[Number(number)] ?? `number ${number}`,
    state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : `state ${String(state)}`,
  ]);
  expect(Object.fromEntries(states)).toEqual(fuses);
});

/** Files that the archive is allowed to hold; names of chunks end in a hash. */
const expectedInside = [
  /^package\.json$/,
  /^(?:main|worker|agent|preload|trusted-preload)\.cjs$/,
  /^(?:main|worker|lib)\/[\w-]+\.cjs$/,
  /^(?:renderer|trusted|quick)\/index\.html$/,
  /^(?:renderer|trusted|quick)\/assets\/[\w.-]+\.(?:js|css|woff2)$/,
  /^first-screen\/(?:page|(?:none|some|many)(?:-test)?)\.json$/,
  // Documentation of the contents, for users.
  /^licences\.json\.br$/,
  /^tray\.png$/,
  /^guide\/[\w./-]+\.(?:html|css|png|svg|woff2)$/,
];

test('the archive holds the built app and nothing of its making @archive', () => {
  const files = filesOf(join(resources(), 'app.asar'));
  const foreign = files
    .map(({ path }) => path)
    .filter((path) => !expectedInside.some((one) => one.test(path)));
  expect(foreign).toEqual([]);
  // Source maps, paths of the build machine, test code.
  for (const { path, bytes } of files.filter((file) => /\.(?:cjs|js|css|html|json)$/.test(file.path))) {
    const text = bytes.toString('utf8');
    expect.soft(/[#@]\s*sourceMappingURL=/.test(text), `a source map in ${path}`).toBe(false);
    expect.soft(text.includes(process.cwd()), `a path of this machine in ${path}`).toBe(false);
    // A schema's `.describe('…')` is none.
    expect
      .soft(/\bfrom ?['"`]vitest['"`]|(?<!\.)\bdescribe\(['"`]/.test(text), `a test in ${path}`)
      .toBe(false);
  }
});

test('the archive says of each file what it must hash to, and it does', () => {
  const files = filesOf(join(resources(), 'app.asar'));
  expect(files.length).toBeGreaterThan(100);
  for (const { path, hash, saidHash } of files) expect.soft(saidHash, path).toBe(hash);
});

test('nothing lies beside the archive that could be run instead', () => {
  for (const name of ['app', 'app.asar.unpacked', 'default_app.asar'])
    expect.soft(existsSync(join(resources(), name)), name).toBe(false);
});

test('the launcher is a program without libraries, of few bytes', () => {
  const file = join(resources(), 'strongroom-launcher');
  const { mode, size } = lstatSync(file);
  expect((mode & 0o7777).toString(8)).toBe('755');
  expect(size).toBeLessThan(6_000_000);
  // The name of the loader, which LD_PRELOAD would reach.
  expect(readFileSync(file).includes('/lib64/ld-linux')).toBe(false);
});

test('every installed file is root’s, and nobody else’s to change', () => {
  test.skip(process.getuid?.() !== 0, 'unpacked by an ordinary user, its files are his');
  const folder = installed().folder;
  const wrong = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { uid, mode } = lstatSync(path);
    return uid === 0 && (mode & 0o022) === 0
      ? []
      : [`${path.slice(folder.length)} ${mode.toString(8)} of ${uid}`];
  });
  expect(wrong).toEqual([]);
});
