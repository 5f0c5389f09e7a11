/** The tour's pictures of the request console and the generated forms. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { openFolder, openMount, treeRow } from '../steps/connected.ts';
import {
  consoleAnswer,
  fillRequest,
  openConsole,
  pathField,
  pressSend,
  send,
} from '../steps/console-screen.ts';
import type { TakePicture } from './sizes.ts';

/** Walks through console and forms on the sample server. */
export async function tourConsole(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await openConsole(window);
  await picture(launched, 'console-empty');

  await pathField(window).fill('transit/key');
  await expect(window.getByRole('option').first()).toBeVisible();
  await picture(launched, 'console-completion');
  await pathField(window).press('Escape');

  await send(launched, { path: 'sys/leader' });
  await send(launched, { path: 'sys/mounts', wrapTtl: '5m' });
  await picture(launched, 'console-wrapped');

  await fillRequest(launched, {
    method: 'POST',
    path: 'auth/userpass/login/ada',
    body: '{\n  "comment": "the password is typed elsewhere"\n}',
    secret: ['password', 'sample'],
    withoutToken: true,
  });
  await picture(launched, 'console-body');
  await pressSend(launched, { method: 'POST', path: 'auth/userpass/login/ada' });
  await expect(consoleAnswer(window, 'POST auth/userpass/login/ada')).toBeVisible();
  await picture(launched, 'console-login');

  await fillRequest(launched, { path: 'sys/policy/no-such-policy' });
  await pressSend(launched, { path: 'sys/policy/no-such-policy' });
  await expect(window.getByRole('alert').filter({ hasText: 'status 404' })).toBeVisible();
  await picture(launched, 'console-refused');

  await fillRequest(launched, { method: 'DELETE', path: 'transit/keys/orders' });
  await window.getByRole('button', { name: /^Send / }).click();
  await launched.answer(async (trusted) => {
    await picture(launched, 'console-confirm', trusted);
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });

  await openMount(window, 'transit/');
  await openFolder(window, 'keys/');
  await treeRow(window, 'orders').click();
  const form = window.getByRole('form');
  await expect(form.getByRole('textbox', { name: 'name' })).toHaveValue('orders');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(consoleAnswer(window, 'GET transit/keys/orders')).toBeVisible();
  await picture(launched, 'engine-read');

  await window.getByRole('searchbox', { name: 'Filter paths' }).fill('encrypt');
  await window.getByRole('button', { name: 'encrypt/{name} POST' }).click();
  await form.getByRole('button', { name: 'Send POST' }).click();
  await picture(launched, 'engine-form');
}
