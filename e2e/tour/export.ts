/** The tour's pictures of an export: its choices, its prompts, its progress and its results. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { answerSaveDialogs } from '../steps/connect-form.ts';
import { fromMenu, launchConnected, openMount } from '../steps/connected.ts';
import { readToEnd } from '../steps/prompt-steps.ts';
import { newKvMount, newPolicy, newToken, startFaultProxy, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Exports a mount of its own, of which one entry cannot be read. */
export async function tourExport(vault: VaultServer, picture: TakePicture): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tour-export-'));
  const kv = await newKvMount(vault, 2, 'payments-export');
  for (const name of ['gateway/api', 'gateway/db', 'ledger', 'locked-away'])
    await writeEntry(vault, kv, name, { password: 'correct horse', user: 'billing' });
  const policy = await newPolicy(
    vault,
    `path "${kv.path}*" { capabilities = ["read", "list"] }
     path "${kv.path}data/locked-away" { capabilities = ["deny"] }
     path "${kv.path}metadata/locked-away" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(vault, { policies: [policy, 'default'] });
  const faults = await startFaultProxy(vault);
  const launched = await launchConnected({ address: faults.address, token, name: 'Sample' });
  const { window } = launched;
  const dialog = window.getByRole('dialog', { name: 'Export', exact: true });
  const open = async (): Promise<Locator> => {
    await fromMenu(window, kv.path, 'Export…');
    await dialog.waitFor();
    return dialog.getByRole('button', { name: 'Choose a file…' });
  };
  await openMount(window, kv.path);
  await answerSaveDialogs(launched, [join(folder, 'payments.jsonl.age'), join(folder, 'payments.tf')]);
  const choose = await open();
  await inBothSizes(launched, picture, 'export');
  await choose.click();
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  faults.add({ url: /gateway\/db/, fault: { kind: 'delay', until } });
  await launched.answer(async (trusted) => {
    await picture(launched, 'export-passphrase', trusted);
    for (const name of ['New passphrase', 'The same again'])
      await trusted.getByRole('textbox', { name }).fill('correct horse battery');
    await trusted.getByRole('textbox', { name: 'The same again' }).press('Enter');
  });
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  await picture(launched, 'export-running');
  release();
  await dialog.getByText('1 not in the file').waitFor();
  await inBothSizes(launched, picture, 'export-result');
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  const again = await open();
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await window.getByRole('option', { name: 'Terraform' }).click();
  await dialog.getByRole('checkbox', { name: 'Values' }).check();
  await dialog.getByRole('radio', { name: 'Only these' }).check();
  await dialog.getByRole('textbox', { name: 'Names of keys' }).fill('user');
  await dialog.getByRole('radio', { name: 'Public keys' }).check();
  await dialog.getByRole('textbox', { name: 'Public keys' }).fill('ssh-ed25519 AAAA');
  await inBothSizes(launched, picture, 'export-choices');
  await dialog.getByRole('radio', { name: 'None' }).check();
  await again.click();
  await launched.answer(async (trusted) => {
    await picture(launched, 'export-in-clear', trusted);
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  await launched.close();
  await faults.stop();
  rmSync(folder, { recursive: true });
}
