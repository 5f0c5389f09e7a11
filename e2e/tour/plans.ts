/** The tour's pictures of plans: selecting in the tree, every form, and each state of a plan. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { launchConnected, openFolder, openMount, tree, treeRow } from '../steps/connected.ts';
import { answerFileDialogs, answerSaveDialogs } from '../steps/connect-form.ts';
import { readToEnd } from '../steps/prompt-steps.ts';
import { must, newKvMount, newPolicy, newToken, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows them one after the other. */
export async function tourPlans(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'team-apps');
  for (const user of ['first', 'second'])
    for (const name of ['api', 'database', 'mail'])
      await writeEntry(vault, mount, `staging/${name}`, { user });
  await writeEntry(vault, mount, 'production/api', { user: 'other' });
  await writeEntry(vault, mount, 'production/mail', { user: 'second' });
  await writeEntry(vault, mount, 'shared/queue', { user: 'svc' });
  const policy = await newPolicy(
    vault,
    `path "${mount.path}*" { capabilities = ["create", "read", "update", "delete", "list"] }
     path "${mount.path}data/production/database" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(vault, { policies: [policy], display_name: 'release' });
  const launched = await launchConnected({ address: vault.address, token, name: 'Team' });
  const { window } = launched;
  const folder = window.getByRole('combobox', { name: 'To folder' });
  const saved = mkdtempSync(join(tmpdir(), 'strongroom-saved-'));
  const [file, withoutValue] = [join(saved, 'release.jsonl'), join(saved, 'rotate.jsonl')];
  const lines = [
    {
      format: 'strongroom-plan',
      version: 1,
      saved: new Date().toISOString(),
      action: { kind: 'set-key', key: 'password', onlyWhere: 'all' },
      places: [{ address: vault.address, namespace: '', name: 'Team' }],
      sides: [{ place: 0, mount: mount.path }],
      rows: 1,
    },
    { row: 0, from: 0, path: 'staging/api', effect: 'change', seen: 2 },
    { end: 1 },
  ];
  writeFileSync(withoutValue, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  try {
    await openMount(window, mount.path);
    await openFolder(window, 'staging/');
    await treeRow(window, 'api')
      .first()
      .click({ modifiers: ['Control'] });
    await treeRow(window, 'mail')
      .first()
      .click({ modifiers: ['Shift'] });
    await inBothSizes(launched, picture, 'plan-selected');
    await window.getByRole('button', { name: 'Actions', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Copy to…' }).waitFor();
    await picture(launched, 'plan-selection-menu');
    await window.getByRole('menuitem', { name: 'Copy to…' }).click();
    await folder.waitFor();
    await inBothSizes(launched, picture, 'plan-form-copy');
    await window.getByRole('textbox', { name: /^Leave out keys/ }).fill('db_password, api_token');
    await window.getByRole('textbox', { name: /^Leave out keys/ }).scrollIntoViewIfNeeded();
    await picture(launched, 'plan-form-left-out');
    for (const [action, at] of [
      ['Rename by a pattern', 'plan-form-rename'],
      ['Change settings', 'plan-form-settings'],
      ['Change custom metadata', 'plan-form-metadata'],
      ['Generate new values', 'plan-form-generate'],
      ['Copy a key', 'plan-form-copy-key'],
    ] as const) {
      await window.getByRole('combobox', { name: 'Action' }).click();
      await window.getByRole('option', { name: action }).click();
      if (action === 'Rename by a pattern') {
        await window.getByRole('combobox', { name: 'New names' }).click();
        await window.getByRole('option', { name: 'Put a text before' }).click();
        await window.getByRole('textbox', { name: 'Text' }).fill('old-');
      }
      await picture(launched, at);
    }
    await tree(window).focus();
    await window.keyboard.press('Escape');
    await treeRow(window, 'staging/').hover();
    await window.mouse.down();
    await treeRow(window, 'shared/').hover();
    await window.getByText(/^Move 1 name to/).waitFor();
    await picture(launched, 'plan-drag');
    await window.keyboard.press('Escape');
    await window.mouse.up();
    await treeRow(window, 'staging/').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Copy to…' }).waitFor();
    await picture(launched, 'plan-folder-menu');
    await window.getByRole('menuitem', { name: 'Copy to…' }).click();
    await folder.fill('production');
    await window.getByRole('button', { name: 'Make the plan' }).click();
    const run = window.getByRole('button', { name: /^Run / });
    await run.waitFor();
    await inBothSizes(launched, picture, 'plan-made');
    await window
      .getByRole('gridcell', { name: /production\/api$/ })
      .first()
      .click();
    await window.getByRole('complementary', { name: `${mount.path}production/api` }).waitFor();
    await inBothSizes(launched, picture, 'plan-row');
    await window.keyboard.press('Escape');
    await window.getByRole('searchbox', { name: 'Filter paths' }).fill('nothing like it');
    await picture(launched, 'plan-filtered-out');
    await window.getByRole('searchbox', { name: 'Filter paths' }).fill('');
    await window.getByRole('button', { name: 'Change…' }).click();
    await window.getByRole('radio', { name: /^Write new versions over it/ }).click();
    await window.getByRole('button', { name: 'Make the plan' }).click();
    await run.waitFor();
    await answerSaveDialogs(launched, [file]);
    await window.getByRole('button', { name: 'Save the plan…' }).click();
    await window.getByText(/ saved to release\.jsonl/).waitFor();
    await inBothSizes(launched, picture, 'plan-saved');
    await run.click();
    await picture(launched, 'plan-asked', await launched.trusted());
    await launched.answer(async (trusted) => {
      await readToEnd(trusted);
      await trusted.getByRole('button', { name: /^Copy/ }).click();
    });
    await expect(window.getByRole('status', { name: 'Result' })).toContainText('done');
    await inBothSizes(launched, picture, 'plan-ran');
    await window.getByRole('button', { name: 'Undo…' }).click();
    await run.waitFor();
    await inBothSizes(launched, picture, 'plan-undo');
    await run.click();
    await picture(launched, 'plan-undo-asked', await launched.trusted());
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await run.waitFor();
    // Changed since it was saved.
    await writeEntry(vault, mount, 'staging/api', { user: 'third' });
    await answerFileDialogs(launched, [file, withoutValue]);
    const load = async (): Promise<void> => {
      await window.keyboard.press('Control+k');
      await window.keyboard.type('Load a plan');
      await window.getByRole('option', { name: /^Load a plan…/ }).waitFor();
      await window.keyboard.press('Enter');
    };
    await load();
    await window.getByText('Loaded from release.jsonl and checked against the server.').waitFor();
    await run.waitFor();
    await inBothSizes(launched, picture, 'plan-loaded');
    await load();
    await picture(launched, 'plan-load-value', await launched.trusted());
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await window.getByRole('button', { name: 'New plan…' }).click();
    await window.getByText('Nothing is selected').waitFor();
    await inBothSizes(launched, picture, 'plan-nothing');
    await moveEdited(launched);
    await inBothSizes(launched, picture, 'entry-moved');
  } finally {
    rmSync(saved, { recursive: true, force: true });
    await launched.close();
  }
}

/** Moves an entry while it is edited in its tab. */
async function moveEdited(launched: LaunchedApp): Promise<void> {
  const { window } = launched;
  await treeRow(window, 'api').first().click();
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('typed here');
  await tree(window).focus();
  await window.keyboard.type('staging');
  await window.keyboard.press('F2');
  await window.getByRole('combobox', { name: 'To folder' }).fill('live/');
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: /^Run / }).click();
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^Move/ }).click();
  });
  await expect(window.getByRole('status', { name: 'Result' })).toContainText('done');
  await window.getByRole('tab', { name: 'api' }).click();
  await window.getByText('This entry was moved').waitFor();
}

/** A plan whose run did not come to its end: on Home, and row by row once it was checked. */
export async function tourUnfinished(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'team-moves');
  for (const user of ['first', 'second', 'third'])
    for (const name of ['api', 'database', 'mail', 'queue'])
      await writeEntry(vault, mount, `staging/${name}`, { user });
  // As a run leaves them that ended in the middle: one is moved, one half copied, one copied.
  await must(vault, 'DELETE', `${mount.path}metadata/staging/api`);
  for (const user of ['first', 'second', 'third']) await writeEntry(vault, mount, 'live/api', { user });
  await writeEntry(vault, mount, 'live/database', { user: 'first' });
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-unfinished-'));
  const userDataDir = join(folder, 'data');
  mkdirSync(join(userDataDir, 'plans'), { recursive: true });
  const rows = ['api', 'database', 'mail', 'queue'].map((name, row) => ({
    row,
    from: 0,
    path: `staging/${name}`,
    to: 0,
    toPath: `live/${name}`,
    effect: 'create',
    seen: 3,
    over: 0,
    versions: [1, 2, 3],
  }));
  const lines = [
    {
      version: 1,
      begun: new Date(Date.now() - 3_600_000).toISOString(),
      rows: rows.length,
      action: {
        kind: 'move',
        versions: 'all',
        metadata: true,
        existing: 'skip',
        to: { place: 0, mount: mount.path, path: 'live/' },
      },
      places: [{ address: vault.address, namespace: '', name: 'Team' }],
      sides: [{ place: 0, mount: mount.path }],
    },
    ...rows,
    { at: 0, done: true },
    { at: 1, begun: true },
  ];
  writeFileSync(
    join(userDataDir, 'plans', `${randomUUID()}.jsonl`),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    { mode: 0o600 },
  );
  const server = { address: vault.address, token: vault.rootToken, name: 'Team' };
  const launched = await launchConnected(server, { userDataDir });
  const { window } = launched;
  try {
    const list = window.getByRole('list', { name: 'Unfinished plans' });
    await list.waitFor();
    await inBothSizes(launched, picture, 'home-unfinished');
    await list.getByRole('button', { name: 'Go on…' }).click();
    await window.getByRole('button', { name: 'Run 3 rows…' }).waitFor();
    await inBothSizes(launched, picture, 'plan-resumed');
  } finally {
    await launched.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
