/** The tour's pictures of templates: a new entry, a warning before saving, a folder compared. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { answerFileDialogs } from '../steps/connect-form.ts';
import { fromMenu, launchConnected, openMount } from '../steps/connected.ts';
import { newKvMount, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const schema = {
  required: ['host', 'password'],
  additionalProperties: false,
  properties: {
    host: { type: 'string', format: 'hostname', description: 'Name of the database server' },
    port: { type: 'integer', default: 5432 },
    password: { type: 'string', minLength: 16, description: 'At least 16 characters' },
  },
};

/** Shows them one after the other. */
export async function tourTemplates(vault: VaultServer, picture: TakePicture): Promise<void> {
  const kv = await newKvMount(vault, 2, 'databases');
  await writeEntry(vault, kv, '.template', { schema: JSON.stringify(schema) });
  await writeEntry(vault, kv, 'orders', { host: 'no host', password: 'x' });
  await writeEntry(vault, kv, 'team/stock', { host: 'db', password: 'long enough, this one', user: 'x' });
  await writeEntry(vault, kv, 'team/good', { host: 'db', password: 'long enough, this one' });
  const connection = { address: vault.address, token: vault.rootToken, name: 'Sample server' };
  const launched = await launchConnected(connection);
  const { window } = launched;
  await openMount(window, kv.path);
  await fromMenu(window, kv.path, 'New entry…');
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Path' }).fill('team/new');
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await window.getByRole('textbox', { name: 'Value of host' }).fill('db.example');
  await inBothSizes(launched, picture, 'templates-new-entry');
  await window.getByRole('textbox', { name: 'Value of password' }).fill('short');
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await expect(window.getByRole('region', { name: 'Differences from the template' })).toBeVisible();
  await inBothSizes(launched, picture, 'templates-review');
  await fromMenu(window, kv.path, 'Compare with templates');
  await expect(window.getByText(/that were read differ/)).toBeVisible();
  await inBothSizes(launched, picture, 'templates-deviations');
  const folder = mkdtempSync(join(tmpdir(), 'tour-template-'));
  const file = join(folder, 'database.schema.json');
  writeFileSync(file, JSON.stringify({ ...schema, allOf: [] }));
  await answerFileDialogs(launched, [file]);
  await fromMenu(window, kv.path, 'Template file…');
  const fileDialog = window.getByRole('dialog', { name: 'Template file' });
  await fileDialog.waitFor();
  await inBothSizes(launched, picture, 'templates-no-file');
  await fileDialog.getByRole('button', { name: 'Choose a file…' }).click();
  await fileDialog.getByText('database.schema.json').waitFor();
  await inBothSizes(launched, picture, 'templates-file');
  rmSync(folder, { recursive: true });
  await launched.close();
}
