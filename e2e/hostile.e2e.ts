/**
 * A dozen of the hostile names, keys and values through the real screen: created, read, copied, edited and deleted
 * there, and verified by hvac after each step. hostile.integration.test.ts covers all of them, below the screen.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { keyRow, launchConnected, openFolder, openMount, treeRow } from './steps/connected.ts';
import { newKvMount, sharedServers, startHvac } from './servers/index.ts';
import type { Hvac, KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const mounts = [await newKvMount(dev, 2), await newKvMount(dev, 1)] as const;
let hvac: Hvac;
let launched: LaunchedApp;
test.beforeAll(async () => {
  hvac = await startHvac(dev);
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await hvac.stop();
});

const dozen: readonly (readonly [name: string, key: string, value: string])[] = [
  ['a%2Fb', '__proto__', 'polluted'],
  ['a?list=true#x', 'a.b', '<script>alert(1)</script>'],
  [' lead and trail ', '"', ' lead and trail '],
  ['constructor', '<b>&amp;</b>', '&lt;&amp;'],
  ['日本語', '日本語', 'مرحبا'],
  ['e\u0301 decomposed', 'e\u0301', 'e\u0301'],
  ['👍🏽', '👍🏽', '👩\u200d👩\u200d👧'],
  ['..two dots', '{{x}}', '${jndi:ldap://x}'],
  ['metadata', 'metadata', '{"data":{}}'],
  ["'; DROP TABLE x;--", "'", 'null'],
  ['back\\slash', '\\', 'C:\\temp\n\ttab'],
  ['n'.repeat(255), 'k'.repeat(300), '0'.repeat(5_000)],
];

for (const [index, [name, key, value]] of dozen.entries()) {
  test(`${name.slice(0, 40)}: made, read, copied, edited, deleted`, async () => {
    const { window } = launched;
    const mount = mounts[index % 2 === 0 || name.includes('..') ? 0 : 1];
    const folder = `folder-${String(index)}/`;
    const path = folder + name;
    const expectText = (text: string): Promise<void> =>
      hvac.holds(mount, path, `{${JSON.stringify(key)}:${JSON.stringify(text)}}`);
    await make(window, mount, path, key, value);
    await expectText(value);
    expect(await hvac.list(mount, folder)).toEqual([name]);

    // Found again by its row.
    await window.keyboard.press('Control+w');
    await openMount(window, mount.path);
    await openFolder(window, folder);
    await treeRow(window, name).click();
    const row = keyRow(window, key);
    await row.getByRole('button', { name: /^Reveal/ }).click();
    await expect(row).toContainText(value.trim().split('\n')[0] ?? '');
    await row.getByRole('button', { name: /^Copy/ }).click();
    await expect.poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(value);

    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window
      .getByRole('list', { name: 'Keys' })
      .getByRole('button', { name: /^Edit / })
      .click();
    const field = window.getByRole('textbox', { name: /^Value of/ });
    await expect(field).toHaveValue(value);
    await field.fill(`${value}!`);
    await window.getByRole('button', { name: 'Review and save…' }).click();
    await window.getByRole('button', { name: /^Save/ }).click();
    if (mount.version === 1)
      await launched.answer(async (trusted) => {
        await readToEnd(trusted);
        await trusted.getByRole('button', { name: 'Replace it' }).click();
      });
    await expect(window.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expectText(`${value}!`);
    expect(await hvac.list(mount, folder)).toEqual([name]);

    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: /^Delete (everything|permanently)…/ }).click();
    await launched.answer(async (trusted) => {
      await trusted.getByRole('textbox').fill(mount.path + path);
      await readToEnd(trusted);
      await trusted.getByRole('textbox').press('Enter');
    });
    await expect.poll(() => hvac.list(mount, folder)).toEqual([]);
  });
}

/** Creates an entry with one key from the menu of its mount. */
async function make(window: Page, mount: KvMount, path: string, key: string, value: string): Promise<void> {
  await openMount(window, mount.path);
  await treeRow(window, mount.path).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'New entry…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Path' }).fill(path);
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await expect(dialog).toBeHidden();
  await window.getByRole('button', { name: 'Add a key' }).click();
  await window.getByRole('textbox', { name: 'Name of the new key' }).fill(key);
  await window.getByRole('textbox', { name: /^Value of/ }).fill(value);
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: 'Create the entry' }).click();
  // Its button is gone as soon as it is pressed; the entry on screen comes with the server's response.
  await expect(window.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}
