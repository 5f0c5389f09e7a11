/** Templates in the real app: a new entry starts from one, an edit that differs is warned about, a folder is compared. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { answerFileDialogs } from './steps/connect-form.ts';
import { fromMenu, goTo, launchConnected, openMount, savedAs } from './steps/connected.ts';
import { ask, at, newKvMount, sharedServers, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const kv = await newKvMount(dev, 2);
let launched: LaunchedApp;
let page: Page;

const schema = {
  required: ['host', 'password'],
  properties: {
    host: { type: 'string', format: 'hostname', description: 'Name of the database server' },
    port: { type: 'integer', default: 5432 },
    password: { type: 'string', pattern: '^[a-z]{8}$' },
    note: { type: 'string' },
  },
};

test.beforeAll(async () => {
  await writeEntry(dev, kv, '.template', { schema: JSON.stringify(schema) });
  await writeEntry(dev, kv, 'db/old', { host: 'no host', password: 'canary-value' });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'First' });
  page = launched.window;
});
test.afterAll(() => launched.close());

test('a new entry starts from the template of its folder', async () => {
  await openMount(page, kv.path);
  await fromMenu(page, kv.path, 'New entry…');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Path' }).fill('db/new');
  await page.getByRole('dialog').getByRole('button', { name: 'Add keys' }).click();
  await expect(page.getByText('Name of the database server')).toBeVisible();
  await page.getByRole('textbox', { name: 'Value of host' }).fill('db.example');
  await page.getByRole('textbox', { name: 'Value of password' }).fill('too short');
  await page.getByRole('button', { name: 'Review and save…' }).click();
  const differs = page.getByRole('region', { name: 'Differences from the template' });
  await expect(differs).toContainText('password does not match the pattern');
  await expect(differs).not.toContainText('host');
  await page.getByRole('button', { name: 'Create the entry' }).click();
  await expect(page.getByText('version 1 · current')).toBeVisible();
  const { json } = await ask(dev, 'GET', `${kv.path}data/db/new`);
  expect(at(json, 'data', 'data')).toEqual({ host: 'db.example', password: 'too short', port: 5432 });
});

test('an edit is warned about values that are not on screen, and saved nevertheless', async () => {
  await goTo(page, `${kv.path}db/old`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Edit host', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value of host' }).fill('db.example');
  await page.getByRole('button', { name: 'Review and save…' }).click();
  const differs = page.getByRole('region', { name: 'Differences from the template' });
  await expect(differs).toContainText('password does not match the pattern');
  await expect(page.locator('body')).not.toContainText('canary-value');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await savedAs(page, 2);
});

test('a file of this computer describes a folder instead, until it is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'template-e2e-'));
  const file = join(folder, 'own-schema.json');
  writeFileSync(file, JSON.stringify({ required: ['user'], properties: { note: { minLength: 3 } } }));
  await answerFileDialogs(launched, [file]);
  const dialog = page.getByRole('dialog', { name: 'Template file' });
  await openMount(page, kv.path);
  const open = async (): Promise<void> => {
    await fromMenu(page, 'db/', 'Template file…');
  };
  await open();
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(dialog).toContainText('own-schema.json');
  rmSync(folder, { recursive: true });
  await page.keyboard.press('Escape');
  await fromMenu(page, 'db/', 'Compare with templates');
  const differing = page.getByRole('grid', { name: 'Entries that differ' });
  await expect(differing.getByRole('row', { name: /db\/old/ })).toContainText('user is missing');
  await goTo(page, `${kv.path}db/old`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByText('Template file own-schema.json')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await open();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('A JSON Schema of the keys');
  await page.keyboard.press('Escape');
});

test('the entries of a folder that differ are listed with the keys, and open', async () => {
  await openMount(page, kv.path);
  await fromMenu(page, kv.path, 'Compare with templates');
  const table = page.getByRole('grid', { name: 'Entries that differ' });
  await expect(table.getByRole('row', { name: /db\/old/ })).toContainText(
    'password does not match the pattern',
  );
  await expect(page.getByText(/^(\d) of \1 that were read differ\.$/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText('canary-value');
  await table.getByRole('row', { name: /db\/old/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'old', exact: true })).toBeVisible();
});
