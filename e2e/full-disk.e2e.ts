/** The app on a disk that is really full, or really read-only: what is not kept is said, and nothing says it was. */
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand } from './steps/bridge-calls.ts';
import { addressField, pressSave, profileRow } from './steps/connect-form.ts';

const notWritten = ({ window }: LaunchedApp) =>
  window.getByRole('alert').filter({ hasText: 'lost when you quit' });

/**
 * Fills the disk of the app's data folder to its last byte, from inside: nobody else sees that disk. The browser below
 * tidies up files of its own meanwhile, so it is filled until nothing was freed since the last time.
 */
async function fill({ app, userDataDir }: LaunchedApp): Promise<void> {
  const added = (): Promise<number> =>
    app.evaluate((_electron, folder) => {
      const { writeFileSync } = process.getBuiltinModule('node:fs');
      let written = 0;
      for (const bytes of [65_536, 4_096, 1]) {
        try {
          for (;;) {
            writeFileSync(`${folder}/filler`, Buffer.alloc(bytes), { flag: 'a' });
            written += bytes;
          }
        } catch {
          // Full, for pieces of this size.
        }
      }
      return written;
    }, userDataDir);
  await expect.poll(added).toBe(0);
}

/** The content of one of the app's own files; undefined where it is not there. */
function ownFile({ app, userDataDir }: LaunchedApp, name: string): Promise<string | undefined> {
  return app.evaluate((_electron, path) => {
    const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }, `${userDataDir}/${name}`);
}

test('a full disk: a connection is not saved and not said to be, a setting is said to be lost, and both are kept when there is room', async () => {
  const launched = await launchApp({ disk: { kilobytes: 64 * 1024 } });
  try {
    const { window } = launched;
    await addressField(window).fill('https://vault.example:8200');
    await window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments');
    await fill(launched);
    await pressSave(window);
    const failure = window.getByRole('main').getByRole('alert');
    await expect(failure).toContainText(
      'The saved connections could not be written: the disk is full. Nothing was changed.',
    );
    await expect(profileRow(window, 'Payments')).toHaveCount(0);
    await expect(window.getByText('Payments is saved.')).toHaveCount(0);

    await fill(launched);
    expect(await callByHand(window, 'app.setPreferences', { theme: 'dark' })).toMatchObject({ ok: true });
    await expect(notWritten(launched)).toContainText('changes to the settings (the disk is full)');
    expect(await launched.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    expect(await ownFile(launched, 'preferences.json')).toBeUndefined();

    await launched.app.evaluate((_electron, folder) => {
      process.getBuiltinModule('node:fs').rmSync(`${folder}/filler`);
    }, launched.userDataDir);
    await notWritten(launched).getByRole('button', { name: 'Retry' }).click();
    await expect(notWritten(launched)).toHaveCount(0);
    expect(await ownFile(launched, 'preferences.json')).toContain('"theme": "dark"');
    await pressSave(window);
    await expect(profileRow(window, 'Payments')).toHaveCount(1);
    expect(await ownFile(launched, 'profiles.json')).toContain('"name": "Payments"');
  } finally {
    await launched.close();
  }
});

test('a read-only data folder: the app starts, and says what it cannot keep', async () => {
  const launched = await launchApp({ disk: { kilobytes: 1024, readOnly: true } });
  try {
    const { window } = launched;
    await addressField(window).fill('https://vault.example:8200');
    expect(await callByHand(window, 'app.setPreferences', { theme: 'dark' })).toMatchObject({ ok: true });
    await expect(notWritten(launched)).toContainText('the settings (the disk is read-only)');
    await pressSave(window);
    await expect(window.getByRole('main').getByRole('alert')).toContainText('the disk is read-only');
  } finally {
    await launched.close();
  }
});
