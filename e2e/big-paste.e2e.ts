/** Five megabytes of text pasted by a slip into whatever can be typed in: taken or cut, and the window goes on. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { longestLine } from '../renderer/ui/longest-line.ts';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected, tree } from './steps/connected.ts';
import { at, must, newKvMount, sharedServers, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const LETTERS = 5_000_000;
/** A line of a log, as a slip of the clipboard has it. */
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
  await launched.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), pasted);
});
test.afterAll(() => launched.close());

/** Pastes into a field, of which a line takes what a line may hold, and clears it again. */
async function pasteInto(field: Locator): Promise<void> {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  // Main is asked for what is on the clipboard: it comes a moment later.
  await expect.poll(() => lengthOf(field)).toBeGreaterThan(0);
  if (await field.evaluate((element) => element instanceof HTMLInputElement))
    expect(await lengthOf(field)).toBeLessThanOrEqual(longestLine);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
}

function lengthOf(field: Locator): Promise<number> {
  return field.evaluate((element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.value.length
      : element.textContent.length,
  );
}

/** Pastes into every field of the page that can be typed in; answers their names. */
async function pasteIntoAll(): Promise<readonly string[]> {
  const fields = page.locator(
    'input:not([aria-hidden=true]):not([type=checkbox]):not([type=radio]):not([type=range]):not([readonly]):not(:disabled):visible, textarea:not([readonly]):visible, [contenteditable=true]:visible',
  );
  const names: string[] = [];
  // Counted anew each time: a paste may open or close another field.
  for (let at = 0; at < (await fields.count()); at++) {
    const field = fields.nth(at);
    const name = await field.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.id,
    );
    await test.step(name, async () => {
      await pasteInto(field);
    });
    names.push(name);
  }
  return names;
}

/** The sections, and what each has on screen once it is loaded. */
const sections: readonly (readonly [string, () => Locator])[] = [
  ['Console', () => page.getByRole('combobox', { name: 'Path', exact: true })],
  ['Wrapping', () => page.getByRole('main', { name: 'Entries' }).getByRole('heading', { level: 1 })],
  ['Tokens', () => page.getByRole('searchbox', { name: 'Accessor or name' })],
  ['Policies', () => page.getByRole('searchbox', { name: 'Filter, or open by name' })],
  ['Secrets', () => page.getByRole('searchbox', { name: 'Filter names' })],
];

test('every field of every screen', async () => {
  for (const [name, sign] of sections)
    await test.step(name, async () => {
      await page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
      await sign().waitFor();
      expect(await pasteIntoAll(), `${name} has fields`).not.toEqual([]);
    });
  for (const keys of ['Control+k', 'Control+p'])
    await test.step(keys, async () => {
      await page.keyboard.press(keys);
      const field = page.getByRole('combobox').last();
      await pasteInto(field);
      await page.keyboard.press('Escape');
    });
  // Whatever was typed into, the next thing works.
  await goTo(page, `${mount.path}app`);
  await page.getByRole('button', { name: 'Reveal user', exact: true }).click();
  await expect(keyRow(page, 'user')).toContainText('alice');
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
