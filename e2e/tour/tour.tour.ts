/**
 * The tour: the main job, step by step, in the real app on a real server, with a picture of every screen and state, light
 * and dark, at 1280×800 and for the narrow ones at 960×600. `npm run tour` takes it; look at what it leaves.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from '../steps/app.ts';
import { addressField, giveToken, openTab, pressLogIn } from '../steps/connect-form.ts';
import { goTo, launchConnected, treeRow } from '../steps/connected.ts';
import { takePicture } from '../looks/picture.ts';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  seedSample,
  startDevVault,
  startFaultProxy,
  startSealedVault,
  startTlsVault,
  writeManyNames,
} from '../servers/index.ts';
import { questionsOfADay, workADay } from '../steps/questions.ts';
import { tourAdministration } from './administration.ts';
import { tourAnswers } from './answers.ts';
import { tourReading, tourFinding, tourEntries } from './browse.ts';
import { tourCeremonies } from './ceremonies.ts';
import { tourFirstStart } from './first-start.ts';
import { tourGuide } from './guide.ts';
import { tourConnecting, tourTwoServers, tourCertificates } from './connections.ts';
import { tourBoard } from './board.ts';
import { tourCluster } from './cluster.ts';
import { tourConnect } from './connect.ts';
import { tourConsole } from './console.ts';
import { tourEntry } from './entry.ts';
import { tourLogin } from './login.ts';
import { tourPrompts } from './prompts.ts';
import { tourStates } from './states.ts';
import { tourSystem } from './system.ts';
import { narrow, resize } from './sizes.ts';
import { tourRefusal, tourTokens } from './tokens.ts';
import { tourHome } from './home.ts';
import { tourNames } from './names.ts';
import { tourServers } from './servers.ts';
import { tourSteps } from './steps.ts';
import { tourPolicyTester } from './policy-tester.ts';
import { tourTroubles } from './troubles.ts';
import { tourUpdates } from './updates.ts';
import { tourWrapping, tourWrappingVisit } from './wrapping.ts';
import type { FaultProxy, SealedVault, TlsVault, VaultServer } from '../servers/index.ts';

const folder = process.env['STRONGROOM_PICTURES'] ?? 'build/out/tour';

let vault: VaultServer;
let sealed: SealedVault;
let tls: TlsVault;
let faults: FaultProxy;

test.beforeAll(async () => {
  [vault, sealed, tls] = await Promise.all([startDevVault(), startSealedVault(), startTlsVault()]);
  await seedSample(vault);
  await writeManyNames(vault, await newKvMount(vault, 2, 'inventory'), 'devices/', 20_000);
  faults = await startFaultProxy(vault);
});
test.afterAll(async () => {
  await faults.stop();
  await Promise.all([vault.stop(), sealed.stop(), tls.stop()]);
});

/** Takes the same picture in both themes. */
async function picture(launched: LaunchedApp, name: string, trusted?: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await launched.app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    for (const page of [launched.window, ...(trusted ? [trusted] : [])]) {
      await page.waitForFunction(
        (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
        theme === 'dark',
      );
    }
    await takePicture(join(folder, `${name}-${theme}.png`), launched.window, trusted);
  }
}

test('prompts of every kind', async () => {
  const launched = await launchApp();
  await addressField(launched.window).fill(vault.address);
  await pressLogIn(launched.window);
  await tourPrompts(launched, await launched.trusted(), picture);
  await launched.close();
});

test('the questions of a normal day', async () => {
  const launched = await launchApp();
  expect(await workADay(launched, vault)).toEqual(questionsOfADay);
  await launched.close();
});

test('connecting', () => tourConnecting(vault, tls, picture));

test('connecting in small windows, and twelve sessions', () => tourConnect(vault, tls, picture));

test('browsing, reading and editing', () => tourReading(vault, picture));

test('administration of servers', () => tourServers(picture));

test('finding', () => tourFinding(vault, picture));

test('what may go wrong', async () => {
  const policy = await newPolicy(vault, 'path "secret/data/apps/web/session" { capabilities = ["read"] }');
  const { token } = await newToken(vault, { policies: [policy], ttl: '10m', display_name: 'on-call' });
  const launched = await launchConnected({ address: faults.address, token, name: 'Limited' });
  const { window } = launched;
  await treeRow(window, 'secret/').click();
  await expect(treeRow(window, 'secret/')).toContainText('may not list');
  await goTo(window, 'secret/apps/web/smtp');
  await expect(window.getByText('secret/data/apps/web/smtp').first()).toBeVisible();
  await picture(launched, '40-not-permitted');
  await tourRefusal(launched, picture);
  faults.add({ fault: { kind: 'html', status: 502 }, url: /session/ });
  await goTo(window, 'secret/apps/web/session');
  await expect(window.getByText('502 Bad Gateway').first()).toBeVisible();
  await picture(launched, '41-answer-of-a-proxy');
  faults.heal();
  await must(vault, 'POST', 'auth/token/revoke', { token });
  await window.getByRole('button', { name: 'Retry' }).first().click();
  await expect(window.getByRole('button', { name: /Log in again/ }).first()).toBeVisible();
  await picture(launched, '42-dead-token');
  await launched.close();

  const gone = await startFaultProxy(vault);
  const other = await launchConnected({ address: gone.address, token: vault.rootToken, name: 'Gone' });
  await gone.stop();
  await treeRow(other.window, 'legacy/').click();
  await expect(other.window.getByRole('button', { name: /Retry/ }).first()).toBeVisible();
  await picture(other, '43-unreachable');
  await other.close();

  await sealed.unseal();
  const open = await launchConnected({
    address: sealed.address,
    token: sealed.rootToken,
    name: 'Closing time',
  });
  await must(sealed, 'PUT', 'sys/seal', {});
  await treeRow(open.window, 'cubbyhole/').click();
  await expect(open.window.getByRole('heading', { name: /sealed/i })).toBeVisible();
  await picture(open, '44-sealed');
  await open.close();
});

test('the whole service', async () => {
  const mount = await newKvMount(vault, 2, 'handed-over');
  const entering = await launchApp();
  await tourLogin(entering, vault, picture);
  await entering.close();
  const visiting = await launchApp();
  await tourWrappingVisit(visiting, picture, vault, mount);
  await visiting.close();
  const connection = { address: vault.address, token: vault.rootToken, name: 'Sample server' };
  for (const tour of [tourTokens, tourSystem, tourConsole, tourAnswers]) {
    const launched = await launchConnected(connection);
    await tour(launched, picture);
    await launched.close();
  }
  const wrapping = await launchConnected(connection);
  await tourWrapping(wrapping, picture, vault, mount);
  await wrapping.close();
});

test('entries as a whole', () => tourEntries(vault, picture));

test('administration', () => tourAdministration(vault, picture));

test('locked', async () => {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await goTo(window, 'secret/apps/web/session');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit cookie_secret', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('half typed');
  await window.keyboard.press('Control+Shift+L');
  await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
  await picture(launched, '90-locked');
  await resize(launched, narrow);
  await picture(launched, '91-locked-narrow');
  await launched.close();
});

test('two servers side by side', () => tourTwoServers(vault, faults, picture));

test('connections and their certificates', () => tourCertificates(picture));

test('seldom seen', async () => {
  const home = mkdtempSync(join(tmpdir(), 'strongroom-tour-'));
  writeFileSync(join(home, '.vault-token'), vault.rootToken, { mode: 0o600 });
  const launched = await launchApp({ env: { HOME: home, VAULT_ADDR: vault.address } });
  const { window } = launched;
  await window.getByRole('button', { name: 'Fill in' }).first().click();
  await pressLogIn(window);
  await picture(launched, '60-confirm-offered-token', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await addressField(window).fill(tls.address);
  await openTab(window, 'TLS');
  await window.getByRole('checkbox', { name: /verif/i }).click();
  await picture(launched, '61-tls-and-proxy');
  await pressLogIn(window);
  await picture(launched, '62-save-unverified', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await picture(launched, '62-login-unverified', await launched.trusted());
  await giveToken(launched, tls.rootToken);
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Go on' }).click());
  await window.getByRole('tree').waitFor();
  await picture(launched, '63-unverified-session');
  await window.getByRole('contentinfo').getByRole('button').last().click();
  await window.getByRole('button', { name: 'Show…' }).click();
  await picture(launched, '64-token-shown', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('menuitem', { name: 'About Strongroom…' }).waitFor();
  await picture(launched, '65-settings');
  await window.getByRole('menuitem', { name: 'About Strongroom…' }).click();
  await window.getByRole('region', { name: 'About' }).waitFor();
  await picture(launched, '66-about');
  await launched.close();
  rmSync(home, { recursive: true });

  const other = await launchConnected({ address: faults.address, token: vault.rootToken, name: 'Far away' });
  await goTo(other.window, 'secret/apps/web/session');
  await other.window.getByRole('button', { name: 'Edit', exact: true }).click();
  await other.window.getByRole('button', { name: 'Edit cookie_secret' }).click();
  await other.window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('rotated');
  faults.add({ fault: { kind: 'lost-answer' }, method: 'POST', url: /data/ });
  await other.window.getByRole('button', { name: 'Review and save…' }).click();
  await other.window.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(other.window.getByRole('button', { name: 'Check now' })).toBeVisible();
  await picture(other, '67-outcome-unknown');
  faults.heal();
  await other.window.getByRole('button', { name: 'Check now' }).click();
  await expect(other.window.getByText('version 2 · current')).toBeVisible();
  await picture(other, '68-outcome-found-out');
  await other.close();
});

test('what is done with one entry', async () => {
  await tourEntry(vault, picture);
});

test('key ceremonies half-way', async () => {
  await tourCeremonies(picture);
});

test('limits, full disks and servers that changed', async () => {
  await tourTroubles(vault, picture);
});

test('the first start', () => tourFirstStart(picture));

test('updates of the app', () => tourUpdates(picture));

test('states of a moment, sizes, zooms and contrast', async () => {
  test.setTimeout(900_000);
  await tourStates(vault, picture);
});

test('testing policies', () => tourPolicyTester(vault, picture));

test('short ways', () => tourSteps(vault, picture));

test('home, settings, namespaces', async () => {
  await tourHome(picture);
});

test('namespaces, density, narrow windows', async () => {
  await tourNames(vault, picture);
});

test('a cluster', () => tourCluster(picture));

test('the board', () => tourBoard(picture));

test('pictures of the guide', () => tourGuide(vault, picture));
