/** The phrase and picture on every prompt: kept across a restart, changed only by the user, never by the page. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField, pressLogIn } from './steps/connect-form.ts';
import { filesHolding } from './traces/files-holding.ts';
import { descendants, findInMemory } from './traces/process-memory.ts';
import { pressMenuItem } from './steps/prompt-steps.ts';
import { sharedServers } from './servers/index.ts';

const { dev } = sharedServers();
let userDataDir: string;
let launched: LaunchedApp;

test.beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'strongroom-mark-'));
  await launch();
});
test.afterEach(async () => {
  await launched.close();
  await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** With readable memory of its processes. */
async function launch(): Promise<void> {
  launched = await launchApp({ userDataDir, args: ['--allow-sandbox-debugging'] });
  await addressField(launched.window).fill(dev.address);
}

/** Mark of a prompt, which is then closed. */
async function shownMark(): Promise<{ phrase: string; picture: string; introduced: boolean }> {
  await pressLogIn(launched.window);
  const trusted = await launched.trusted();
  const shown = {
    phrase: (await trusted.locator('.phrase').textContent()) ?? '',
    picture: await trusted.locator('.picture').evaluate((svg) => svg.outerHTML),
    introduced: await trusted.getByText('Every real prompt shows this phrase and picture.').isVisible(),
  };
  await launched.answer((page) => page.keyboard.press('Escape'));
  return shown;
}

test('is made at the first start, introduced once, and the same after a restart', async () => {
  const first = await shownMark();
  expect(first.phrase.split(' ')).toHaveLength(4);
  expect(first.introduced).toBe(true);
  expect(await shownMark()).toEqual({ ...first, introduced: false });
  expect((await stat(join(userDataDir, 'prompt-mark.json'))).mode & 0o777).toBe(0o600);
  await launched.close();
  await launch();
  expect(await shownMark()).toEqual({ ...first, introduced: false });
});

test('is in no process but main’s and the prompt’s own, and in no file but its own @phrase', async () => {
  await pressLogIn(launched.window);
  const trusted = await launched.trusted();
  const phrase = (await trusted.locator('.phrase').textContent()) ?? '';
  const file = await readFile(join(userDataDir, 'prompt-mark.json'), 'utf8');
  expect(file).toContain(phrase);
  const main = launched.app.process().pid ?? 0;
  const trustedPid = await launched.app.evaluate(
    ({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('app://trusted/'))
        ?.getOSProcessId() ?? 0,
  );
  expect(new Set(findInMemory(descendants(main), phrase).map(({ pid }) => pid))).toEqual(
    new Set([trustedPid]),
  );
  await launched.answer((page) => page.keyboard.press('Escape'));
  expect(findInMemory(descendants(main), phrase)).toEqual([]);
  expect(await launched.window.content()).not.toContain(phrase);
  await launched.close();
  expect(await filesHolding(userDataDir, phrase)).toEqual([join(userDataDir, 'prompt-mark.json')]);
  expect(launched.output()).not.toContain(phrase);
});

test('is changed from the menu, in a prompt', async () => {
  const before = await shownMark();
  expect(await pressMenuItem(launched, 'Prompt &phrase…')).toBe(true);
  const trusted = await launched.trusted();
  const field = trusted.getByLabel('Phrase', { exact: true });
  await expect(field).toHaveValue(before.phrase);
  await trusted.getByRole('button', { name: 'Draw another' }).click();
  await expect(field).not.toHaveValue(before.phrase);
  await field.fill('hm');
  await trusted.getByRole('button', { name: 'Save' }).click();
  await expect(trusted.getByRole('alert')).toContainText('6 to 60 characters');
  await field.fill('words of my own');
  await launched.answer((page) => page.getByRole('button', { name: 'Save' }).click());

  const after = await shownMark();
  expect(after).toMatchObject({ phrase: 'words of my own', introduced: false });
  expect(after.picture).not.toBe(before.picture);
});
