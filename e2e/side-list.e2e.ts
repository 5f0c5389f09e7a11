/** The list that a screen lends to the side bar, in a real window: whose place it takes, and the room that it gives. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { openTopic } from './steps/administration-steps.ts';
import { launchConnected, openMount, tree } from './steps/connected.ts';
import { must, newKvMount, sharedServers, uniqueName } from './servers/index.ts';
import { narrow, resize, wide } from './tour/sizes.ts';

const { dev } = sharedServers();

const section = (window: Page, name: string) =>
  window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name, exact: true });

test('each list takes the place of the tree, which Secrets, a filter or a path brings back', async () => {
  const mount = await newKvMount(dev, 2);
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  const side = window.locator('[data-region="side"]');
  for (const [name, list] of [
    ['Administration', side.getByRole('navigation', { name: 'Administration' })],
    ['Policies', side.getByRole('navigation', { name: 'Policies' })],
    ['Console', side.getByRole('region', { name: 'Favourites and history' })],
  ] as const) {
    await section(window, name).click();
    await expect(list).toBeVisible();
    await expect(tree(window)).toBeHidden();
    await section(window, 'Secrets').click();
    await expect(tree(window)).toBeVisible();
    await expect(list).toBeHidden();
    await expect(window.getByRole('tab', { name, selected: true })).toBeVisible();
    await section(window, name).click();
    await expect(list).toBeVisible();
  }
  // F6 goes from the sections to the list, then to the tabs.
  await section(window, 'Console').focus();
  await window.keyboard.press('F6');
  await expect(side.getByRole('button', { name: /^Favourites/ })).toBeFocused();
  await openMount(window, mount.path);
  await expect(tree(window)).toBeVisible();
  await section(window, 'Home').click();
  await expect(window.getByRole('heading', { name: 'Home' })).toBeVisible();
  await launched.close();
});

test('no path is cut at 1280, and nothing scrolls within what scrolls at 960', async () => {
  const name = `${uniqueName('payments')}-certificates`;
  await must(dev, 'POST', `sys/mounts/${name}`, { type: 'kv', description: 'Bookings of the ledger' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Secrets engines');
  const filter = page.getByRole('searchbox', { name: 'Filter' });
  await filter.fill(name);
  await page.getByRole('row').nth(1).click();
  await expect(page.getByRole('complementary', { name: `${name}/` })).toBeVisible();
  await resize(launched, wide);
  const path = page.getByRole('gridcell').first();
  await expect(path).toHaveText(`${name}/`);
  expect(await path.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  await filter.fill('');
  await resize(launched, narrow);
  await expect(page.getByRole('complementary', { name: `${name}/` })).toBeVisible();
  expect(await nestedScrolling(window)).toEqual([]);
  await launched.close();
});

/** Areas that scroll within another that scrolls. */
function nestedScrolling(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight;
    const areas = [...document.querySelectorAll('main *, aside *')].filter(scrolls);
    return areas
      .filter((one) => areas.some((other) => other !== one && other.contains(one)))
      .map(({ className }) => className);
  });
}
