/** Many names in the tree: selected by keyboard and mouse, dragged, cut, pasted and deleted. The server judges. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected, openFolder, openMount, tree, treeRow } from './steps/connected.ts';
import { agreeToPlan, dataOf, namesIn, planResult } from './steps/plan-steps.ts';
import { StepCounter } from './steps/step-counter.ts';
import { onClipboard } from './steps/wrapping-steps.ts';
import { newKvMount, sharedServers, writeEntry, type KvMount } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let page: Page;
let mount: KvMount;

test.beforeEach(async () => {
  mount = await newKvMount(dev, 2);
  for (const name of ['a', 'b', 'c']) await writeEntry(dev, mount, `from/${name}`, { from: name });
  await writeEntry(dev, mount, 'to/there', { k: 'v' });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Hands' });
  page = launched.window;
  await openMount(page, mount.path);
  await openFolder(page, 'from/');
});
test.afterEach(() => launched.close());

const selected = () => page.getByRole('status').filter({ hasText: / selected$/ });
const run = (rows: string) => page.getByRole('button', { name: `Run ${rows}…` });

/** Selected rows, as assistive technology is told. */
async function selectedNames(): Promise<readonly string[]> {
  const rows = tree(page).locator('[role=treeitem][aria-selected=true]');
  return rows.evaluateAll((all) => all.map((row) => row.querySelector('[data-mono]')?.textContent ?? ''));
}

async function dragOnto(name: string, folder: string, key?: 'Control'): Promise<void> {
  await treeRow(page, name).hover();
  await page.mouse.down();
  if (key !== undefined) await page.keyboard.down(key);
  await treeRow(page, folder).hover();
  await expect(
    page.getByText(key === undefined ? /^Move \d+ names? to/ : /^Copy \d+ names? to/),
  ).toBeVisible();
  await page.mouse.up();
  if (key !== undefined) await page.keyboard.up(key);
}

test('names are selected by keyboard: a range, single ones, a whole folder, none', async () => {
  await treeRow(page, 'a').click();
  await tree(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected()).toHaveText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selected()).toHaveText('2 selected');
  await page.keyboard.press('Control+Space');
  await expect(selected()).toHaveText('1 selected');
  await page.keyboard.press('Control+a');
  await expect(selected()).toHaveText('3 selected');
  await page.keyboard.press('Escape');
  await expect(selected()).toBeHidden();
});

test('a range by Shift and single names by Ctrl are announced as selected', async () => {
  await treeRow(page, 'a').click({ modifiers: ['Control'] });
  await treeRow(page, 'c').click({ modifiers: ['Shift'] });
  await treeRow(page, 'b').click({ modifiers: ['Control'] });
  await expect(selected()).toHaveText('2 selected');
  expect(await selectedNames()).toEqual(['a', 'c']);
  await page.getByRole('button', { name: 'Select none' }).click();
  expect(await selectedNames()).not.toContain('c');
});

test('several names are dragged together, and copied with Ctrl', async () => {
  await treeRow(page, 'a').click({ modifiers: ['Control'] });
  await treeRow(page, 'b').click({ modifiers: ['Shift'] });
  await dragOnto('b', 'to/', 'Control');
  await run('2 rows').click();
  await agreeToPlan(launched);
  await expect(planResult(page)).toContainText('2 done');
  expect(await namesIn(dev, mount, 'to/')).toEqual(['a', 'b', 'there']);
  expect(await namesIn(dev, mount, 'from/')).toEqual(['a', 'b', 'c']);
});

test('a drag that is given up, or ends where the names are, makes no plan', async () => {
  await treeRow(page, 'c').hover();
  await page.mouse.down();
  await treeRow(page, 'to/').hover();
  await expect(page.getByText(/^Move 1 name to/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Move 1 name to/)).toBeHidden();
  await page.mouse.up();
  await treeRow(page, 'c').hover();
  await page.mouse.down();
  await treeRow(page, 'from/').hover();
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Run / })).toHaveCount(0);
  expect(await namesIn(dev, mount, 'from/')).toEqual(['a', 'b', 'c']);
});

test('cut names are moved where they are pasted, and their paths are on the clipboard', async () => {
  await treeRow(page, 'b').click({ modifiers: ['Control'] });
  await treeRow(page, 'c').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+x');
  await expect
    .poll(() => onClipboard(launched))
    .toBe(['b', 'c'].map((name) => `${mount.path}from/${name}`).join('\n'));
  await page.keyboard.press('Escape');
  await page.keyboard.type('to');
  await page.keyboard.press('Control+v');
  await run('2 rows').click();
  await agreeToPlan(launched);
  await expect(planResult(page)).toContainText('2 done');
  expect(await namesIn(dev, mount, 'to/')).toEqual(['b', 'c', 'there']);
  expect(await namesIn(dev, mount, 'from/')).toEqual(['a']);
});

/** Reads the question and agrees to it without a mouse. */
async function agreeByKeys(action: RegExp): Promise<void> {
  await launched.answer(async (trusted) => {
    const agree = trusted.getByRole('button', { name: action });
    await trusted.keyboard.press('End');
    await expect(agree).toBeEnabled();
    await new StepCounter(trusted).to(agree);
    await trusted.keyboard.press('Enter');
  });
}

test('by keys alone, Delete on a folder deletes what is in it, after one question', async () => {
  await tree(page).focus();
  await page.keyboard.type('from');
  await page.keyboard.press('Delete');
  await expect(run('3 rows')).toBeFocused();
  await page.keyboard.press('Enter');
  await agreeByKeys(/^Delete/);
  await expect(planResult(page)).toContainText('3 done');
  for (const name of ['a', 'b', 'c']) {
    expect(await dataOf(dev, mount, `from/${name}`)).toBeNull();
  }
  expect(await dataOf(dev, mount, 'to/there')).toEqual({ k: 'v' });
});

test('by keys alone, F2 renames a folder: its plan is filtered, a row left out, the others run', async () => {
  const steps = new StepCounter(page);
  const filter = page.getByRole('searchbox', { name: 'Filter paths' });
  await tree(page).focus();
  await page.keyboard.type('from');
  await page.keyboard.press('F2');
  await expect(page.getByRole('combobox', { name: 'To folder' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('site/');
  await page.keyboard.press('Enter');
  await expect(run('3 rows')).toBeFocused();
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('/b');
  const row = page.getByRole('row').filter({ hasText: `${mount.path}from/b` });
  await steps.to(row);
  await page.keyboard.press('Space');
  await expect(page.getByText(/^1 row left out/)).toBeVisible();
  await steps.to(filter, 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
  await steps.to(run('2 rows'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await agreeByKeys(/^(?:Move|Rename)/);
  await expect(planResult(page)).toContainText('2 done');
  expect(await namesIn(dev, mount, 'site/')).toEqual(['a', 'c']);
  expect(await namesIn(dev, mount, 'from/')).toEqual(['b']);
});

test('by keys alone, several names are copied from the palette, and the copy is undone', async () => {
  await treeRow(page, 'a').waitFor();
  await tree(page).focus();
  await page.keyboard.type('from');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selected()).toHaveText('2 selected');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Copy to');
  await page
    .getByRole('option', { name: /^Copy to…/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'To folder' })).toBeFocused();
  await page.keyboard.type('to/');
  await page.keyboard.press('Enter');
  await expect(run('2 rows')).toBeFocused();
  await page.keyboard.press('Enter');
  await agreeByKeys(/^Copy/);
  await expect(planResult(page)).toContainText('2 done');
  expect(await namesIn(dev, mount, 'to/')).toEqual(['a', 'b', 'there']);
  await new StepCounter(page).to(page.getByRole('button', { name: 'Undo…' }));
  await page.keyboard.press('Enter');
  await expect(run('2 rows')).toBeFocused();
});
