/** The console as the user operates it: where its parts are, and how to send a request. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

export interface TypedRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  /** A secret field and its input in the trusted view. */
  readonly secret?: readonly [name: string, value: string];
  readonly wrapTtl?: string;
  readonly withoutToken?: boolean;
  /** The trusted view asks; `typed` if the path must be typed. */
  readonly confirm?: 'press' | 'typed';
  /** The button that agrees; defaults to the one with the method. */
  readonly agree?: string;
}

/** Brings the console to the front, by its section button. */
export async function openConsole(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Console' }).click();
  await expect(page.getByRole('heading', { name: 'Console', exact: true })).toBeVisible();
}

/** The field for the path. */
export function pathField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Path', exact: true });
}

/** Region of the main column: request or response, without help and history. */
export function consoleAnswer(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Fills the console, without sending. */
export async function fillRequest(launched: LaunchedApp, request: TypedRequest): Promise<void> {
  const { window } = launched;
  const { method = 'GET', path, body: json = '', secret, wrapTtl = '', withoutToken = false } = request;
  const chosen = window.getByRole('combobox', { name: 'Method' });
  if (!(await chosen.innerText()).includes(method)) {
    await chosen.click();
    await window.getByRole('option', { name: method, exact: true }).click();
  }
  await pathField(window).fill(path);
  // Suggestions cover the next field.
  await pathField(window).press('Escape');
  const options = window.getByRole('button', { name: /^Options/ });
  if ((await options.getAttribute('aria-expanded')) !== 'true') await options.click();
  await window.getByLabel('Wrap TTL').fill(wrapTtl);
  await window.getByRole('checkbox', { name: 'Send without a token' }).setChecked(withoutToken);
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return;
  const editor = window.getByRole('textbox', { name: 'Body as JSON' });
  await editor.fill(json);
  for (const left of await window.getByRole('button', { name: /^Remove secret field/ }).all())
    await left.click();
  if (secret === undefined) return;
  await window.getByRole('button', { name: 'Secret field…' }).click();
  await window.getByRole('textbox', { name: 'Secret field 1' }).fill(secret[0]);
  const asked = launched.answer(async (trusted) => {
    // Labelled with main's name for the kind of credential, not with the field's name.
    await trusted.locator('input').fill(secret[1]);
    await trusted.getByRole('button', { name: 'Use it' }).click();
  });
  await window.getByRole('button', { name: `Enter… ${secret[0]}` }).click();
  await asked;
  const body = window.getByRole('region', { name: 'Body', exact: true });
  await expect(body.getByText(`${String(secret[1].length)} characters`)).toBeVisible();
}

/** Presses Send and answers the prompt of the trusted view. */
export async function pressSend(
  launched: LaunchedApp,
  { method = 'GET', path, confirm, agree = `Send ${method}` }: TypedRequest,
): Promise<void> {
  const { window } = launched;
  const asked =
    confirm === undefined
      ? undefined
      : launched.answer(async (trusted) => {
          await expect(trusted.getByRole('dialog')).toContainText(path);
          if (confirm === 'typed') await trusted.getByRole('textbox').fill(path);
          await trusted.getByRole('button', { name: agree }).click();
        });
  await window.getByRole('button', { name: /^Send / }).click();
  await asked;
}

/** Sends a request and waits for its response on screen. */
export async function send(launched: LaunchedApp, request: TypedRequest): Promise<Locator> {
  await fillRequest(launched, request);
  const sent = launched.window.getByRole('list', { name: 'Sent requests' }).getByRole('listitem');
  const before = await sent.count();
  await pressSend(launched, request);
  // An earlier response of the same name can still be on screen.
  await expect(sent).toHaveCount(before + 1);
  const answer = consoleAnswer(launched.window, `${request.method ?? 'GET'} ${request.path}`);
  await expect(answer).toBeVisible();
  return answer;
}
