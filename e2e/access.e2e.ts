/** Screens checked by axe, light and dark: no serious or critical finding. */
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { callByHand } from './steps/bridge-calls.ts';
import {
  addressField,
  checkStep,
  chooseTlsFile,
  formFailure,
  giveToken,
  openTab,
  checkNew,
  pressCheck,
  pressLogIn,
  saveNew,
} from './steps/connect-form.ts';
import { goTo, keyRow, openFolder, treeRow } from './steps/connected.ts';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev, tls } = sharedServers();

test('axe finds what is wrong', async () => {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).waitFor();
  expect(await findings(window)).toEqual([]);
  await window.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('button'));
    const faint = document.createElement('p');
    faint.textContent = 'hardly to be read';
    faint.style.color = '#ddd';
    faint.style.background = '#fff';
    // On top of everything else on the page.
    Object.assign(faint.style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '99' });
    document.body.append(faint);
  });
  const found = (await findings(window)).join('\n');
  expect(found).toContain('button-name');
  expect(found).toContain('color-contrast');
  await launched.close();
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    let launched: LaunchedApp;
    test.beforeAll(async () => {
      launched = await launchApp();
      await launched.window.emulateMedia({ reducedMotion: 'reduce' });
    });
    test.afterAll(() => launched.close());

    test('every screen on the way in', async () => {
      const { window } = launched;
      await addressField(window).waitFor();
      // The page reads the preference at its start.
      expect(await callByHand(window, 'app.setPreferences', { theme })).toMatchObject({ ok: true });
      await window.reload();
      await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
      await openTab(window, 'TLS');
      await chooseTlsFile(launched, 'ca', tls.caFile);
      await window.getByRole('checkbox', { name: 'Do not verify the server’s certificate' }).check();
      expect.soft(await findings(window), 'TLS').toEqual([]);
      await openTab(window, 'Proxy');
      await window.getByRole('radio', { name: 'Own proxy' }).check();
      expect.soft(await findings(window), 'proxy').toEqual([]);
      await openTab(window, 'Advanced');
      await window.getByRole('button', { name: 'Add a header' }).click();
      await window.getByRole('textbox', { name: 'Another node' }).fill('https://vault-2.example:8200');
      await window.keyboard.press('Enter');
      expect.soft(await findings(window), 'connect').toEqual([]);
      await openTab(window, 'Proxy');
      await window.getByRole('textbox', { name: 'Proxy address' }).fill('http://127.0.0.1:3128');
      await addressField(window).fill(dev.address);
      await saveNew(window);
      expect.soft(await findings(await launched.trusted()), 'a change of trust').toEqual([]);
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
      await window.getByRole('button', { name: 'Export…' }).click();
      await expect(window.getByRole('dialog')).toBeVisible();
      expect.soft(await findings(window), 'export').toEqual([]);
      await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await addressField(window).fill(`${dev.address}1`);
      await expect(window.getByText('Changed, not saved')).toBeVisible();
      expect.soft(await findings(window), 'a changed connection').toEqual([]);
      await window.getByRole('button', { name: 'New connection' }).click();
      await addressField(window).fill('file:///etc/passwd');
      await pressCheck(window);
      await expect(addressField(window)).toHaveAttribute('aria-invalid', 'true');
      expect.soft(await findings(window), 'wrong address').toEqual([]);
      await addressField(window).fill(tls.address);
      await checkNew(launched);
      await expect(checkStep(window, 'TLS')).toContainText('failed');
      await expect(formFailure(window)).toBeVisible();
      expect.soft(await findings(window), 'failed check with its chain').toEqual([]);
      await addressField(window).fill(dev.address);
      await checkNew(launched);
      await expect(checkStep(window, 'State')).toContainText('passed');
      expect.soft(await findings(window), 'successful check').toEqual([]);
      await pressLogIn(window);
      expect.soft(await findings(await launched.trusted()), 'trusted view').toEqual([]);
      await giveToken(launched, 'not-a-token');
      const again = await launched.trusted();
      await expect(again.getByRole('alert')).not.toBeEmpty();
      expect.soft(await findings(again), 'trusted view after a refusal').toEqual([]);
      await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    });

    test('every screen of a session', async () => {
      const { window } = launched;
      const mount = await newKvMount(dev, 2);
      await writeEntry(dev, mount, 'folder/app', { user: 'alice', list: [1, 2], empty: '', pem: 'a\nb' });
      await writeEntry(dev, mount, 'folder/denied', { user: 'bob' });
      const policy = await newPolicy(
        dev,
        `path "${mount.path}*" { capabilities = ["read", "list", "update"] }
         path "${mount.path}data/folder/denied" { capabilities = ["deny"] }`,
      );
      const { token, accessor } = await newToken(dev, { policies: [policy] });
      await addressField(window).fill(dev.address);
      await pressLogIn(window);
      await giveToken(launched, token);
      await openFolder(window, mount.path);
      await openFolder(window, 'folder/');
      await treeRow(window, 'app').click();
      await window.getByRole('button', { name: 'Reveal user' }).click();
      await expect(keyRow(window, 'user')).toContainText('alice');
      await expect(window.getByRole('complementary', { name: 'Details' })).toContainText('current');
      expect.soft(await findings(window), 'tree and entry').toEqual([]);

      await window.getByRole('button', { name: 'Edit', exact: true }).click();
      await window.getByRole('button', { name: 'Edit list' }).click();
      await window.getByRole('textbox', { name: 'Value of list' }).fill('{');
      await window.getByRole('button', { name: 'Remove empty' }).click();
      await window.getByRole('button', { name: 'Add a key' }).click();
      expect.soft(await findings(window), 'edit').toEqual([]);
      await window.getByRole('button', { name: 'Cancel' }).click();
      await expect(window.getByRole('dialog')).toBeVisible();
      expect.soft(await findings(window), 'discard question').toEqual([]);
      await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();

      await window.keyboard.press('Control+p');
      const goToPath = window.getByRole('dialog', { name: 'Go to path' });
      await goToPath.getByRole('combobox').fill(`${mount.path}folder/`);
      await expect(goToPath.getByRole('option').first()).toBeVisible();
      expect.soft(await findings(window), 'go to path').toEqual([]);
      await window.keyboard.press('Escape');

      await window.getByRole('contentinfo', { name: 'Status' }).getByRole('button').last().click();
      await expect(window.getByRole('button', { name: 'Copy token' })).toBeVisible();
      expect.soft(await findings(window), 'token').toEqual([]);
      await window.keyboard.press('Escape');
      await window.getByRole('button', { name: 'Settings' }).click();
      await expect(window.getByRole('menu')).toBeVisible();
      expect.soft(await findings(window), 'settings').toEqual([]);
      await window.keyboard.press('Escape');

      await goTo(window, `${mount.path}folder/denied`);
      await expect(window.getByText(`Needs read on ${mount.path}data/folder/denied`)).toBeVisible();
      expect.soft(await findings(window), 'refused entry').toEqual([]);
      await goTo(window, `${mount.path}nothing`);
      await expect(window.getByText('Nothing here')).toBeVisible();
      expect.soft(await findings(window), 'absent entry').toEqual([]);

      await must(dev, 'POST', 'auth/token/revoke-accessor', { accessor });
      await window.getByRole('button', { name: 'Session', exact: true }).click();
      await window.getByRole('menuitem', { name: 'Refresh' }).click();
      await expect(window.getByRole('heading', { name: 'The token is no longer valid' })).toBeVisible();
      expect.soft(await findings(window), 'dead token').toEqual([]);
    });

    test('every screen of the service', async () => {
      const { window } = launched;
      const sections = window.getByRole('navigation', { name: 'Sections' });
      const main = window.getByRole('main', { name: 'Entries' });
      const pki = uniqueName('pki');
      await must(dev, 'POST', `sys/mounts/${pki}`, { type: 'pki' });
      await window.getByRole('button', { name: 'Connect to another server' }).click();
      await addressField(window).fill(dev.address);
      await pressLogIn(window);
      await giveToken(launched, dev.rootToken);
      const show = async (section: string, ready: Locator, what: string): Promise<void> => {
        await sections.getByRole('button', { name: section }).click();
        await expect(ready).toBeVisible();
        expect.soft(await findings(window), what).toEqual([]);
      };
      await expect(main.getByRole('heading', { name: 'Home' })).toBeVisible();
      expect.soft(await findings(window), 'home').toEqual([]);
      await show(
        'Tokens',
        main.getByRole('complementary', { name: 'Details' }).getByText('Creation path'),
        'tokens',
      );
      await show('Wrapping', main.getByRole('heading', { level: 1 }), 'wrapping');
      await show('Cluster', main.getByText(/^Term \d+$/), 'cluster');
      const policy = window.getByRole('button', { name: 'default', exact: true });
      await show('Policies', policy, 'policies');
      await policy.click();
      await expect(window.getByRole('textbox', { name: 'Policy default' })).toBeVisible();
      expect.soft(await findings(window), 'a policy').toEqual([]);
      await show('Console', main.getByRole('button', { name: /^Send/ }), 'console');
      await window.keyboard.press('Control+,');
      await expect(main.getByRole('region', { name: 'About' })).toBeVisible();
      expect.soft(await findings(window), 'the page of settings').toEqual([]);
      await window.getByRole('button', { name: 'Session', exact: true }).click();
      await window.getByRole('menuitem', { name: 'Log out…' }).click();
      const question = await launched.trusted();
      expect.soft(await findings(question), 'log out').toEqual([]);
      await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    });
  });
}
