/** Wrapping tokens of a sender, and the steps of a recipient; for tests and the tour. */
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import { addressField } from './connect-form.ts';
import { must, textAt, writeEntry } from '../servers/index.ts';
import type { KvMount, Reachable } from '../servers/index.ts';

/** Writes an entry and returns a wrapping token for reading it. */
export async function wrappedEntry(
  server: Reachable,
  mount: KvMount,
  data: unknown,
  ttl = '5m',
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  await writeEntry(server, mount, 'payments/db', data);
  const path = `${mount.path}data/payments/db`;
  const answer = await must(server, 'GET', path, undefined, { 'X-Vault-Wrap-TTL': ttl, ...headers });
  return textAt(answer, 'wrap_info', 'token');
}

/** Wrapping token for a new client token. */
export async function wrappedLogin(server: Reachable, displayName: string): Promise<string> {
  const answer = await must(
    server,
    'POST',
    'auth/token/create',
    { policies: ['default'], ttl: '1h', display_name: displayName },
    { 'X-Vault-Wrap-TTL': '5m' },
  );
  return textAt(answer, 'wrap_info', 'token');
}

/** Puts a text on the clipboard, as a chat program does. */
export async function putOnClipboard({ app }: LaunchedApp, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
}

/** Text on the clipboard. */
export function onClipboard({ app }: LaunchedApp): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

/** Opens the unwrap screen, from the connect screen. */
export async function openWrapping({ window }: LaunchedApp, address: string): Promise<void> {
  await addressField(window).fill(address);
  await window.getByRole('button', { name: 'Open a wrapping token…' }).click();
  await window.getByRole('heading', { name: 'Unwrap a token' }).waitFor();
}

/** Opens the Wrapping tab in the session in front. */
export async function openWrappingTab({ window }: LaunchedApp): Promise<void> {
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Wrapping' })
    .click();
  await window.getByRole('main', { name: 'Entries' }).getByRole('heading', { level: 1 }).waitFor();
}

/** Agrees to copying a credential. */
export function agreeToCopy(launched: LaunchedApp): Promise<void> {
  return launched.answer((trusted) => trusted.getByRole('button', { name: 'Copy' }).click());
}

/** Takes a token from the clipboard, and agrees to sending it. */
export async function paste(launched: LaunchedApp, token: string): Promise<void> {
  await putOnClipboard(launched, token);
  await launched.window.getByRole('button', { name: 'Paste' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Send this token' }).click());
}

/** Button that unwraps the looked-up token. */
export function openIt(window: Page): Locator {
  return window.getByRole('button', { name: 'Unwrap', exact: true });
}

/** A row of the result on screen. */
export function answerRow(window: Page, key: string): Locator {
  return window
    .getByRole('treegrid')
    .getByRole('row')
    .filter({ has: window.getByRole('rowheader', { name: key, exact: true }) });
}
