/** The tour's pictures of two folders compared, and of a folder and a file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerFileDialogs } from '../steps/connect-form.ts';
import { launchConnected, openMount, treeRow } from '../steps/connected.ts';
import { must, newKvMount, newPolicy, newToken, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** An export of a folder that lost entries on its way. */
const backup = `{"format":"strongroom-export","version":1}
{"path":"team/production/api","below":"","versions":[{"version":1,"data":{"host":"internal","password":"old","port":5432}}]}
{"path":"team/production/queue","below":"","versions":[{"version":1,"data":{"user":"svc","host":"internal"}}]}
{"path":"team/production/mail/smtp","below":"","versions":[{"version":1,"data":{"user":"svc"}}]}
{"path":"team/production/mail/imap","below":"","versions":[{"version":1,"data":{"user":"svc"}}]}
{"unread":"team/production/payments/stripe","reason":"permission denied"}
{"end":"incomplete","entries":4,"unread":1}
`;

/** Shows the form, rows of every kind, a row's difference, equal folders, and a folder beside a file. */
export async function tourCompareFolders(vault: VaultServer, picture: TakePicture): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tour-compare-'));
  writeFileSync(join(folder, 'backup.jsonl'), backup);
  const mount = await newKvMount(vault, 2, 'platform');
  const write = (path: string, data: object): Promise<void> => writeEntry(vault, mount, path, data);
  for (const folder of ['staging', 'production']) {
    for (const name of ['mail/smtp', 'queue', 'search/index'])
      await write(`${folder}/${name}`, { user: 'svc', host: 'internal' });
    await write(`${folder}/api`, { host: 'internal', password: folder, port: 5432 });
    await write(`${folder}/locked`, { v: folder });
  }
  await write('production/payments/stripe', { key: 'live', webhook: 'live' });
  await write('staging/payments/stripe', { key: 'test' });
  await write('staging/experiments/new-service', { user: 'x' });
  await write('production/legacy', { user: 'x' });
  await write('staging/retired', { user: 'x' });
  await write('production/retired', { user: 'x' });
  await must(vault, 'DELETE', `${mount.path}data/production/retired`);
  await write('copy/queue', { user: 'svc', host: 'internal' });
  await write('original/queue', { user: 'svc', host: 'internal' });
  const policy = await newPolicy(
    vault,
    `path "${mount.path}*" { capabilities = ["create", "read", "update", "list"] }
     path "${mount.path}data/production/locked" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(vault, { policies: [policy], display_name: 'release' });
  const launched = await launchConnected({ address: vault.address, token, name: 'Platform' });
  const { window } = launched;
  const right = window.getByRole('combobox', { name: 'Right folder' });
  const compare = window.getByRole('button', { name: 'Compare', exact: true });
  try {
    await openMount(window, mount.path);
    await treeRow(window, 'staging/').first().click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Compare with…' }).click();
    await right.fill('production/');
    await inBothSizes(launched, picture, 'compare-folders-form');
    await compare.click();
    await window.getByRole('button', { name: 'Compare again' }).waitFor();
    await inBothSizes(launched, picture, 'compare-folders');
    await window.getByRole('row').filter({ hasText: 'payments/stripe' }).click();
    await window.getByRole('list', { name: 'Keys that differ' }).waitFor();
    await inBothSizes(launched, picture, 'compare-folders-row');
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: 'Change…' }).click();
    await window.getByRole('combobox', { name: 'Left folder' }).fill('original/');
    await right.fill('copy/');
    await compare.click();
    await window.getByText('No differences in 1 path').waitFor();
    await picture(launched, 'compare-folders-equal');
    await window.getByRole('button', { name: 'Change…' }).click();
    await window.getByRole('combobox', { name: 'Left folder' }).fill('production/');
    await answerFileDialogs(launched, [join(folder, 'backup.jsonl')]);
    await window.getByRole('button', { name: 'Right from a file…' }).click();
    await window.getByText('backup.jsonl').waitFor();
    await inBothSizes(launched, picture, 'compare-file-form');
    await window.getByRole('combobox', { name: 'Folders of the file' }).click();
    await window.getByRole('option', { name: 'Without team/production/' }).click();
    await compare.click();
    await window.getByRole('button', { name: 'Compare again' }).waitFor();
    await inBothSizes(launched, picture, 'compare-file');
  } finally {
    await launched.close();
    rmSync(folder, { recursive: true });
  }
}
