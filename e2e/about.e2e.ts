/** The about box in the real app: versions, and the licences of everything that ships. */
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';

test('the menu’s About names the versions, and shows the licence of everything inside', async () => {
  const { app, window, close } = await launchApp();
  try {
    await window.getByLabel('Address').waitFor();
    const offered = () =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('about')?.enabled);
    await expect.poll(offered).toBe(true);
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById('about')?.click({ triggeredByAccelerator: false });
    });
    const about = window.locator('[data-section="about"]');
    const { chrome, node } = await app.evaluate(() => process.versions);
    await expect(about).toContainText(chrome);
    await expect(about).toContainText(node);
    await about.getByRole('button', { name: /^Third-party licences/ }).click();
    // Bundled packages, one from each side: the page, main, a font, and a lazily loaded one.
    for (const name of ['react-dom', 'undici', '@fontsource-variable/inter', 'node-forge', 'Electron']) {
      await expect(about.getByRole('button', { name: new RegExp(`^${name} `) })).toHaveCount(1);
    }
    await about.getByRole('button', { name: /^openpgp / }).click();
    await expect(about).toContainText('You may replace it');
    await expect(about).toContainText('GNU LESSER GENERAL PUBLIC LICENSE');
  } finally {
    await close();
  }
});
