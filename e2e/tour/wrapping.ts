/** The tour's pictures of wrapping by hand: without a login, in a session, and the one-time results. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import type { KvMount, Reachable } from '../servers/index.ts';
import { must } from '../servers/index.ts';
import {
  answerRow,
  openIt,
  openWrappingTab,
  paste,
  openWrapping,
  wrappedEntry,
  wrappedLogin,
  agreeToCopy,
} from '../steps/wrapping-steps.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const data = {
  host: 'db.payments.internal',
  certificate: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  password: 'not shown in any picture',
};

/** Opens tokens from the connect screen, without an open session. Leaves one one-time result behind. */
export async function tourWrappingWithoutLogin(
  launched: LaunchedApp,
  picture: TakePicture,
  server: Reachable,
  mount: KvMount,
): Promise<void> {
  const { window } = launched;
  await openWrapping(launched, server.address);
  await picture(launched, 'wrapping-visit');
  const token = await wrappedEntry(server, mount, data);
  await paste(launched, token);
  await window.getByRole('button', { name: 'Verify sender' }).click();
  await window.getByRole('textbox', { name: /Creation path from the sender/ }).fill(`${mount.path}payments`);
  await expect(window.getByText('within this path')).toBeVisible();
  await picture(launched, 'wrapping-visit-looked-up');
  await window.getByRole('textbox', { name: /Creation path from the sender/ }).fill('auth/approle');
  await window.getByRole('textbox', { name: /Sent at/ }).fill('2026-01-01 10:00 UTC');
  await expect(window.getByRole('button', { name: 'Unwrap anyway' })).toBeVisible();
  await picture(launched, 'wrapping-visit-differs');
  await must(server, 'POST', 'sys/wrapping/unwrap', { token });
  await paste(launched, token);
  await expect(window.getByRole('alert')).toBeVisible();
  await picture(launched, 'wrapping-visit-gone');
  await paste(launched, await wrappedLogin(server, 'courier'));
  await window.getByRole('textbox', { name: /Creation path from the sender/ }).fill('auth/token/create');
  await window.getByRole('textbox', { name: /Sent at/ }).fill('');
  await openIt(window).click();
  await expect(window.getByRole('group', { name: 'Client token' })).toBeVisible();
  await picture(launched, 'wrapping-visit-client-token');
  await window.getByRole('button', { name: 'Back' }).click();
  await expect(window.getByText(/1 one-time result, not saved yet/)).toBeVisible();
  await picture(launched, 'wrapping-held-notice');
}

/** Opens and shares in the session in front. */
export async function tourWrapping(
  launched: LaunchedApp,
  picture: TakePicture,
  server: Reachable,
  mount: KvMount,
): Promise<void> {
  const { window } = launched;
  await openWrappingTab(launched);
  await paste(launched, await wrappedEntry(server, mount, data));
  await expect(openIt(window)).toBeVisible();
  await inBothSizes(launched, picture, 'wrapping-open');
  await openIt(window).click();
  await answerRow(window, 'certificate').getByRole('button', { name: 'Reveal certificate' }).click();
  await answerRow(window, 'host').getByRole('button', { name: 'Copy host' }).click();
  await expect(window.getByText(/Copied host without showing it/)).toBeVisible();
  await picture(launched, 'wrapping-opened');
  await window.getByRole('button', { name: 'Details', exact: true }).click();
  await window.getByRole('button', { name: 'JSON', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Raw JSON' })).toContainText('request_id');
  await picture(launched, 'wrapping-opened-raw');

  await window.getByRole('button', { name: 'Wrap and share' }).click();
  await window.getByRole('button', { name: 'Wrap', exact: true }).click();
  await expect(window.getByText('Required.')).toBeVisible();
  await picture(launched, 'wrapping-share');
  await window.getByRole('textbox', { name: 'Text' }).fill('a deploy note');
  await window.getByRole('button', { name: 'Wrap', exact: true }).click();
  await window.getByRole('button', { name: 'Copy wrapping token' }).click();
  await agreeToCopy(launched);
  await expect(window.getByText(/Copied the wrapping token without showing it/)).toBeVisible();
  await picture(launched, 'wrapping-shared');
  await window.getByRole('button', { name: 'Wrap something else' }).click();
  await window.getByRole('button', { name: 'API response' }).click();
  await window.getByRole('textbox', { name: 'API path' }).fill(`${mount.path}data/payments/db`);
  await picture(launched, 'wrapping-share-request');
  await window.getByRole('button', { name: 'Token', exact: true }).click();
  for (const [field, option] of [
    ['Operation', /^Renewal/],
    ['Token', /^By value/],
  ] as const) {
    await window.getByRole('combobox', { name: field }).click();
    await window.getByRole('option', { name: option }).click();
  }
  await expect(window.getByRole('button', { name: 'Enter token…' })).toBeVisible();
  await picture(launched, 'wrapping-share-token');
  await window.getByRole('button', { name: /one-time results?$/ }).click();
  await expect(window.getByRole('dialog', { name: 'One-time results' })).toBeVisible();
  await picture(launched, 'wrapping-held');
  await window.keyboard.press('Escape');
}
