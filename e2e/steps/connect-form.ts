/** The connect screen as the user operates it, for tests. */
import { basename } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import type { Reachable } from '../servers/index.ts';

/** The address field. */
export function addressField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Address', exact: true });
}

/** Presses "Check connection". */
export async function pressCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check connection' }).click();
}

/** Confirms in the trusted view the first contact with the server in the form. */
export async function confirmContact(launched: LaunchedApp): Promise<void> {
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('heading', { name: 'Contact this server?' })).toBeVisible();
    await trusted.getByRole('button', { name: 'Contact server' }).click();
  });
}

/** Presses "Check connection" for a new address, and confirms it. */
export async function checkNew(launched: LaunchedApp): Promise<void> {
  await pressCheck(launched.window);
  await confirmContact(launched);
}

/** Presses "Connect". */
export async function pressLogIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** One step of a connection check, e.g. `TLS`. */
export function checkStep(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Connection check' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}:`) });
}

/** Error of a whole attempt, in the footer of the form. */
export function formFailure(page: Page): Locator {
  return page.getByRole('region', { name: 'Connection', exact: true }).getByRole('alert');
}

/** Sets the next file dialogs to return these paths, in turn: a test cannot drive a native dialog. */
export async function answerFileDialogs(launched: LaunchedApp, paths: readonly string[]): Promise<void> {
  await launched.app.evaluate(({ dialog }, answers) => {
    const left = [...answers];
    dialog.showOpenDialog = () => {
      const path = left.shift();
      return Promise.resolve({ canceled: path === undefined, filePaths: path === undefined ? [] : [path] });
    };
  }, paths);
}

/** Sets the next save dialogs to return these paths, in turn. */
export async function answerSaveDialogs(launched: LaunchedApp, paths: readonly string[]): Promise<void> {
  await launched.app.evaluate(({ dialog }, answers) => {
    const left = [...answers];
    dialog.showSaveDialog = () => {
      const path = left.shift();
      return Promise.resolve({ canceled: path === undefined, filePath: path ?? '' });
    };
  }, paths);
}

/** Shows a tab of the form. */
export async function openTab(page: Page, title: 'Appearance' | 'TLS' | 'Proxy' | 'Advanced'): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${title}`) }).click();
}

/** Opens the list of auth methods. */
export async function openMethods(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Auth method' }).click();
  // Its code is loaded on first use.
  await page.getByRole('listbox').waitFor();
}

/** Closes the list of auth methods without choosing. */
export async function closeMethods(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

/** Opens the findings of a check or login. */
export async function openDetails(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Details…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connection check' });
  await dialog.waitFor();
  return dialog;
}

const fileFields = {
  ca: 'CA file or folder',
  certificate: 'Client certificate',
  key: 'Client key',
} as const;

/** Chooses a file of the form in its dialog; the tab "TLS" must be in front. */
export async function chooseTlsFile(
  launched: LaunchedApp,
  which: keyof typeof fileFields,
  path: string,
): Promise<void> {
  await answerFileDialogs(launched, [path]);
  await launched.window.getByRole('button', { name: fileFields[which], exact: true }).click();
  await fileFacts(launched.window, basename(path)).waitFor();
}

/** Fills the form for a login by client certificate to a server with its own CA; file values are paths. */
export async function fillCertificateLogin(
  launched: LaunchedApp,
  login: Readonly<Record<'address' | 'caFile' | 'certificate' | 'key' | 'mount', string>>,
): Promise<void> {
  const { window } = launched;
  await addressField(window).fill(login.address);
  await openTab(window, 'TLS');
  await chooseTlsFile(launched, 'ca', login.caFile);
  await chooseTlsFile(launched, 'certificate', login.certificate);
  await chooseTlsFile(launched, 'key', login.key);
  await openMethods(window);
  await window.getByRole('option', { name: 'TLS certificate', exact: true }).click();
  await window.getByRole('textbox', { name: 'Mount path' }).fill(login.mount);
}

/** Facts that main has found in a chosen file. */
export function fileFacts(page: Page, name: string): Locator {
  return page.getByRole('group', { name: `Content of ${name}`, exact: true });
}

/** Saves a new connection without connecting, by the palette: on the form, Connect remembers it. */
export async function saveNew(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('Save connection');
  await palette.getByRole('option', { name: /^Save connection/ }).click();
}

/** Presses "Save" after a change to a saved connection. */
export async function pressSave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Row of a remembered connection. */
export function profileRow(page: Page, name: string): Locator {
  return page
    .getByRole('complementary', { name: 'Remembered connections' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
}

/** Number of open trusted views. */
export function trustedViewCount(launched: LaunchedApp): number {
  return launched.app.windows().filter((page) => page.url().startsWith('app://trusted/')).length;
}

/** Confirms saving a second connection to the same server under another name. */
export async function saveBesideAnother(launched: LaunchedApp): Promise<void> {
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
}

/** Types a token into the trusted view and sends it. */
export async function giveToken(launched: LaunchedApp, token: string): Promise<void> {
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Token', { exact: true }).fill(token);
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
}

/** Adds the first extra header and enters its value in the trusted view; the tab "Advanced" must be in front. */
export async function addHeader(launched: LaunchedApp, name: string, value: string): Promise<void> {
  const { window } = launched;
  await window.getByRole('button', { name: 'Add a header' }).click();
  await window.keyboard.type(name);
  await window.getByRole('button', { name: 'Set value… of header 1' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(new RegExp(`Header\\s*${name}`));
    await trusted.getByLabel('Value', { exact: true }).fill(value);
    await trusted.getByRole('button', { name: 'Use it' }).click();
  });
  await expect(window.getByText(`${String(value.length)} characters`)).toBeVisible();
}

/** Host and port of a server, e.g. `127.0.0.1:8200`. */
export function hostOf(server: Pick<Reachable, 'address'>): string {
  return new URL(server.address).host;
}
