/** The app on a disk that is really full, or really read-only: it reports unsaved data, and never claims a save. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fillSmallDisk } from './disks/small-disk.ts';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp, LaunchOptions } from './steps/app.ts';
import { callByHand } from './steps/bridge-calls.ts';
import {
  addressField,
  answerSaveDialogs,
  giveToken,
  pressLogIn,
  pressSave,
  saveNew,
  profileRow,
} from './steps/connect-form.ts';
import { fromMenu, launchConnected, openMount, tree } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { ask, at, newKvMount, sharedServers, startFaultProxy, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

const notWritten = ({ window }: LaunchedApp) =>
  window.getByRole('alert').filter({ hasText: 'lost when you quit' });

/**
 * Fills the disk of the app's data folder to its last byte, from inside: other processes do not see that disk.
 * Chromium deletes files of its own meanwhile, so filling is repeated until no space was freed since the last time.
 */
async function fill({ app, userDataDir }: LaunchedApp): Promise<void> {
  await expect.poll(() => app.evaluate(fillSmallDisk, userDataDir)).toBe(0);
}

async function makeRoom({ app, userDataDir }: LaunchedApp): Promise<void> {
  await app.evaluate((_electron, folder) => {
    process.getBuiltinModule('node:fs').rmSync(`${folder}/filler`);
  }, userDataDir);
}

/** The app's own files by name, without Chromium's. */
function ownFiles(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Content of one of the app's own files; undefined if it does not exist. */
function ownFile({ app, userDataDir }: LaunchedApp, name: string): Promise<string | undefined> {
  return app.evaluate((_electron, path) => {
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }, `${userDataDir}/${name}`);
}

test('a full disk: a connection is not saved and not said to be, a setting is said to be lost, and both are kept when there is room', async () => {
  const launched = await launchApp({ disk: { kilobytes: 64 * 1024 } });
  try {
    const { window } = launched;
    await addressField(window).fill('https://vault.example:8200');
    await window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments');
    await fill(launched);
    await saveNew(window);
    const failure = window.getByRole('main').getByRole('alert');
    await expect(failure).toContainText(
      'The saved connections could not be written: the disk is full. Nothing was changed.',
    );
    await expect(profileRow(window, 'Payments')).toHaveCount(0);
    await expect(window.getByText('Payments is saved.')).toHaveCount(0);

    await fill(launched);
    expect(await callByHand(window, 'app.setPreferences', { theme: 'dark' })).toMatchObject({ ok: true });
    await expect(notWritten(launched)).toContainText('lost when you quit: the settings (the disk is full)');
    expect(await launched.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    expect(await ownFile(launched, 'preferences.json')).toBeUndefined();

    await makeRoom(launched);
    await notWritten(launched).getByRole('button', { name: 'Retry' }).click();
    await expect(notWritten(launched)).toHaveCount(0);
    expect(await ownFile(launched, 'preferences.json')).toContain('"theme": "dark"');
    await saveNew(window);
    await expect(profileRow(window, 'Payments')).toHaveCount(1);
    expect(await ownFile(launched, 'profiles.json')).toContain('"name": "Payments"');
  } finally {
    await launched.close();
  }
});

for (const part of ['data folder', 'home'] as const)
  test(`a read-only ${part}: the app starts with all that it kept, says what it cannot keep, and loses nothing`, async () => {
    const home = mkdtempSync(join(tmpdir(), 'strongroom-home-'));
    const userDataDir = join(home, 'data');
    const options: LaunchOptions = { env: { HOME: home }, userDataDir };
    try {
      const before = await launchApp(options);
      await addressField(before.window).fill(dev.address);
      await before.window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments');
      await saveNew(before.window);
      await expect(profileRow(before.window, 'Payments')).toHaveCount(1);
      expect(await callByHand(before.window, 'app.setPreferences', { theme: 'dark' })).toMatchObject({
        ok: true,
      });
      await expect.poll(() => ownFiles(userDataDir)['preferences.json']).toContain('"theme": "dark"');
      await before.close();
      const promised = ownFiles(userDataDir);

      const folder = part === 'home' ? home : userDataDir;
      const launched = await launchApp({ ...options, disk: { folder, readOnly: true } });
      const { window } = launched;
      await profileRow(window, 'Payments').click();
      expect(await launched.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
      expect(await callByHand(window, 'app.setPreferences', { theme: 'light' })).toMatchObject({ ok: true });
      await expect(notWritten(launched)).toContainText('the settings (the disk is read-only)');
      await window.getByRole('textbox', { name: /^Name\b/ }).fill('Renamed');
      await pressSave(window);
      await expect(window.getByRole('main').getByRole('alert')).toContainText('the disk is read-only');
      await expect(profileRow(window, 'Renamed')).toHaveCount(0);
      // An unchanged connection needs no disk space.
      await window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments');
      await pressLogIn(window);
      await giveToken(launched, dev.rootToken);
      await tree(window).waitFor();
      await launched.close();
      expect(ownFiles(userDataDir)).toEqual(promised);

      const after = await launchApp(options);
      await expect(profileRow(after.window, 'Payments')).toHaveCount(1);
      await after.close();
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });

test('a disk that is full in the middle of an export: it says so, and leaves no half file behind', async () => {
  const kv = await newKvMount(dev, 2);
  const names = Array.from({ length: 40 }, (_none, at) => `e-${String(at).padStart(2, '0')}`);
  for (const name of names) await writeEntry(dev, kv, name, { text: 'x'.repeat(100_000) });
  const proxy = await startFaultProxy(dev);
  const launched = await launchConnected(
    { address: proxy.address, token: dev.rootToken, name: 'First' },
    { disk: { kilobytes: 64 * 1024 } },
  );
  const { window, app, userDataDir } = launched;
  await oneAtATime(launched);
  await openMount(window, kv.path);
  const file = join(userDataDir, 'exported');
  const sizes: number[] = [];
  proxy.add({
    url: new RegExp(`^/v1/${kv.path}data/e-39`),
    fault: {
      kind: 'meanwhile',
      work: async () => {
        sizes.push(...(await partSizes(launched)));
        await fill(launched);
      },
    },
  });
  await answerSaveDialogs(launched, [file]);
  const dialog = window.getByRole('dialog', { name: 'Export', exact: true });
  await fromMenu(window, kv.path, 'Export…');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await launched.answer(async (trusted) => {
    for (const label of ['New passphrase', 'The same again'])
      await trusted.getByRole('textbox', { name: label }).fill('correct horse battery');
    await trusted.getByRole('textbox', { name: 'The same again' }).press('Enter');
  });
  await expect(dialog.getByRole('alert')).toContainText('The file “exported” cannot be written');
  const left = await app.evaluate(
    (_electron, folder) =>
      process
        .getBuiltinModule('node:fs')
        .readdirSync(folder)
        .filter((name) => name.includes('exported')),
    userDataDir,
  );
  expect(left).toEqual([]);
  // Half of it was on the disk already.
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeGreaterThan(500_000);
  await launched.close();
  await proxy.stop();
});

/** Leaves rows and entries behind the present one not begun. */
async function oneAtATime({ window }: LaunchedApp): Promise<void> {
  expect(await callByHand(window, 'app.setPreferences', { jobRequests: 1 })).toMatchObject({ ok: true });
}

/** Sizes of the files that an export has under way. */
function partSizes({ app, userDataDir }: LaunchedApp): Promise<readonly number[]> {
  return app.evaluate((_electron, folder) => {
    const { readdirSync, statSync } = process.getBuiltinModule('node:fs');
    const parts = readdirSync(folder).filter((name) => name.endsWith('.part'));
    return parts.map((name) => statSync(`${folder}/${name}`).size);
  }, userDataDir);
}

test('a full disk: a plan does not begin without its journal, and runs once there is room', async () => {
  const kv = await newKvMount(dev, 2);
  for (const name of ['a', 'b']) await writeEntry(dev, kv, `web/${name}`, { name });
  const launched = await launchConnected(
    { address: dev.address, token: dev.rootToken, name: 'First' },
    { disk: { kilobytes: 64 * 1024 } },
  );
  const { window } = launched;
  await openMount(window, kv.path);
  await tree(window).focus();
  await window.keyboard.type('web');
  await window.keyboard.press('Delete');
  const run = window.getByRole('button', { name: 'Run 2 rows…' });
  const agree = async () => {
    await run.click();
    await launched.answer(async (trusted) => {
      await readToEnd(trusted);
      await trusted.getByRole('button', { name: 'Delete', exact: true }).click();
    });
  };
  await run.waitFor();
  await fill(launched);
  await agree();
  await expect(window.getByRole('main').getByRole('alert')).toContainText(
    'The journal of the run could not be written: the disk is full. Nothing was changed.',
  );
  const versions = async () => {
    const { json } = await ask(dev, 'GET', `${kv.path}data/web/a`);
    return at(json, 'data', 'data') ?? null;
  };
  expect(await versions()).toEqual({ name: 'a' });
  await makeRoom(launched);
  await agree();
  await expect(window.getByRole('status', { name: 'Result' })).toContainText('2 done');
  expect(await versions()).toBeNull();
  await launched.close();
});

test('a disk that is full in the middle of a move: it stops before its next step, loses nothing, and goes on', async () => {
  const kv = await newKvMount(dev, 2);
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await writeEntry(dev, kv, `web/${name}`, { name });
  await writeEntry(dev, kv, 'prod/mail', { user: 'svc' });
  const proxy = await startFaultProxy(dev);
  const launched = await launchConnected(
    { address: proxy.address, token: dev.rootToken, name: 'First' },
    { disk: { kilobytes: 64 * 1024 } },
  );
  const { window } = launched;
  const value = async (path: string): Promise<unknown> =>
    at((await ask(dev, 'GET', `${kv.path}data/${path}`)).json, 'data', 'data') ?? null;
  await oneAtATime(launched);
  await openMount(window, kv.path);
  await tree(window).focus();
  await window.keyboard.type('web');
  await window.keyboard.press('Control+x');
  await window.keyboard.type('prod');
  await window.keyboard.press('Control+v');
  const agree = async () => {
    await launched.answer(async (trusted) => {
      await readToEnd(trusted);
      await trusted.getByRole('button', { name: /^Move/ }).click();
    });
  };
  // The second source is about to go.
  proxy.add({
    method: 'DELETE',
    url: new RegExp(`^/v1/${kv.path}metadata/web/b$`),
    times: 1,
    fault: { kind: 'meanwhile', work: () => fill(launched) },
  });
  await window.getByRole('button', { name: 'Run 4 rows…' }).click();
  await agree();
  await expect(window.getByRole('main').getByRole('alert')).toContainText(
    'The journal of the run could not be written: the disk is full. The run stopped before its next step.',
  );
  const result = window.getByRole('status', { name: 'Result' });
  await expect(result).toContainText('2 done');
  await expect(result).toContainText('2 failed');
  for (const name of names) expect(await value(`prod/web/${name}`)).toEqual({ name });
  for (const name of ['a', 'b']) expect(await value(`web/${name}`)).toBeNull();
  for (const name of ['c', 'd']) expect(await value(`web/${name}`)).toEqual({ name });

  await makeRoom(launched);
  await result.getByRole('button', { name: 'Retry the failed…' }).click();
  await agree();
  await expect(result).toContainText('4 done');
  for (const name of names) expect(await value(`prod/web/${name}`)).toEqual({ name });
  expect((await ask(dev, 'LIST', `${kv.path}metadata/web/`)).status).toBe(404);
  await launched.close();
  await proxy.stop();
});
