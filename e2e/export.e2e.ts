/** Exports in the real app: chosen in a dialog, agreed to in the secure prompt, followed to their result. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { callByHand, callInPage } from './steps/bridge-calls.ts';
import { answerSaveDialogs } from './steps/connect-form.ts';
import { fromMenu, goTo, launchConnected, openMount } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { newKvMount, newPolicy, newToken, sharedServers, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const passphrase = 'correct horse battery';
const folders: string[] = [];

test.afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFile(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'export-e2e-'));
  folders.push(folder);
  return { folder, file: join(folder, 'export') };
}

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Export', exact: true });

async function openExport(page: Page, folder: string): Promise<void> {
  await fromMenu(page, folder, 'Export…');
  await dialog(page).waitFor();
}

test('a folder is exported from the tree, encrypted with a passphrase that the page never has', async () => {
  const kv = await newKvMount(dev, 2);
  for (const name of ['db', 'web', 'deep/er']) await writeEntry(dev, kv, name, { k: `canary-${name}` });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'First' });
  const { window } = launched;
  const { folder, file } = newFile();
  await openMount(window, kv.path);
  await answerSaveDialogs(launched, [file]);
  await openExport(window, kv.path);
  await expect(dialog(window)).toContainText(`${kv.path} and everything below it`);
  await dialog(window).getByRole('button', { name: 'Choose a file…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(file);
    await trusted.getByRole('textbox', { name: 'New passphrase' }).fill(passphrase);
    await trusted.getByRole('textbox', { name: 'The same again' }).fill(passphrase);
    await trusted.getByRole('textbox', { name: 'The same again' }).press('Enter');
  });
  await expect(dialog(window)).toContainText('Entries3');
  await launched.app.evaluate(({ shell }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    shell.showItemInFolder = (path) => void shown.push(path);
  });
  await dialog(window).getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => launched.app.evaluate(() => (globalThis as { readonly shown?: unknown }).shown))
    .toEqual([file]);
  expect(readdirSync(folder)).toEqual(['export']);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(readFileSync(file), 'text');
  for (const name of ['db', 'web', 'deep/er']) expect(text).toContain(`"data":{"k":"canary-${name}"}`);
  expect(await window.content()).not.toContain('canary-');
  await launched.close();
});

test('in clear only after a yes, and what the token cannot read is listed', async () => {
  const kv = await newKvMount(dev, 2);
  for (const name of ['open', 'closed']) await writeEntry(dev, kv, name, { k: name });
  const policy = await newPolicy(
    dev,
    `path "${kv.path}*" { capabilities = ["read", "list"] }
     path "${kv.path}data/closed" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(dev, { policies: [policy, 'default'] });
  const launched = await launchConnected({ address: dev.address, token, name: 'First' });
  const { window } = launched;
  const { folder, file } = newFile();
  await openMount(window, kv.path);
  await answerSaveDialogs(launched, [file, file]);
  await openExport(window, kv.path);
  await dialog(window).getByRole('combobox', { name: 'Format' }).click();
  await window.getByRole('option', { name: 'YAML' }).click();
  await expect(dialog(window)).toContainText('no older versions, no metadata');
  await dialog(window).getByRole('radio', { name: 'None' }).check();
  const choose = dialog(window).getByRole('button', { name: 'Choose a file…' });
  await choose.click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('Export without encryption?');
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  await expect(choose).toBeEnabled();
  expect(readdirSync(folder)).toEqual([]);
  await choose.click();
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.keyboard.press('Control+Enter');
  });
  await expect(dialog(window)).toContainText('1 not in the file');
  await expect(dialog(window).getByRole('listitem')).toContainText(`${kv.path}closed`);
  expect(readFileSync(file, 'utf8')).toContain(`"${kv.path}open":\n  k: "open"\n`);
  expect(readFileSync(file, 'utf8')).toContain(`# Not exported: ${kv.path}closed`);
  await launched.close();
});

test('a hostile page gets no export without the person’s file and prompt', async () => {
  const kv = await newKvMount(dev, 2);
  await writeEntry(dev, kv, 'a', { k: 'v' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'First' });
  const { window } = launched;
  const { folder, file } = newFile();
  await goTo(window, `${kv.path}a`);
  const sessions = await callInPage(window, 'session.list', {});
  const [{ sessionId }] = sessions.value as [{ readonly sessionId: string }];
  const input = {
    sessionId,
    places: [{ sessionId, mount: kv.path, path: '' }],
    options: {
      format: 'json',
      versions: 'latest',
      metadata: false,
      values: true,
      keys: { which: 'all', names: [] },
      protection: { kind: 'none' },
    },
  };
  // The page names no file: an input with one is refused, and without a dialog there is none.
  expect(await callByHand(window, 'export.start', { ...input, path: file })).toMatchObject({ ok: false });
  await answerSaveDialogs(launched, []);
  expect(await callByHand(window, 'export.start', input)).toMatchObject({ error: { kind: 'cancelled' } });
  await answerSaveDialogs(launched, [file]);
  const asked = callByHand(window, 'export.start', input);
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
  expect(await asked).toMatchObject({ error: { kind: 'cancelled' } });
  expect(readdirSync(folder)).toEqual([]);
  await launched.close();
});
