/** The tour's pictures of actions on one entry, and of an entry in narrow windows. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { goTo, keyRow, launchConnected } from '../steps/connected.ts';
import { writeEntry, type VaultServer } from '../servers/index.ts';
import { inBothSizes, narrow, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const small = { width: 640, height: 480 };

/** Shares, generates, copies and looks up the changes of an entry; then reads and edits it in narrow windows. */
export async function tourEntry(vault: VaultServer, picture: TakePicture): Promise<void> {
  // An entry of its own: those of the other pictures are edited in them.
  const keys = { host: 'db.internal.example', password: 'correct horse', port: 5432, user: 'billing' };
  await writeEntry(vault, { path: 'secret/', version: 2 }, 'apps/web/billing', keys);
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Sample' });
  await tourActions(launched, picture);
  await tourNarrow(launched, picture);
  await launched.close();
}

async function tourActions(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await goTo(window, 'secret/apps/web/billing');
  await expect(keyRow(window, 'host')).toBeFocused();
  await picture(launched, 'entry-opened-by-key');
  await window.getByRole('button', { name: 'Copy path' }).click();
  await window.getByRole('menuitem', { name: 'Copy API path' }).waitFor();
  await picture(launched, 'entry-copy-path');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Copy as YAML' }).waitFor();
  await picture(launched, 'entry-menu');
  await window.getByRole('menuitem', { name: 'Copy as .env' }).click();
  await expect(window.getByRole('region', { name: 'Done' })).toContainText('as .env');
  await picture(launched, 'entry-copied-as');
  await window.getByRole('region', { name: 'Done' }).getByRole('button', { name: 'Close' }).click();
  await window.getByRole('button', { name: 'Who changed this?' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByText('Request path').waitFor();
  await inBothSizes(launched, picture, 'who-changed');
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'port' }).uncheck();
  await inBothSizes(launched, picture, 'share-entry');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('group', { name: 'Wrapping token' }).waitFor();
  await inBothSizes(launched, picture, 'share-entry-done');
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Generate a value for password…' }).click();
  await dialog.getByRole('radio', { name: 'Characters' }).waitFor();
  await inBothSizes(launched, picture, 'generate');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(window.getByText('generated', { exact: true })).toBeVisible();
  await picture(launched, 'generated');
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('list', { name: 'Changes' }).waitFor();
  await picture(launched, 'generated-review');
  await window.getByRole('button', { name: 'Back to editing' }).click();
}

/** The same draft, at sizes and zooms where rows stack. */
async function tourNarrow(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window, app } = launched;
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(width, height);
  }, small);
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).waitFor();
  for (const reading of [false, true]) {
    const what = reading ? 'read' : 'edit';
    await resize(launched, narrow);
    await zoom(launched, 1.5);
    await picture(launched, `entry-${what}-960-at-150`);
    await zoom(launched, 1);
    await resize(launched, small);
    await picture(launched, `entry-${what}-640`);
    if (reading) break;
    await resize(launched, wide);
    await window.getByRole('button', { name: 'Cancel' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await keyRow(window, 'host').waitFor();
  }
  await resize(launched, wide);
}

async function zoom(launched: LaunchedApp, factor: number): Promise<void> {
  const before = await launched.window.evaluate(() => innerWidth * devicePixelRatio);
  await launched.app.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(to);
  }, factor);
  await launched.window.waitForFunction(
    ({ pixels, to }) => Math.abs(devicePixelRatio - to) < 0.01 && Math.abs(innerWidth * to - pixels) < 3,
    { pixels: before, to: factor },
  );
}
