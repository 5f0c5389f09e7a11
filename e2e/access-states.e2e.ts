/** Rare states of a screen, checked by axe and for target sizes and edges: menus, dialogs, errors, locks. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { isClean } from './looks/clean-state.ts';
import { addressField } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, lockByKeys, openMount, treeRow } from './steps/connected.ts';
import { lookFindings } from './looks/look-findings.ts';
import {
  must,
  newKvMount,
  sharedServers,
  startFaultProxy,
  startSealedVault,
  writeEntry,
  type FaultProxy,
  type KvMount,
} from './servers/index.ts';

const { dev } = sharedServers();
const values = { user: 'alice', list: [1, 2], pem: 'a\nb\nc', none: '' };
let mount: KvMount;
let faults: FaultProxy;

test.beforeAll(async () => {
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'folder/app', { ...values, list: [1] });
  await writeEntry(dev, mount, 'folder/app', values);
  faults = await startFaultProxy(dev);
});
test.afterAll(() => faults.stop());

test('finds targets that are too small and edges that cannot be seen', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).waitFor();
  expect(await lookFindings(window)).toEqual([]);
  await window.evaluate(() => {
    const small = document.createElement('button');
    small.textContent = 'x';
    Object.assign(small.style, { position: 'fixed', inset: '0 auto auto 0', width: '16px', height: '16px' });
    const pale = document.createElement('input');
    Object.assign(pale.style, {
      position: 'fixed',
      inset: '40px auto auto 0',
      width: '100px',
      height: '30px',
      border: '1px solid #eee',
      background: '#fff',
    });
    document.body.append(small, pale);
  });
  const found = (await lookFindings(window)).join('\n');
  expect(found).toContain('target of 16 × 16');
  expect(found).toContain('edge at');
  await launched.close();
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    let launched: LaunchedApp;
    let window: Page;

    test.beforeAll(async () => {
      launched = await launchConnected(
        { address: faults.address, token: dev.rootToken },
        { preferences: { theme } },
      );
      ({ window } = launched);
      await window.emulateMedia({ reducedMotion: 'reduce' });
      await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
    });
    test.afterAll(() => launched.close());

    const dialog = (): Locator => window.getByRole('dialog');
    async function escape(): Promise<void> {
      await window.keyboard.press('Escape');
      await dialog().or(window.getByRole('menu')).waitFor({ state: 'detached' });
    }

    test('palette, keys and menus', async () => {
      await isClean(window, 'nothing open');
      await window.keyboard.press('Control+k');
      await dialog().getByRole('option').first().waitFor();
      await isClean(window, 'palette');
      await dialog().getByRole('combobox').fill('nothing has this name');
      await isClean(window, 'palette without a match');
      await escape();
      await window.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await window.keyboard.press('?');
      await window.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await isClean(window, 'keyboard shortcuts');
      await escape();
      await openMount(window, mount.path);
      await treeRow(window, mount.path).click({ button: 'right' });
      await window.getByRole('menu').waitFor();
      await isClean(window, 'menu of the tree');
      await escape();
      await window.getByRole('button', { name: 'Session', exact: true }).click();
      await window.getByRole('menu').waitFor();
      await isClean(window, 'menu of the session');
      await escape();
    });

    test('an entry in every state', async () => {
      await goTo(window, `${mount.path}folder/app`);
      await expect(keyRow(window, 'user')).toBeVisible();
      await window.getByRole('button', { name: 'Reveal pem' }).click();
      await window.getByLabel('Value of pem').press('Control+f');
      await window.getByRole('searchbox', { name: 'Find in this text' }).fill('b');
      await isClean(window, 'finding in a value');
      await window.getByRole('button', { name: 'Close search' }).click();
      await window.getByRole('button', { name: 'More', exact: true }).click();
      await window.getByRole('menu').waitFor();
      await isClean(window, 'menu of the entry');
      await escape();
      for (const item of ['Duplicate…', /^Rename/, /metadata/i, /^Delete version/] as const) {
        await window.getByRole('button', { name: 'More', exact: true }).click();
        await window.getByRole('menuitem', { name: item }).first().click();
        await dialog().waitFor();
        await isClean(window, `dialog ${String(item)}`);
        await escape();
      }
      await window.getByRole('button', { name: 'Actions for version 1', exact: true }).click();
      await window.getByRole('menu').waitFor();
      await isClean(window, 'menu of a version');
      await escape();
    });

    test('editing in every state', async () => {
      await goTo(window, `${mount.path}folder/app`);
      await expect(keyRow(window, 'user')).toBeVisible();
      await window.getByRole('button', { name: 'Edit', exact: true }).click();
      await window.getByRole('button', { name: 'Edit user' }).click();
      await window.getByRole('textbox', { name: 'Value of user' }).fill(`carol in ${theme}`);
      await window.getByRole('button', { name: /^Paste keys/ }).click();
      await dialog().getByRole('textbox').fill('user=dave\nREPLICAS=2\n');
      await isClean(window, 'paste keys');
      await escape();
      await window.getByRole('button', { name: /^Edit as JSON/ }).click();
      await window.getByRole('textbox', { name: /as JSON$/ }).waitFor();
      await isClean(window, 'edit as JSON');
      await window.getByRole('button', { name: 'Back to keys' }).click();
      await window.getByRole('button', { name: /^Review/ }).click();
      const save = window.getByRole('button', { name: /^Save as version/ });
      await save.waitFor();
      await isClean(window, 'review');
      await writeEntry(dev, mount, 'folder/app', { ...values, user: `somebody else in ${theme}` });
      await save.click();
      await expect(window.getByRole('radio').first()).toBeVisible();
      await isClean(window, 'conflict');
      await window.getByRole('button', { name: 'Back to editing' }).click();
      await window.getByRole('button', { name: 'Cancel' }).click();
      await dialog().waitFor();
      await isClean(window, 'discard');
      await dialog().getByRole('button', { name: 'Discard' }).click();
      await dialog().waitFor({ state: 'detached' });
    });

    test('errors', async () => {
      faults.add({ fault: { kind: 'html', status: 502 }, url: /data\/folder\/broken/ });
      await goTo(window, `${mount.path}folder/broken`);
      await expect(window.getByText('502 Bad Gateway').first()).toBeVisible();
      await isClean(window, 'an answer of a proxy');
      faults.heal();
      await goTo(window, 'no/such/mount/at/all');
      await expect(dialog()).toContainText(/\w/);
      await isClean(window, 'no such mount');
      await escape();
    });

    test('locked', async () => {
      await lockByKeys(window);
      await isClean(window, 'locked');
    });
  });

  test(`a sealed server in ${theme}`, async () => {
    const sealed = await startSealedVault();
    await sealed.unseal();
    const launched = await launchConnected(
      { address: sealed.address, token: sealed.rootToken },
      { preferences: { theme } },
    );
    const { window } = launched;
    await must(sealed, 'PUT', 'sys/seal', {});
    await treeRow(window, 'cubbyhole/').click();
    await expect(window.getByRole('heading', { name: /sealed/i })).toBeVisible();
    await isClean(window, 'sealed');
    await launched.close();
    await sealed.stop();
  });
}
