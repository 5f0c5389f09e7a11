/** Long texts: searched, and scrolled to both ends; and the scope of F5. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected, openFolder, openMount, treeRow } from './steps/connected.ts';
import {
  newKvMount,
  sharedServers,
  startRecordingProxy,
  writeEntry,
  type KvMount,
  type RecordingProxy,
} from './servers/index.ts';

const { dev } = sharedServers();
let mount: KvMount;
let proxy: RecordingProxy;
let launched: LaunchedApp;
let window: Page;

test.beforeAll(async () => {
  mount = await newKvMount(dev, 2);
  const lines = Array.from({ length: 600 }, (_, at) => `line ${at}${at % 100 === 99 ? ' has a Needle' : ''}`);
  await writeEntry(dev, mount, 'folder/long', { text: lines.join('\n'), short: 'x' });
  proxy = await startRecordingProxy(dev);
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
  ({ window } = launched);
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

test('Ctrl+F finds in a long value, Enter goes on, Escape goes back; Ctrl+End goes to its end', async () => {
  await goTo(window, `${mount.path}folder/long`);
  await keyRow(window, 'text').getByRole('button', { name: 'Reveal text' }).click();
  const value = window.getByLabel('Value of text');
  const inView = (line: string): Promise<boolean> =>
    value.evaluate((box, wanted) => {
      const node = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      const at = node?.textContent?.indexOf(wanted) ?? -1;
      if (node === null || at === -1) return false;
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const [text, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      return text.top >= frame.top && text.bottom <= frame.bottom;
    }, line);
  await value.press('Control+End');
  await expect.poll(() => inView('line 599')).toBe(true);
  // Scrolling has ended: a key pressed during the browser's scroll animation can be lost.
  await expect
    .poll(() => value.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
    .toBeLessThan(1);
  await value.press('Control+Home');
  await expect.poll(() => inView('line 0')).toBe(true);

  await value.press('Control+f');
  const field = window.getByRole('searchbox', { name: 'Find in this text' });
  await expect(field).toBeFocused();
  await field.fill('needle');
  const bar = window.getByRole('search');
  await expect(bar).toContainText('1 of 6');
  await expect.poll(() => inView('line 99 has')).toBe(true);
  await field.press('Enter');
  await expect(bar).toContainText('2 of 6');
  await expect.poll(() => inView('line 199 has')).toBe(true);
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await expect(bar).toContainText('6 of 6');
  await expect.poll(() => inView('line 599 has')).toBe(true);
  const marked = await window.evaluate(() =>
    ['found', 'found-current'].map((name) => CSS.highlights.get(name)?.size),
  );
  expect(marked).toEqual([6, 1]);
  await field.fill('nowhere');
  await expect(bar).toContainText('No match');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await field.press('Escape');
  await expect(bar).toBeHidden();
  await expect(value).toBeFocused();
});

test('F5 reads again what has the focus, whatever was used before', async () => {
  const reads = (): number => proxy.requests.filter(({ url }) => url.includes('data/folder/long')).length;
  const lists = (): number => proxy.requests.filter(({ url }) => url.includes('list=true')).length;
  await openMount(window, mount.path);
  await openFolder(window, 'folder/');
  // The tree was used last, and the entry has the focus.
  await treeRow(window, 'long').click();
  await window.keyboard.press('Enter');
  await expect(keyRow(window, 'short')).toBeVisible();
  await keyRow(window, 'short').focus();
  let before = { reads: reads(), lists: lists() };
  await window.keyboard.press('F5');
  await expect.poll(reads).toBeGreaterThan(before.reads);
  expect(lists()).toBe(before.lists);
  // The entry was used last, and the tree has the focus.
  await treeRow(window, 'folder/').focus();
  await treeRow(window, 'folder/').click();
  await treeRow(window, 'folder/').click();
  before = { reads: reads(), lists: lists() };
  await window.keyboard.press('F5');
  await expect.poll(lists).toBeGreaterThan(before.lists);
  expect(reads()).toBe(before.reads);
  // A screen without data to refresh leaves the tree alone.
  await window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Console' }).click();
  const main = window.getByRole('main', { name: 'Entries' });
  await main.getByRole('button', { name: /^Send/ }).focus();
  before = { reads: reads(), lists: lists() };
  await window.keyboard.press('F5');
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await window.keyboard.press('Escape');
  expect({ reads: reads(), lists: lists() }).toEqual(before);
});
