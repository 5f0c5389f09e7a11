/**
 * Parts of the tour: each shows states of the app on servers of its own or of the tour, and hands every state to a
 * callback: one that takes a picture, or a test of all states.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import { addressField, giveToken, openTab, pressLogIn } from '../steps/connect-form.ts';
import { goTo, launchConnected, treeRow } from '../steps/connected.ts';
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
import { tourAdministration } from './administration.ts';
import { tourAnswers } from './answers.ts';
import { tourReading, tourFinding, tourEntries } from './browse.ts';
import { tourCeremonies } from './ceremonies.ts';
import { tourFirstStart } from './first-start.ts';
import { tourFolder } from './folder.ts';
import { tourGuide } from './guide.ts';
import { tourConnecting, tourTwoServers, tourCertificates } from './connections.ts';
import { tourBoard } from './board.ts';
import { tourCluster } from './cluster.ts';
import { tourConnect } from './connect.ts';
import { tourConsole } from './console.ts';
import { tourCompareFolders } from './compare-folders.ts';
import { tourEntry } from './entry.ts';
import { tourEnvironments } from './environments.ts';
import { tourExport } from './export.ts';
import { tourImport } from './import.ts';
import { tourLogin } from './login.ts';
import { tourStates } from './states.ts';
import { tourSystem } from './system.ts';
import { narrow, resize } from './sizes.ts';
import type { TakePicture } from './sizes.ts';
import { tourRefusal, tourTokens } from './tokens.ts';
import { tourHome } from './home.ts';
import { tourNames } from './names.ts';
import { tourServers } from './servers.ts';
import { tourSearch } from './search.ts';
import { tourSteps } from './steps.ts';
import { tourPlans, tourUnfinished } from './plans.ts';
import { tourPrograms } from './programs.ts';
import { tourPolicyTester } from './policy-tester.ts';
import { tourTemplates } from './templates.ts';
import { tourTroubles } from './troubles.ts';
import { tourUpdates } from './updates.ts';
import { tourWrapping, tourWrappingWithoutLogin } from './wrapping.ts';
import type { FaultProxy, SealedVault, TlsVault, VaultServer } from '../servers/index.ts';

/** Servers that many parts use. */
export interface TourServers {
  readonly vault: VaultServer;
  readonly sealed: SealedVault;
  readonly tls: TlsVault;
  readonly faults: FaultProxy;
}

/** Starts them, with a sample and a folder of many names. */
export async function startTourServers(): Promise<TourServers> {
  const [vault, sealed, tls] = await Promise.all([startDevVault(), startSealedVault(), startTlsVault()]);
  await seedSample(vault);
  await writeManyNames(vault, await newKvMount(vault, 2, 'inventory'), 'devices/', 20_000);
  return { vault, sealed, tls, faults: await startFaultProxy(vault) };
}

/** Stops them. */
export async function stopTourServers({ vault, sealed, tls, faults }: TourServers): Promise<void> {
  await faults.stop();
  await Promise.all([vault.stop(), sealed.stop(), tls.stop()]);
}

type TourPart = (servers: TourServers, picture: TakePicture) => Promise<void>;

/** Every part, by its title. */
export const tourParts: Readonly<Record<string, TourPart>> = {
  'folder as a table': ({ vault }, picture) => tourFolder(vault, picture),
  connecting: ({ vault, tls }, picture) => tourConnecting(vault, tls, picture),
  'connecting in small windows, and twelve sessions': ({ vault, tls }, picture) =>
    tourConnect(vault, tls, picture),
  'browsing, reading and editing': ({ vault }, picture) => tourReading(vault, picture),
  'administration of servers': (_, picture) => tourServers(picture),
  finding: ({ vault }, picture) => tourFinding(vault, picture),
  'what may go wrong': showFailures,
  'the whole service': showService,
  'entries as a whole': ({ vault }, picture) => tourEntries(vault, picture),
  administration: ({ vault }, picture) => tourAdministration(vault, picture),
  locked: showLocked,
  'two servers side by side': ({ vault, faults }, picture) => tourTwoServers(vault, faults, picture),
  'connections and their certificates': (_, picture) => tourCertificates(picture),
  'seldom seen': showSeldomSeen,
  'what is done with one entry': ({ vault }, picture) => tourEntry(vault, picture),
  exports: ({ vault }, picture) => tourExport(vault, picture),
  imports: ({ vault }, picture) => tourImport(vault, picture),
  'key ceremonies half-way': (_, picture) => tourCeremonies(picture),
  'limits, full disks and servers that changed': ({ vault }, picture) => tourTroubles(vault, picture),
  'the first start': (_, picture) => tourFirstStart(picture),
  'updates of the app': (_, picture) => tourUpdates(picture),
  'states of a moment, sizes, zooms and contrast': ({ vault }, picture) => tourStates(vault, picture),
  'testing policies': ({ vault }, picture) => tourPolicyTester(vault, picture),
  environments: ({ vault, faults }, picture) => tourEnvironments(vault, faults, picture),
  'compared folders': ({ vault }, picture) => tourCompareFolders(vault, picture),
  'plans of many entries': ({ vault }, picture) => tourPlans(vault, picture),
  'an unfinished plan': ({ vault }, picture) => tourUnfinished(vault, picture),
  search: ({ vault, faults }, picture) => tourSearch(vault, faults, picture),
  templates: ({ vault }, picture) => tourTemplates(vault, picture),
  'short ways': ({ vault }, picture) => tourSteps(vault, picture),
  'home, settings, namespaces': (_, picture) => tourHome(picture),
  'namespaces, density, narrow windows': ({ vault }, picture) => tourNames(vault, picture),
  'a cluster': (_, picture) => tourCluster(picture),
  programs: ({ vault }, picture) => tourPrograms(vault, picture),
  'the board': (_, picture) => tourBoard(picture),
  'pictures of the guide': ({ vault }, picture) => tourGuide(vault, picture),
};

async function showFailures({ vault, sealed, faults }: TourServers, picture: TakePicture): Promise<void> {
  const policy = await newPolicy(vault, 'path "secret/data/apps/web/session" { capabilities = ["read"] }');
  const { token } = await newToken(vault, { policies: [policy], ttl: '10m', display_name: 'on-call' });
  const launched = await launchConnected({ address: faults.address, token, name: 'Limited' });
  const { window } = launched;
  await treeRow(window, 'secret/').click();
  await expect(treeRow(window, 'secret/')).toContainText('needs list');
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
}

async function showService({ vault }: TourServers, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'handed-over');
  const entering = await launchApp();
  await tourLogin(entering, vault, picture);
  await entering.close();
  const visiting = await launchApp();
  await tourWrappingWithoutLogin(visiting, picture, vault, mount);
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
}

async function showLocked({ vault }: TourServers, picture: TakePicture): Promise<void> {
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
}

async function showSeldomSeen({ vault, tls, faults }: TourServers, picture: TakePicture): Promise<void> {
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
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Trust certificate' }).click());
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
}
