/** The tour's pictures of programs: off, on, their requests and grants, an entry's references, and links. */
import { expect } from '@playwright/test';
import { newKvMount, writeEntry, type VaultServer } from '../servers/index.ts';
import { goTo, keyRow } from '../steps/connected.ts';
import { agree, launchWithPrograms, useInProgram } from '../steps/programs.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows the screen of programs in its states, and the other places of programs in the window. */
export async function tourPrograms(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'applications');
  await writeEntry(vault, mount, 'web/database', { username: 'web', password: 'x', 'replica-url': 'y' });
  const { launched, strongroom, close } = await launchWithPrograms(
    { address: vault.address, token: vault.rootToken, name: 'payments-production' },
    { args: [`strongroom://payments-production/${mount.path}web/database?version=1#password`] },
  );
  const { window } = launched;
  const reference = (key: string) => `strongroom://payments-production/${mount.path}web/database#${key}`;
  const ask = async (answered: () => Promise<void>, ...keys: readonly string[]) => {
    const variables = Object.fromEntries(keys.map((key) => [key.toUpperCase(), reference(key)]));
    const ran = strongroom(['run', '--', 'true'], variables);
    await answered();
    return ran;
  };
  try {
    await expect(window.getByRole('region', { name: 'Link to an entry' })).toContainText('version 1');
    await inBothSizes(launched, picture, 'programs-link');
    await window
      .getByRole('region', { name: 'Link to an entry' })
      .getByRole('button', { name: 'Close' })
      .click();
    await goTo(window, `${mount.path}web/database`);
    await expect(keyRow(window, 'password')).toBeVisible();
    const dialog = await useInProgram(window);
    await expect(dialog.getByRole('button', { name: 'Let programs ask' })).toBeVisible();
    await inBothSizes(launched, picture, 'programs-entry');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await keyRow(window, 'password').click({ button: 'right' });
    await expect(window.getByRole('menuitem', { name: 'Copy reference' })).toBeVisible();
    await picture(launched, 'programs-key-menu');
    await window.keyboard.press('Escape');

    await window.keyboard.press('Control+k');
    await window.getByRole('combobox', { name: 'Command palette' }).fill('Programs');
    await window
      .getByRole('option', { name: /^Programs/ })
      .first()
      .click();
    const screen = window.getByRole('region', { name: 'Programs' });
    await expect(screen.getByText('Programs cannot ask for secrets')).toBeVisible();
    await inBothSizes(launched, picture, 'programs-off');
    await screen.getByRole('button', { name: 'Let programs ask' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Change settings' }).click());
    await expect(screen.getByText('No program has asked yet')).toBeVisible();
    await inBothSizes(launched, picture, 'programs-empty');
    await ask(() => agree(launched, /^Once/), 'password');
    await ask(
      () => launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click()),
      ...['username', 'password'],
    );
    await ask(() => agree(launched, /15 minutes/), 'username', 'password');
    const rows = screen.getByRole('grid').getByRole('row');
    await expect(rows).toHaveCount(4);
    await inBothSizes(launched, picture, 'programs-requests');
    await rows.nth(1).click();
    await expect(screen.getByRole('complementary', { name: 'Request' })).toBeVisible();
    await inBothSizes(launched, picture, 'programs-request');
    await window.keyboard.press('Escape');
    await screen.getByRole('tab', { name: 'Grants' }).click();
    await expect(rows).toHaveCount(2);
    await inBothSizes(launched, picture, 'programs-grants');
    await rows.nth(1).click();
    await expect(screen.getByRole('complementary', { name: 'Grant' })).toBeVisible();
    await inBothSizes(launched, picture, 'programs-grant');
    await window.keyboard.press('Escape');
    await screen.getByRole('button', { name: 'Revoke all' }).click();
    await expect(screen.getByText('No grants')).toBeVisible();
    await inBothSizes(launched, picture, 'programs-no-grants');
    await window.keyboard.press('Control+,');
    await window
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('button', { name: 'Programs' })
      .click();
    await inBothSizes(launched, picture, 'programs-settings');
  } finally {
    await close();
  }
}
