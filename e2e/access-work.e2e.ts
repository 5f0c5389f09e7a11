/** Screens of daily work, checked by axe and for sizes and edges: wrapping, console, Home, connecting, refusals. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { isClean } from './looks/clean-state.ts';
import {
  addressField,
  checkNew,
  checkStep,
  formFailure,
  giveToken,
  openDetails,
  openMethods,
  openTab,
  closeMethods,
  pressLogIn,
} from './steps/connect-form.ts';
import { openCluster, openPanel } from './steps/cluster-screen.ts';
import { goTo, keyRow, launchConnected } from './steps/connected.ts';
import { consoleAnswer, fillRequest, openConsole, pressSend, send } from './steps/console-screen.ts';
import {
  must,
  newKvMount,
  newNamespace,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startSealedVault,
  startUninitialisedVault,
  writeEntry,
  type KvMount,
  type Namespace,
  type SealedVault,
  type VaultServer,
} from './servers/index.ts';
import {
  openIt,
  openWrappingTab,
  paste,
  openWrapping,
  wrappedEntry,
  wrappedLogin,
} from './steps/wrapping-steps.ts';

const { dev, tls } = sharedServers();
let mount: KvMount;
let bao: VaultServer;
let team: Namespace;
let sealed: SealedVault;
let fresh: Awaited<ReturnType<typeof startUninitialisedVault>>;

test.beforeAll(async () => {
  [sealed, fresh, bao] = await Promise.all([
    startSealedVault(),
    startUninitialisedVault(),
    startDevVault({ product: 'openbao' }),
  ]);
  mount = await newKvMount(dev, 2);
  team = await newNamespace(bao);
  for (const server of [dev, bao]) {
    const at = server === dev ? mount : await newKvMount(bao, 2, mount.path);
    await writeEntry(server, at, 'app', { user: 'alice', password: 'not shown' });
  }
});
test.afterAll(async () => {
  await Promise.all([bao.stop(), sealed.stop(), fresh.stop()]);
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in ${theme}`, () => {
    let launched: LaunchedApp;
    let window: Page;
    test.afterEach(() => launched.close());

    const main = (): Locator => window.getByRole('main', { name: 'Entries' });
    async function connected(token: string, address = dev.address): Promise<void> {
      launched = await launchConnected({ address, token }, { preferences: { theme } });
      await begun();
    }
    async function begun(): Promise<void> {
      ({ window } = launched);
      await window.emulateMedia({ reducedMotion: 'reduce' });
      await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
    }

    test('wrapping', async () => {
      await connected(dev.rootToken);
      await openWrappingTab(launched);
      await isClean(window, 'unwrap form');
      await paste(launched, await wrappedEntry(dev, mount, { password: 'not shown', user: 'alice' }));
      await expect(openIt(window)).toBeVisible();
      await isClean(window, 'checked');
      await window.getByRole('button', { name: 'Verify sender' }).click();
      const path = window.getByRole('textbox', { name: /Creation path from the sender/ });
      await path.fill(`${mount.path}payments/db`);
      await expect(window.getByText('matches')).toBeVisible();
      await isClean(window, 'verify sender');
      await path.fill('auth/approle');
      await expect(window.getByRole('button', { name: 'Unwrap anyway' })).toBeVisible();
      await isClean(window, 'another sender');
      await path.fill('');
      await openIt(window).click();
      await expect(window.getByRole('treegrid').getByRole('row').first()).toBeVisible();
      await isClean(window, 'unwrapped');
      await window.getByRole('button', { name: /one-time results?$/ }).click();
      await expect(window.getByRole('dialog', { name: 'One-time results' })).toBeVisible();
      await isClean(window, 'one-time results');
      await window.keyboard.press('Escape');
      await window.getByRole('button', { name: 'Wrap and share' }).click();
      await window.getByRole('button', { name: 'Wrap', exact: true }).click();
      await expect(window.getByText('Required.')).toBeVisible();
      await isClean(window, 'nothing to wrap');
      await window.getByRole('textbox', { name: 'Text' }).fill('a note');
      await window.getByRole('button', { name: 'Wrap', exact: true }).click();
      await expect(window.getByRole('button', { name: 'Copy wrapping token' })).toBeVisible();
      await isClean(window, 'wrapped');
    });

    test('unwrapping without a login', async () => {
      launched = await launchApp({ preferences: { theme } });
      await begun();
      await openWrapping(launched, dev.address);
      await isClean(window, 'unwrap form');
      const gone = await wrappedEntry(dev, mount, { a: 'b' });
      await must(dev, 'POST', 'sys/wrapping/unwrap', { token: gone });
      await paste(launched, gone);
      await expect(window.getByRole('alert')).toBeVisible();
      await isClean(window, 'failed');
      await paste(launched, await wrappedLogin(dev, 'courier'));
      await openIt(window).click();
      await expect(window.getByRole('group', { name: 'Client token' })).toBeVisible();
      await isClean(window, 'client token');
      await window.getByRole('button', { name: 'Back' }).click();
      await expect(window.getByText(/1 one-time result, not saved yet/)).toBeVisible();
      await isClean(window, 'a one-time result on the connect screen');
    });

    test('console', async () => {
      await connected(dev.rootToken);
      await openConsole(window);
      await isClean(window, 'empty');
      const answer = await send(launched, { path: 'sys/leader' });
      await isClean(window, 'response');
      await answer.getByRole('button', { name: 'JSON', exact: true }).click();
      await isClean(window, 'response as JSON');
      await send(launched, { path: 'sys/mounts', wrapTtl: '5m' });
      await isClean(window, 'wrapped answer');
      const body = { method: 'POST', path: `${mount.path}data/app`, body: '{ "data": {} }', wrapTtl: '' };
      await fillRequest(launched, body);
      await isClean(window, 'body');
      const missing = { path: 'sys/policy/no-such-policy' };
      await fillRequest(launched, missing);
      await pressSend(launched, missing);
      await expect(window.getByRole('alert').filter({ hasText: 'status 404' })).toBeVisible();
      await isClean(window, 'error');
      await window
        .getByRole('list', { name: 'Sent requests' })
        .getByRole('listitem')
        .last()
        .getByRole('button')
        .first()
        .click();
      await expect(consoleAnswer(window, 'GET sys/leader')).toBeVisible();
      await isClean(window, 'an earlier response from the history');
    });

    test('Home, settings and namespaces', async () => {
      const { token } = await newToken(bao, { policies: ['root'] });
      await connected(token, bao.address);
      await expect(main().getByRole('heading', { name: 'Home' })).toBeVisible();
      await isClean(window, 'empty Home');
      await window.getByRole('button', { name: 'Namespace root' }).click();
      await expect(window.getByText('1 child namespace, opened with the same token.')).toBeVisible();
      await isClean(window, 'namespaces');
      await window.keyboard.type('nowhere');
      await window.keyboard.press('Enter');
      await expect(window.getByRole('alert')).toBeVisible();
      await isClean(window, 'a namespace that was refused');
      await window.getByRole('combobox', { name: 'Namespace' }).fill(team.namespace);
      await window.keyboard.press('Enter');
      await expect(window.getByRole('list', { name: /: 2 namespaces$/ })).toBeVisible();
      await isClean(window, 'two namespaces of one token');
      await openCluster(window);
      await openPanel(window, 'Rekey');
      await expect(window.getByRole('button', { name: 'Open root namespace' })).toBeVisible();
      await isClean(window, 'what the root namespace alone offers');
      await window.keyboard.press('Control+Alt+1');
      await goTo(window, `${mount.path}app`);
      await expect(keyRow(window, 'user')).toBeVisible();
      await window.getByRole('button', { name: 'Add to favourites' }).click();
      await window.getByRole('button', { name: 'Edit', exact: true }).click();
      await window.getByRole('button', { name: 'Edit user' }).click();
      await window.getByRole('textbox', { name: 'Value of user' }).fill('not saved');
      const sessions = (await callInPage(window, 'session.list', {})).value as readonly {
        sessionId: string;
      }[];
      await callInPage(window, 'wrapping.wrap', {
        sessionId: sessions[0]?.sessionId ?? '',
        ttl: '5m',
        jwt: false,
        what: { kind: 'data', json: '{"a":1}' },
      });
      await window.keyboard.press('Control+k');
      await window.getByRole('combobox', { name: 'Command palette' }).fill('Home');
      await window.getByRole('option', { name: /^Home/ }).first().click();
      await expect(main().getByRole('grid', { name: 'Favourites' })).toBeVisible();
      await isClean(window, 'Home with what waits');
      await window.keyboard.press('Control+,');
      const search = window.getByRole('searchbox', { name: 'Search settings' });
      await search.waitFor();
      await isClean(window, 'settings');
      await search.fill('density');
      await window.getByRole('combobox', { name: 'Density' }).click();
      await window.getByRole('option', { name: 'Compact' }).click();
      await expect(window.locator('html')).toHaveAttribute('data-density', 'compact');
      await search.fill('');
      await isClean(window, 'settings, compact');
      await goTo(window, `${mount.path}app`);
      await expect(window.getByRole('textbox', { name: 'Value of user' })).toBeVisible();
      await isClean(window, 'editing, compact');
      await window.keyboard.press('Control+k');
      await window.getByRole('dialog').getByRole('option').first().waitFor();
      await isClean(window, 'palette, compact');
      await window.keyboard.press('Escape');
    });

    test('connecting', async () => {
      launched = await launchApp({ preferences: { theme }, env: { VAULT_ADDR: dev.address } });
      await begun();
      await expect(window.getByRole('region', { name: 'Found in your shell' })).toBeVisible();
      for (const tab of ['Appearance', 'TLS', 'Proxy', 'Advanced'] as const) {
        await openTab(window, tab);
        await expect(window.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true })).toBeVisible();
        await isClean(window, tab);
      }
      await openMethods(window);
      await isClean(window, 'auth methods');
      await closeMethods(window);
      await addressField(window).fill('http://127.0.0.1:1');
      await checkNew(launched);
      await expect(checkStep(window, 'TCP')).toContainText('failed');
      await isClean(window, 'TCP failed');
      await addressField(window).fill(tls.address);
      await checkNew(launched);
      await expect(checkStep(window, 'TLS')).toContainText('failed');
      await expect(formFailure(window)).toBeVisible();
      await isClean(window, 'TLS failed');
      await openDetails(window);
      await isClean(window, 'details of the check');
      await window.keyboard.press('Escape');
      await addressField(window).fill(fresh.address);
      await checkNew(launched);
      await expect(checkStep(window, 'State')).toContainText('has not been initialised');
      await isClean(window, 'not initialised');
      await addressField(window).fill(sealed.address);
      await checkNew(launched);
      await expect(checkStep(window, 'State')).toContainText(/sealed/);
      await isClean(window, 'sealed');
      await addressField(window).fill(dev.address);
      await checkNew(launched);
      await expect(checkStep(window, 'State')).toContainText('passed');
      await isClean(window, 'passed');
    });

    test('refusals', async () => {
      const policy = await newPolicy(dev, `path "${mount.path}metadata/*" { capabilities = ["list"] }`);
      const { token } = await newToken(dev, { policies: [policy, 'default'] });
      launched = await launchApp({ preferences: { theme } });
      await begun();
      await addressField(window).fill(dev.address);
      await pressLogIn(window);
      await giveToken(launched, token);
      await expect(main().getByRole('heading', { name: 'Home' })).toBeVisible();
      await goTo(window, `${mount.path}app`);
      await expect(window.getByText(`Needs read on ${mount.path}data/app`).first()).toBeVisible();
      await isClean(window, 'entry');
      const sections = window.getByRole('navigation', { name: 'Sections' });
      for (const section of ['Cluster', 'Policies'] as const) {
        await sections.getByRole('button', { name: section }).click();
        if (section === 'Cluster') await openPanel(window, 'Encryption key');
        await expect(window.getByText(/^Needs /).first()).toBeVisible();
        await isClean(window, section);
      }
      await openConsole(window);
      const request = { path: 'sys/audit' };
      await fillRequest(launched, request);
      await pressSend(launched, request);
      await expect(
        main()
          .getByText(/^Needs /)
          .first(),
      ).toBeVisible();
      await isClean(window, 'console');
    });
  });
}
