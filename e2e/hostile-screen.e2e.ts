/**
 * A hundred names that break screens, in the tree, the tab, the header of the entry and the palette. Names that a
 * real server accepts are written to it; those of a hostile one only (line breaks, reversed directions, 4,000
 * characters, steps out of the folder) are inserted into its lists by a proxy. No name is allowed to leave its line,
 * disguise itself, become part of the page or crash it.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected, openMount, tree } from './steps/connected.ts';
import { hostileNames } from './attacks/hostile-names.ts';
import { answer, forward, bodyOf, jsonAnswer, listen } from './servers/forwarding.ts';
import type { Listening } from './servers/forwarding.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';
import type { KvMount } from './servers/index.ts';

const { dev } = sharedServers();

/** Stored on the server. Their content becomes elements if a name is written as HTML. */
const stored: readonly string[] = [
  ...[
    '<b data-canary>bold',
    '<img src=x data-canary onerror=alert(1)>',
    '"><svg data-canary onload=alert(1)>',
  ],
  ...['&lt;b data-canary&gt;', '%3Cb data-canary%3E', 'javascript:alert(1)', '[x](javascript:alert(1))'],
  ...hostileNames
    .filter(({ path, refused }) => refused !== true && !/[/]/.test(path))
    .map(({ path }) => path),
];

/** Sent by a hostile server only. */
const told: readonly string[] = [
  ...['line\nbreak', 'carriage\rreturn', 'line\u2028separator', 'next\u0085line', 'tab\tstop', '\n'],
  ...[
    '\u202etxt.evas',
    'invoice\u202ecod.exe',
    'mark\u200fof\u200edirection',
    '\u2067isolate',
    '\u061carabic',
  ],
  ...[
    'zero\u200bwidth',
    '\u200b',
    '\ufeff',
    'soft\u00adhyphen',
    'no\u00a0break',
    '\u3000',
    '\u2800',
    '\u3164',
  ],
  ...[
    '\u001b[31mred',
    '\u0007bell',
    '\u007f',
    '\ufffc',
    '\ue000',
    '\u{e0041}tag',
    '👩\u200d👧',
    '\ufff9a\ufffbb',
  ],
  ...['n'.repeat(4_000), 'wide 東京 '.repeat(500), 'z' + '\u0336'.repeat(3_000), '👍🏽'.repeat(900)],
  ...['\u0e49'.repeat(60), 'a'.repeat(200) + '\n' + 'b'.repeat(200), '..', '.', '..\\..\\x'],
];

/** List items that are not names of one entry. */
const noNames: readonly string[] = [
  '',
  '\u0000null',
  'nu\u0000ll',
  '/',
  '//',
  'a/b/c',
  '../../sys/seal',
  './x',
];

const names = [...told, ...stored].slice(0, 120);

let mount: KvMount;
let proxy: Listening;
let launched: LaunchedApp;

test.beforeAll(async () => {
  mount = await newKvMount(dev, 2);
  for (const name of stored) await writeEntry(dev, mount, name, { key: 'value' });
  const listed = `/v1/${mount.path}metadata/?list=true`;
  proxy = await listen((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const real = await forward(dev, { method, url, headers, body: await bodyOf(request) });
      const ours = url === listed || url === listed.replace('/?', '?');
      const more = { data: { keys: [...stored, ...told, ...noNames] } };
      answer(response, ours ? jsonAnswer(200, more) : real);
    })().catch(() => response.destroy());
  });
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

/** Scrolls the row of a name into view; returns its middle, and problems of its look. */
function rowOf(page: Page, name: string) {
  return page.evaluate(async (text) => {
    const box = document.querySelector('[role=tree]');
    if (box === null) return undefined;
    const painted = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const find = () =>
      [...box.querySelectorAll('[role=treeitem]')].find(
        (row) => row.querySelector('[data-mono]')?.textContent === text,
      );
    for (let top = 0; find() === undefined && top <= box.scrollHeight; top += box.clientHeight / 2) {
      box.scrollTop = top;
      await painted();
    }
    const row = find();
    if (row === undefined) return undefined;
    row.scrollIntoView({ block: 'center' });
    await painted();
    const { x, y, width, height } = (find() ?? row).getBoundingClientRect();
    return { x: x + Math.min(width / 2, 80), y: y + height / 2, height };
  }, name);
}

/** Problems in any place that shows the name. */
function faults(page: Page, shown: string): Promise<readonly string[]> {
  return page.evaluate((name) => {
    const wrong: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) wrong.push(`the page is ${String(root.scrollWidth)} wide`);
    if (root.scrollHeight > innerHeight) wrong.push(`the page is ${String(root.scrollHeight)} high`);
    if (document.querySelector('[data-canary]') !== null) wrong.push('the name became an element');
    const header = document.querySelector('main[aria-label=Entries] header');
    if (header === null) return [...wrong, 'there is no header'];
    const heading = header.querySelector('h2');
    if (heading?.textContent !== name) wrong.push(`the heading says ${JSON.stringify(heading?.textContent)}`);
    if (header.getBoundingClientRect().height > innerHeight / 4)
      wrong.push(`the header is ${String(header.getBoundingClientRect().height)} high`);
    const tab = document.querySelector('[role=tab][aria-selected=true]');
    if (tab === null) return [...wrong, 'there is no tab'];
    const { width, height } = tab.getBoundingClientRect();
    if (height > 44 || width > 320) wrong.push(`the tab is ${String(width)} by ${String(height)}`);
    // Invisible characters must have a visible mark.
    const unseen = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
    if (unseen.test(name))
      for (const [where, element] of Object.entries({ header: heading, tab }))
        if ((element?.querySelector('[data-glyph]') ?? null) === null)
          wrong.push(`the ${where} hides what is in the name`);
    return wrong;
  }, shown);
}

test('a hundred hostile names: in the tree, the tab and the header each keeps to its place and hides nothing @hostile-names', async () => {
  test.setTimeout(240_000);
  expect(names.length).toBeGreaterThanOrEqual(100);
  const { window } = launched;
  const alerts: string[] = [];
  window.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await openMount(window, mount.path);
  await expect(tree(window)).toContainText('<b data-canary>bold');
  const wrong: Record<string, readonly string[]> = {};
  for (const name of names) {
    const row = await rowOf(window, name);
    if (row === undefined) {
      wrong[name] = ['the tree has no row of it'];
      continue;
    }
    await window.mouse.click(row.x, row.y);
    await window.waitForFunction(
      (text) => document.querySelector('main[aria-label=Entries] header h2')?.textContent === text,
      name,
    );
    const found = await faults(window, name);
    const heights = row.height === 26 ? [] : [`its row is ${String(row.height)} high`];
    if (found.length + heights.length > 0) wrong[name] = [...heights, ...found];
  }
  expect(wrong).toEqual({});
  expect(alerts).toEqual([]);

  await window.keyboard.press('Control+p');
  const palette = window.getByRole('dialog', { name: 'Go to path' });
  await palette.getByRole('option').first().waitFor();
  const bounds = await palette.boundingBox();
  for (const option of await palette.getByRole('option').all()) {
    const box = await option.boundingBox();
    expect(box?.height).toBeLessThan(40);
    expect(box?.width).toBeLessThanOrEqual(bounds?.width ?? 0);
  }
  for (const name of names.filter((one) => !/[\ud800-\udfff](?![\udc00-\udfff])/.test(one))) {
    await palette.getByRole('combobox').fill(mount.path + name);
    const understood = await palette.getByRole('status').boundingBox();
    expect(understood?.width, JSON.stringify(name)).toBeLessThanOrEqual(bounds?.width ?? 0);
    expect(understood?.height, JSON.stringify(name)).toBeLessThan(200);
  }
  await window.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // The same names among all known ones, in ranking order.
  await window.keyboard.press('Control+k');
  const all = window.getByRole('dialog', { name: 'Command palette' });
  for (const typed of ['a', 'e', '\u200b', mount.path]) {
    await all.getByRole('combobox').fill(typed);
    await all.getByRole('option').first().waitFor();
    for (const option of await all.getByRole('option').all()) {
      const box = await option.boundingBox();
      expect(box?.height).toBeLessThan(40);
      expect(box?.width).toBeLessThanOrEqual(bounds?.width ?? 0);
    }
  }
  expect(await window.locator('[data-canary]').count()).toBe(0);
  await window.keyboard.press('Escape');
});
