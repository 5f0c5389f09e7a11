/** The chosen density applies to every list, immediately, and keeps its scroll position. */
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { isClean } from './looks/clean-state.ts';
import { goTo, keyRow, launchConnected, openFolder, openMount, scrollTo, tree } from './steps/connected.ts';
import { newKvMount, sharedServers, writeEntry, writeManyNames } from './servers/index.ts';

async function heightOf(row: Locator): Promise<number> {
  return (await row.first().boundingBox())?.height ?? 0;
}

test('compact makes the rows of trees and tables lower, and the tree stays where it was', async () => {
  const { dev } = sharedServers();
  const mount = await newKvMount(dev, 2);
  await writeManyNames(dev, mount, 'devices/', 400);
  const keys = Array.from({ length: 300 }, (_, at) => [`key-${String(at).padStart(3, '0')}`, 'x'] as const);
  await writeEntry(dev, mount, 'large', Object.fromEntries(keys));
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  try {
    await goTo(window, `${mount.path}large`);
    await expect(keyRow(window, 'key-000')).toBeVisible();
    expect(await heightOf(keyRow(window, 'key-000'))).toBe(37);
    await openMount(window, mount.path);
    await openFolder(window, 'devices/');
    await scrollTo(window, 'name-000200');
    await tree(window).evaluate((box) => {
      box.scrollTop = (Math.floor(box.scrollTop / 26) + 0.5) * 26;
    });
    const firstName = (): Promise<string> =>
      tree(window).evaluate((box) => {
        const { left, top } = box.getBoundingClientRect();
        // Below the mount and the folder, which stay in sight.
        const above = 2 * (box.querySelector('[role=treeitem]')?.clientHeight ?? 0);
        const row = document.elementFromPoint(left + 40, top + above + 20)?.closest('[role=treeitem]');
        return row?.textContent ?? '';
      });
    const before = await firstName();
    expect(before).toMatch(/^name-000[12]/);
    expect(await heightOf(tree(window).getByRole('treeitem'))).toBe(26);

    await window.keyboard.press('Control+,');
    await window.getByRole('searchbox', { name: 'Search settings' }).fill('density');
    const choose = async (density: string): Promise<void> => {
      await window.getByRole('combobox', { name: 'Density' }).click();
      await window.getByRole('option', { name: density }).click();
      await expect(window.locator('html')).toHaveAttribute('data-density', density.toLowerCase());
    };
    await choose('Compact');
    expect(await heightOf(tree(window).getByRole('treeitem'))).toBe(24);
    expect(await firstName()).toBe(before);
    await isClean(window, 'compact');
    await choose('Comfortable');
    expect(await heightOf(tree(window).getByRole('treeitem'))).toBe(26);
    expect(await firstName()).toBe(before);
    await choose('Compact');
    await goTo(window, `${mount.path}large`);
    await expect(keyRow(window, 'key-000')).toBeVisible();
    expect(await heightOf(keyRow(window, 'key-000'))).toBe(29);
    // Row height and placement agree: the last of the rows that scroll into view is at the end.
    await keyRow(window, 'key-000').focus();
    await window.keyboard.press('Control+End');
    await expect(keyRow(window, 'key-299')).toBeInViewport();
    await isClean(window, 'a compact entry');
  } finally {
    await launched.close();
  }
});
