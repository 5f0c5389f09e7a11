/** The tour's pictures of all login methods, of the trusted view's forms, and of logging out. */
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import {
  addressField,
  closeMethods,
  confirmContact,
  openMethods,
  pressLogIn,
} from '../steps/connect-form.ts';
import { tree } from '../steps/connected.ts';
import { advertise, enableUserpass, must } from '../servers/index.ts';
import type { Reachable } from '../servers/index.ts';
import type { TakePicture } from './sizes.ts';

const password = 'of nobody else';

/** Starts and ends on the connect screen of an app without a session. */
export async function tourLogin(
  launched: LaunchedApp,
  server: Reachable,
  picture: TakePicture,
): Promise<void> {
  const { window } = launched;
  await enableUserpass(server, 'people', 'ops', password);
  await advertise(server, 'people');
  const description = 'Services of the payments team';
  await must(server, 'POST', 'sys/auth/team/approle', { type: 'approle', description });
  await advertise(server, 'team/approle');

  await addressField(window).fill(server.address);
  await openMethods(window);
  await closeMethods(window);
  await window.getByRole('button', { name: 'List auth methods' }).click();
  await confirmContact(launched);
  await window.getByText(/auth methods? listed/).waitFor();
  await openMethods(window);
  await window.getByRole('option', { name: 'GitHub' }).waitFor();
  await picture(launched, 'login-methods');
  await window.getByRole('option', { name: /Services of the payments team/ }).click();
  await window.getByLabel('In a wrapping token').click();
  await picture(launched, 'login-approle');
  await choose(window, 'OIDC');
  await window.getByLabel('Paste the callback URL').scrollIntoViewIfNeeded();
  await picture(launched, 'login-oidc');
  await choose(window, 'Any other path');
  await window.getByRole('textbox', { name: /^Secret fields/ }).scrollIntoViewIfNeeded();
  await picture(launched, 'login-other');

  await choose(window, /^User name and password people/);
  await window.getByRole('textbox', { name: /^User name/ }).fill('ops');
  await pressLogIn(window);
  await picture(launched, 'login-userpass', await launched.trusted());
  await givePassword(launched, 'a wrong one');
  await picture(launched, 'login-refused', await launched.trusted());
  await givePassword(launched, password);
  await tree(window).waitFor();

  await openMenu(window, 'Get another token…');
  await window.getByText(/auth methods? listed/).waitFor();
  await picture(launched, 'login-beside');
  await window.getByRole('dialog').getByRole('button', { name: 'Log in…' }).click();
  await givePassword(launched, password);
  const answer = window.getByRole('dialog', { name: /^New token for/ });
  await answer.getByRole('button', { name: 'Discard' }).waitFor();
  await picture(launched, 'login-beside-answer');
  await window.keyboard.press('Escape');

  await openMenu(window, 'Log out…');
  await picture(launched, 'log-out', await launched.trusted());
  await (await launched.trusted()).getByLabel('Revoke on server').check();
  await picture(launched, 'log-out-revoke', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke and log out' }).click());
  await addressField(window).waitFor();
}

async function choose(window: Page, name: string | RegExp): Promise<void> {
  await openMethods(window);
  await window.getByRole('option', { name }).click();
}

async function givePassword(launched: LaunchedApp, text: string): Promise<void> {
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Password', { exact: true }).fill(text);
    await trusted.keyboard.press('Enter');
  });
}

async function openMenu(window: Page, item: string): Promise<void> {
  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await window.getByRole('menuitem', { name: item }).click();
}
