/**
 * The tour's pictures of the connect screen in small windows and every tab, and of many sessions and environments.
 */
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import {
  addressField,
  checkNew,
  formFailure,
  giveToken,
  openDetails,
  openTab,
  pressLogIn,
  profileRow,
  saveBesideAnother,
} from '../steps/connect-form.ts';
import { launchConnected, tree } from '../steps/connected.ts';
import type { Reachable } from '../servers/index.ts';
import { narrow, resize, wide, type TakePicture } from './sizes.ts';

const small = { width: 640, height: 480 };

/** `tls`: a server with an untrusted CA. */
export async function tourConnect(vault: Reachable, tls: Reachable, picture: TakePicture): Promise<void> {
  await form(vault, tls, picture);
  await manySessions(vault, picture);
}

async function form(vault: Reachable, tls: Reachable, picture: TakePicture): Promise<void> {
  const launched = await launchApp({ env: { VAULT_ADDR: vault.address } });
  const { window } = launched;
  const inAllSizes = async (name: string): Promise<void> => {
    await picture(launched, name);
    await resize(launched, narrow);
    await picture(launched, `${name}-narrow`);
    await launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setMinimumSize(width, height);
    }, small);
    await resize(launched, small);
    await picture(launched, `${name}-small`);
    await resize(launched, wide);
  };
  await window.getByRole('region', { name: 'Found in your shell' }).waitFor();
  await inAllSizes('connect-empty');
  for (const tab of ['TLS', 'Proxy', 'Advanced'] as const) {
    await openTab(window, tab);
    await window
      .getByRole('tabpanel')
      .getByRole('textbox')
      .or(window.getByRole('tabpanel').getByRole('radio'))
      .first()
      .waitFor();
    await picture(launched, `connect-${tab.toLowerCase()}`);
  }
  await openTab(window, 'Appearance');
  await addressField(window).fill(tls.address);
  await pressLogIn(window);
  await giveToken(launched, tls.rootToken);
  await window.getByRole('button', { name: 'Trust a CA file…' }).waitFor();
  await formFailure(window).waitFor();
  await inAllSizes('connect-stopped');
  const details = await openDetails(window);
  await details.getByText('SHA-256').first().waitFor();
  await picture(launched, 'connect-details');
  await window.keyboard.press('Escape');
  await addressField(window).fill(vault.address);
  await window.getByRole('radio', { name: 'Staging' }).click();
  await checkNew(launched);
  await expect(window.getByText(/unsealed · leader/)).toBeVisible();
  await inAllSizes('connect-checked');
  await launched.close();
}

async function manySessions(vault: Reachable, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Sample' });
  const { window } = launched;
  const first = 'Payments production';
  const connect = async (name: string, environment?: string): Promise<void> => {
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    if (environment !== undefined) await window.getByRole('radio', { name: environment }).click();
    await addressField(window).fill(vault.address);
    await window.getByRole('textbox', { name: /^Name\b/ }).fill(name);
    await pressLogIn(window);
    if (name !== first) await saveBesideAnother(launched);
    await giveToken(launched, vault.rootToken);
    await tree(window).waitFor();
  };
  await connect(first, 'Production');
  await picture(launched, 'environment-production');
  await connect('Payments staging', 'Staging');
  await picture(launched, 'environment-staging');
  await connect('Sandbox', 'Development');
  await picture(launched, 'environment-development');
  for (let count = 5; count <= 9; count++) await connect(`Server ${String(count)}`);
  for (let count = 10; count <= 12; count++) {
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await profileRow(window, 'Sandbox').getByRole('button').first().click();
    await pressLogIn(window);
    await giveToken(launched, vault.rootToken);
    await tree(window).waitFor();
  }
  await expect(window.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(12);
  await resize(launched, narrow);
  await picture(launched, 'twelve-sessions-narrow');
  await launched.close();
}
