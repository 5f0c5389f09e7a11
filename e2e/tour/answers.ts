/** The tour's pictures of API responses: all revealed, as JSON, below their requests; engines' forms; in both sizes. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { openFolder, openMount, treeRow } from '../steps/connected.ts';
import { consoleAnswer, fillRequest, openConsole, pressSend, send } from '../steps/console-screen.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows responses in the console, and the forms of transit. */
export async function tourAnswers(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await openConsole(window);
  await send(launched, { path: 'sys/leader' });
  const entry = await send(launched, { path: 'secret/data/apps/web/smtp' });
  await window.getByRole('button', { name: 'Add to favourites' }).click();
  await window.getByRole('button', { name: /^Options/ }).click();
  await inBothSizes(launched, picture, 'response');
  await entry.getByRole('button', { name: 'Reveal all' }).click();
  await expect(entry.getByRole('button', { name: 'Hide all' })).toBeVisible();
  await picture(launched, 'response-revealed');
  await entry.getByRole('button', { name: 'JSON', exact: true }).click();
  await expect(entry.getByRole('region', { name: 'Raw JSON' })).toContainText('request_id');
  await inBothSizes(launched, picture, 'response-json');

  await fillRequest(launched, {
    method: 'POST',
    path: 'transit/random/8',
    body: '{\n  "format": "hex"\n}',
  });
  await window.getByRole('button', { name: /^Options/ }).click();
  await window.getByRole('button', { name: 'About this path' }).click();
  await inBothSizes(launched, picture, 'console-request');
  await pressSend(launched, { method: 'POST', path: 'transit/random/8' });
  await expect(consoleAnswer(window, 'POST transit/random/8')).toBeVisible();
  await window.getByRole('button', { name: 'About this path' }).click();
  await inBothSizes(launched, picture, 'console-response');

  await openMount(window, 'transit/');
  await openFolder(window, 'keys/');
  await treeRow(window, 'orders').click();
  const form = window.getByRole('form');
  await window.getByRole('searchbox', { name: 'Filter paths' }).fill('crypt/');
  await window.getByRole('button', { name: 'encrypt/{name} POST' }).click();
  await form.getByRole('textbox', { name: 'name' }).fill('orders');
  await form.getByRole('textbox', { name: 'plaintext' }).fill('card number 4111 1111 1111 1111');
  await form.getByRole('button', { name: 'Send POST' }).click();
  const encrypted = consoleAnswer(window, 'POST transit/encrypt/orders');
  await expect(encrypted).toContainText('vault:v1:');
  await inBothSizes(launched, picture, 'engine-encrypted');
  const ciphertext = /vault:v1:[\w+/=]+/.exec(await encrypted.innerText())?.[0] ?? '';
  await window.getByRole('button', { name: 'decrypt/{name} POST' }).click();
  await form.getByRole('textbox', { name: 'name' }).fill('orders');
  await form.getByRole('textbox', { name: 'ciphertext' }).fill(ciphertext);
  await form.getByRole('button', { name: 'Send POST' }).click();
  const decrypted = consoleAnswer(window, 'POST transit/decrypt/orders');
  await decrypted.getByRole('button', { name: 'Reveal plaintext' }).click();
  await expect(decrypted.getByText(/^card number/)).toBeVisible();
  await picture(launched, 'engine-decrypted');
}
