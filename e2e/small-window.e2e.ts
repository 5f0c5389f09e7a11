/** A small window and a large zoom: every control can be reached, and the prompt is as large as the window's page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { closeWindow, launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField, giveToken, pressLogIn } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, tree, treeRow } from './steps/connected.ts';
import { newKvMount, newToken, sharedServers, writeEntry } from './servers/index.ts';
import { unreachable } from './steps/unreachable.ts';
import { sizeTo, zoomTo } from './looks/zooming.ts';

const { dev } = sharedServers();
const smallest = { width: 640, height: 480 };

/** Zoom in percent, and its window size. */
const sizes = [
  { percent: 100, size: smallest },
  { percent: 150, size: { width: 960, height: 600 } },
  { percent: 200, size: { width: 1280, height: 800 } },
  { percent: 300, size: { width: 1280, height: 800 } },
  { percent: 300, size: smallest },
] as const;

test('finds what is out of reach', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).waitFor();
  await window.evaluate(() => {
    const hidden = document.createElement('button');
    hidden.textContent = 'out of reach';
    Object.assign(hidden.style, { position: 'fixed', left: '-500px' });
    const covered = document.createElement('button');
    covered.textContent = 'covered';
    Object.assign(covered.style, { position: 'fixed', inset: '0 auto auto 0' });
    const above = document.createElement('div');
    Object.assign(above.style, { position: 'fixed', inset: '0 auto auto 0', width: '200px', height: '60px' });
    document.body.append(hidden, covered, above);
  });
  const found = (await unreachable(window)).join('\n');
  expect(found).toContain('out of reach');
  expect(found).toContain('covered');
  await launched.close();
});

for (const { percent, size } of sizes) {
  test(`at ${percent} % in ${size.width} × ${size.height} everything can be reached`, async () => {
    const mount = await newKvMount(dev, 2);
    const values = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`key-${at}`, `value ${at}`]));
    await writeEntry(dev, mount, 'folder/app', values);
    const launched = await launchApp();
    const { window } = launched;
    try {
      await addressField(window).waitFor();
      await zoomTo(launched, percent);
      await sizeTo(launched, size);
      expect.soft(await unreachable(window), 'connect').toEqual([]);
      await addressField(window).fill(dev.address);
      await pressLogIn(window);
      const prompt = await launched.trusted();
      expect.soft(await unreachable(prompt), 'prompt').toEqual([]);
      await giveToken(launched, dev.rootToken);
      await tree(window).waitFor({ state: 'attached' });
      // The message about the login covers the page until it goes.
      await expect.poll(() => unreachable(window), { message: 'nothing open' }).toEqual([]);
      await goTo(window, `${mount.path}folder/app`);
      await expect(keyRow(window, 'key-0')).toBeAttached();
      expect.soft(await unreachable(window), 'entry').toEqual([]);
      await window.keyboard.press('e');
      await expect(window.getByRole('button', { name: 'Add a key' })).toBeAttached();
      expect.soft(await unreachable(window), 'edit').toEqual([]);
      await window.keyboard.press('Control+k');
      await expect(window.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      expect.soft(await unreachable(window), 'palette').toEqual([]);
      await window.keyboard.press('Escape');
      for (const screen of ['Policies', 'Console', 'Wrapping', 'Cluster', 'Tokens']) {
        await showScreen(window, screen);
        expect.soft(await unreachable(window), screen).toEqual([]);
      }
    } finally {
      await launched.close();
    }
  });
}

async function showScreen(window: Page, screen: string): Promise<void> {
  const palette = window.getByRole('dialog', { name: 'Command palette' });
  await palette.waitFor({ state: 'detached' });
  await window.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(screen);
  await palette
    .getByRole('option', { name: new RegExp(`^${screen}`) })
    .first()
    .click();
  await expect(
    window.getByRole('tab', { name: new RegExp(screen.slice(0, 5)), selected: true }),
  ).toBeAttached();
}

test('the side bar gives way in a narrow window, and comes when something in it has the focus', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  await goTo(window, `${mount.path}app`);
  await expect(keyRow(window, 'user')).toBeVisible();
  await expect(tree(window)).toBeInViewport();
  await sizeTo(launched, smallest);
  await expect(tree(window)).not.toBeInViewport();
  await window.getByRole('button', { name: 'Show the side bar' }).click();
  await expect(tree(window)).toBeInViewport();
  await window.mouse.click(smallest.width - 20, smallest.height / 2);
  await expect(tree(window)).not.toBeInViewport();
  await window.keyboard.press('/');
  await expect(window.getByRole('searchbox', { name: 'Filter names' })).toBeInViewport();
  await window.getByRole('searchbox', { name: 'Filter names' }).fill(mount.path.replace('/', ''));
  await treeRow(window, mount.path).click();
  await expect(tree(window)).toBeInViewport();
  await launched.close();
});

test('at 150 % in 960 × 600 the side bar makes way for the screen that is chosen in it', async () => {
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  try {
    await zoomTo(launched, 150);
    await sizeTo(launched, { width: 960, height: 600 });
    for (const screen of ['Cluster', 'Policies', 'Tokens']) {
      await window.getByRole('button', { name: 'Show the side bar' }).click();
      const section = window
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('button', { name: screen });
      await expect(section).toBeInViewport();
      await section.click();
      await expect(
        window.getByRole('tab', { name: new RegExp(screen.slice(0, 5)), selected: true }),
      ).toBeVisible();
      await expect(section).not.toBeInViewport();
    }
  } finally {
    await launched.close();
  }
});

test('the zoom is remembered over a restart', async () => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'strongroom-zoom-'));
  const first = await launchApp({ userDataDir });
  await addressField(first.window).waitFor();
  await zoomTo(first, 150);
  const ended = first.app.waitForEvent('close');
  closeWindow(first);
  await ended;
  const again = await launchApp({ userDataDir });
  await addressField(again.window).waitFor();
  await expect.poll(() => again.window.evaluate(() => Math.round(devicePixelRatio * 100))).toBe(150);
  await again.close();
  rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('a prompt is as large as the page, whichever of the two was zoomed', async () => {
  const launched: LaunchedApp = await launchApp();
  const { window } = launched;
  await addressField(window).fill(dev.address);
  await zoomTo(launched, 200);
  await pressLogIn(window);
  const prompt = await launched.trusted();
  const ratio = (page: Page): Promise<number> => page.evaluate(() => Math.round(devicePixelRatio * 100));
  await expect.poll(() => ratio(window)).toBe(200);
  await expect.poll(() => ratio(prompt)).toBe(200);
  await zoomTo(launched, 300);
  await expect.poll(() => ratio(prompt)).toBe(300);
  await expect.poll(() => ratio(window)).toBe(300);
  await launched.answer((page) => page.keyboard.press('Escape'));
  await launched.close();
});

test('the list of connections gives way in a narrow window, and comes by its button', async () => {
  const launched = await launchApp();
  const { window } = launched;
  try {
    await addressField(window).waitFor();
    const list = window.getByRole('complementary', { name: 'Remembered connections' });
    await expect(list).toBeInViewport();
    await sizeTo(launched, smallest);
    await expect(list).not.toBeInViewport();
    await window.getByRole('button', { name: 'Show the connections' }).click();
    await expect(list).toBeInViewport();
    await expect(window.getByRole('button', { name: 'Import…' })).toBeInViewport();
    await window.mouse.click(smallest.width - 60, 20);
    await expect(list).not.toBeInViewport();
  } finally {
    await launched.close();
  }
});

test('nothing in the status bar lies over anything else, and no tooltip stays behind the palette', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  const { token } = await newToken(dev, { policies: ['root'], ttl: '1h', display_name: 'n'.repeat(60) });
  const launched = await launchConnected({ address: dev.address, token });
  const { window } = launched;
  try {
    await goTo(window, `${mount.path}app`);
    await window.getByRole('button', { name: 'Copy user' }).click();
    const status = window.getByRole('contentinfo', { name: 'Status' });
    await expect(status.getByText(/Clipboard is cleared in/)).toBeVisible();
    for (const width of [smallest.width, 960, 1280]) {
      await sizeTo(launched, { width, height: 600 });
      expect(await overlapping(status), String(width)).toEqual([]);
      // One line, whatever is in it: words are dropped, icons stay.
      expect(
        await status.evaluate((bar) => [
          bar.getBoundingClientRect().height,
          bar.scrollWidth - bar.clientWidth,
        ]),
      ).toEqual([28, 0]);
    }
    const badge = window
      .getByRole('navigation', { name: 'Sessions' })
      .getByRole('button', { name: 'Test server' });
    await badge.focus();
    await window.keyboard.press('Tab');
    await window.keyboard.press('Shift+Tab');
    await expect(window.getByRole('tooltip')).toContainText('Test server');
    await window.keyboard.press('Control+k');
    await window.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first().waitFor();
    await window.keyboard.press('Escape');
    await window.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' });
    await expect(badge).toBeFocused();
    await expect(window.getByRole('tooltip')).toHaveCount(0);
  } finally {
    await launched.close();
  }
});

/** Overlapping texts, as far as they are painted. */
function overlapping(bar: Locator): Promise<string[]> {
  return bar.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const painted: { readonly text: string; readonly box: DOMRect }[] = [];
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts;
      const range = document.createRange();
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      let [left, right] = [whole.left, whole.right];
      for (let up = node.parentElement; up !== null && up !== element; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === 'visible') continue;
        const { left: from, right: to } = up.getBoundingClientRect();
        [left, right] = [Math.max(left, from), Math.min(right, to)];
      }
      if (right > left)
        painted.push({
          text: node.textContent ?? '',
          box: new DOMRect(left, whole.top, right - left, whole.height),
        });
    }
    const outside = painted
      .filter(({ box }) => box.right > innerWidth + 1)
      .map(({ text }) => `${text} goes on outside`);
    const over = painted.flatMap((one, at) =>
      painted
        .slice(at + 1)
        .filter(
          ({ box }) =>
            Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
            Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1,
        )
        .map(({ text }) => `${one.text} and ${text}`),
    );
    return [...outside, ...over];
  });
}
