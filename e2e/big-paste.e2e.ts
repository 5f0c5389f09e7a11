/** Five megabytes of text pasted by mistake into every editable field: taken or truncated, and the window goes on. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { longestLine } from '../renderer/ui/longest-line.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField, pressLogIn } from './steps/connect-form.ts';
import { walkEveryScreen } from './steps/every-screen.ts';
import { goTo, keyRow, launchConnected, tree } from './steps/connected.ts';
import { at, must, newKvMount, sharedServers, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const LETTERS = 5_000_000;
/** A line of a log, as copied by mistake. */
const pasted = 'a line that nobody meant to paste; 2026-11-22\n'
  .repeat(Math.ceil(LETTERS / 46))
  .slice(0, LETTERS);

let launched: LaunchedApp;
let page: Page;
const mount = await newKvMount(dev, 2);

test.beforeAll(async () => {
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  page = launched.window;
});
// Before each test: an app that has written the clipboard takes its text along when it ends.
test.beforeEach(() => copyText(launched));
test.afterAll(() => launched.close());

function copyText({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ clipboard }, text) => clipboard.writeText(text), pasted);
}

/** Pastes into a field (one of a single line truncates the text to its limit) and clears it again. */
async function pasteInto(field: Locator, on: Page = page): Promise<void> {
  await field.focus();
  await on.keyboard.press('Control+a');
  await on.keyboard.press('Control+v');
  // Main reads the clipboard asynchronously.
  await expect.poll(() => lengthOf(field)).toBeGreaterThan(0);
  if (await field.evaluate((element) => element instanceof HTMLInputElement))
    expect(await lengthOf(field)).toBeLessThanOrEqual(longestLine);
  await on.keyboard.press('Control+a');
  await on.keyboard.press('Delete');
  await on.keyboard.press('Escape');
}

function lengthOf(field: Locator): Promise<number> {
  return field.evaluate((element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value.length
      : element.textContent.length,
  );
}

/** The same field beside every screen. */
const besideAll = 'Filter names';

/** Pastes into every editable field of a part of a page, but for `done`; returns the names of all. */
async function pasteIntoAll(
  within: Page | Locator = page,
  on: Page = page,
  done?: string,
): Promise<readonly string[]> {
  const fields = within.locator(
    'input:not([aria-hidden=true]):not([type=checkbox]):not([type=radio]):not([type=range]):not([readonly]):not(:disabled):visible, textarea:not([readonly]):visible, [contenteditable=true]:visible',
  );
  const names: string[] = [];
  // Counted again each time: a paste can open or close another field.
  for (let at = 0; at < (await fields.count()); at++) {
    const field = fields.nth(at);
    const name = await field.evaluate(
      (element) =>
        element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
        element.id,
    );
    if (name !== done)
      await test.step(name, async () => {
        await pasteInto(field, on);
      });
    names.push(name);
  }
  return names;
}

/** Dialogs of an entry, by the action that opens them. */
const dialogs = ['Share…', 'Duplicate…', 'Rename or move…', 'Compare with…', 'Edit metadata…'];

test('every field of every screen', async () => {
  const fields = new Map<string, readonly string[]>();
  const screens = await walkEveryScreen(launched, `${mount.path}app`, async (name) => {
    fields.set(
      name,
      await test.step(name, () => pasteIntoAll(page, page, fields.size > 0 ? besideAll : undefined)),
    );
  });
  await page.keyboard.press('Escape');
  expect([...fields.keys()]).toEqual(screens);
  const filled = [...fields].filter(([, names]) => names.length > 0).map(([name]) => name);
  expect(filled).toEqual(
    expect.arrayContaining(['Secrets', 'Console', 'Wrapping', 'Tokens', 'Policies', 'Rekey']),
  );
  for (const keys of ['Control+k', 'Control+p'])
    await test.step(keys, async () => {
      await page.keyboard.press(keys);
      const field = page.getByRole('combobox').last();
      await pasteInto(field);
      await page.keyboard.press('Escape');
    });
  // After any paste the next action works.
  await goTo(page, `${mount.path}app`);
  await page.getByRole('button', { name: 'Reveal user', exact: true }).click();
  await expect(keyRow(page, 'user')).toContainText('alice');
});

test('every field of the dialogs of an entry', async () => {
  await goTo(page, `${mount.path}app`);
  await keyRow(page, 'user').waitFor();
  for (const item of dialogs)
    await test.step(item, async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill(item.replace('…', ''));
      await page.getByRole('option', { name: item }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const names = await pasteIntoAll(dialog);
      expect(names, `${item} has fields`).not.toEqual([]);
      await dialog.waitFor({ state: 'detached' });
    });
  await expect(keyRow(page, 'user')).toBeVisible();
  expect(at(await must(dev, 'GET', `${mount.path}data/app`), 'data', 'data')).toEqual({ user: 'alice' });
});

test('every field of the connect screen, and a prompt, which says why it sends none of it', async () => {
  const fresh = await launchApp();
  try {
    await addressField(fresh.window).waitFor();
    await copyText(fresh);
    expect(await pasteIntoAll(fresh.window, fresh.window)).toContain('Address');
    await addressField(fresh.window).fill(dev.address);
    await pressLogIn(fresh.window);
    const prompt = await fresh.trusted();
    await prompt.getByLabel('Token', { exact: true }).focus();
    await prompt.keyboard.press('Control+v');
    await expect(prompt.getByRole('alert')).toContainText('longer than anything that is sent as');
    await prompt.keyboard.press('Enter');
    await expect(prompt.getByRole('alert')).toContainText('longer than anything that is sent as');
    await prompt.getByLabel('Token', { exact: true }).fill(dev.rootToken);
    await fresh.answer((armed) => armed.keyboard.press('Enter'));
    await tree(fresh.window).waitFor();
  } finally {
    await fresh.close();
  }
});

test('a value of an entry: what the server refuses is said, and nothing is lost', async () => {
  await tree(page).waitFor();
  await goTo(page, `${mount.path}app`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Edit user', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Value of user' });
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await expect.poll(() => lengthOf(field)).toBe(pasted.length);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+Enter');
  // Vault takes texts of up to 1 MiB.
  await expect(page.getByRole('alert')).toContainText('One text is longer than this server takes.');
  await page.getByRole('button', { name: 'Back to editing' }).click();
  await expect(field).toHaveValue(pasted);
  const answer = await must(dev, 'GET', `${mount.path}data/app`);
  expect(at(answer, 'data', 'data')).toEqual({ user: 'alice' });
});
