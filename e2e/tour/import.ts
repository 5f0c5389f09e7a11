/** The tour's pictures of an import: its file, its mapping, its plan and its prompts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { answerFileDialogs } from '../steps/connect-form.ts';
import { launchConnected, openMount, treeRow } from '../steps/connected.ts';
import { readToEnd } from '../steps/prompt-steps.ts';
import { newKvMount, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const login = (name: string, username: string, more: object = {}) => ({
  type: 1,
  folderId: 'f',
  name,
  login: { username, password: 'correct horse battery', uris: [{ uri: 'https://example.com' }] },
  ...more,
});

/** A Bitwarden export, with clashes, a slash in a title and an item in the trash. */
export const bitwardenSample = JSON.stringify({
  encrypted: false,
  folders: [{ id: 'f', name: 'Operations/Databases' }],
  items: [
    login('Billing / main', 'billing', { notes: 'Rotate in spring' }),
    login('Ledger', 'ledger'),
    login('Ledger', 'ledger-read'),
    login('Queue', 'svc', { fields: [{ name: 'port', value: '5672' }] }),
    login('Old', 'nobody', { deletedDate: '2026-01-01T00:00:00Z' }),
  ],
});

/** Imports from another password manager, an encrypted export and a broken file. */
export async function tourImport(vault: VaultServer, picture: TakePicture): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tour-import-'));
  const mount = await newKvMount(vault, 2, 'payments-import');
  await writeEntry(vault, mount, 'team/Queue', { username: 'other' });
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase('correct horse battery');
  const sealed = await encrypter.encrypt('{"format":"strongroom-export","version":1}\n');
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Team' });
  const { window } = launched;
  try {
    await answerFileDialogs(launched, [
      file('broken.yaml', 'a: [1\n'),
      file('team.jsonl.age', sealed),
      file('bitwarden_export.json', bitwardenSample),
    ]);
    await openMount(window, mount.path);
    await treeRow(window, 'team/').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Import…' }).click();
    const choose = window.getByRole('button', { name: 'Choose a file…' });
    await choose.waitFor();
    await inBothSizes(launched, picture, 'import-file');
    await choose.click();
    await window.getByText('The file was not read').waitFor();
    await picture(launched, 'import-broken');
    await choose.click();
    await launched.answer(async (trusted) => {
      await trusted.getByRole('textbox', { name: 'Passphrase' }).fill('wrong');
      await trusted.getByRole('textbox', { name: 'Passphrase' }).press('Enter');
    });
    // Asked again, in a prompt of its own.
    await launched.answer(async (trusted) => {
      await trusted.getByText('This passphrase does not open the file.').waitFor();
      await picture(launched, 'import-passphrase', trusted);
      await trusted.getByRole('button', { name: 'Cancel' }).click();
    });
    await choose.click();
    await window.getByRole('grid', { name: 'Preview' }).waitFor();
    await inBothSizes(launched, picture, 'import-mapping');
    await window.getByRole('button', { name: 'Rename or leave out keys' }).click();
    await window.getByRole('textbox', { name: 'username' }).fill('user');
    await window.getByText('user (7)').waitFor();
    await picture(launched, 'import-keys');
    await window.getByRole('button', { name: 'Make the plan' }).click();
    await window.getByRole('button', { name: /^Run/ }).waitFor();
    await inBothSizes(launched, picture, 'import-plan');
    await window.getByRole('button', { name: /^Run/ }).click();
    await launched.answer(async (trusted) => {
      await picture(launched, 'import-prompt', trusted);
      await readToEnd(trusted);
      await trusted.getByRole('button', { name: 'Import' }).click();
    });
    await window.getByRole('status', { name: 'Result' }).waitFor();
    await picture(launched, 'import-result');
  } finally {
    await launched.close();
    rmSync(folder, { recursive: true });
  }
}
