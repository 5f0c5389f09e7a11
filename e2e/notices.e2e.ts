/** Confirmations have their own area: they cover no control. */
import { expect, test } from '@playwright/test';
import { goTo, keyRow, launchConnected } from './steps/connected.ts';
import { newKvMount, sharedServers, writeEntry } from './servers/index.ts';
import { unreachable } from './steps/unreachable.ts';
import { sizeTo } from './looks/zooming.ts';

const { dev } = sharedServers();

for (const size of [
  { width: 1280, height: 800 },
  { width: 960, height: 600 },
]) {
  test(`a notice with a long name covers no control at ${size.width} × ${size.height}`, async () => {
    const mount = await newKvMount(dev, 2);
    const long = `retired-${'a-long-name-'.repeat(20)}end`;
    await writeEntry(dev, mount, long, { old: '1' });
    await writeEntry(dev, mount, 'edited', { user: 'alice' });
    const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
    const { window } = launched;
    await sizeTo(launched, size);
    await goTo(window, mount.path + long);
    await expect(keyRow(window, 'old')).toBeVisible();
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Delete version 1…' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    const notice = window.getByRole('region', { name: 'Done' });
    await expect(notice).toContainText('a-long-name');

    await goTo(window, `${mount.path}edited`);
    await expect(keyRow(window, 'user')).toBeVisible();
    await window.keyboard.press('e');
    await window.getByRole('button', { name: 'Edit user' }).click();
    await window.getByRole('textbox', { name: 'Value of user' }).fill('bob');
    await expect(notice).toBeVisible();
    expect(await unreachable(window)).toEqual([]);
    await window.getByRole('button', { name: /^Review/ }).click();
    await expect(window.getByRole('button', { name: 'Save as version 2' })).toBeVisible();
    await expect(notice).toBeVisible();
    await window.getByRole('button', { name: 'Save as version 2' }).click();
    await expect(window.getByText('version 2 · current')).toBeVisible();
    await launched.close();
  });
}
