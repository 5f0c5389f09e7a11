/** The lock for the user: screen content goes with its process, and unrecoverable data comes back. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { addressField, giveToken, pressLogIn } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, launchSample, lockBy, lockByKeys, tree } from './steps/connected.ts';
import { gone, rendererPid } from './steps/renderer-process.ts';
import { newKvMount, newToken, sharedServers, startRecordingProxy, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);
const server = { address: dev.address, token: dev.rootToken, name: 'Locked server' };

test.beforeAll(async () => {
  await writeEntry(dev, mount, 'team/app', { password: 'canary-on-screen', user: 'alice' });
  await writeEntry(dev, mount, 'team/second-app', { key: 'value' });
});

/** Launches the app, passes it to the test, and closes it in any case. */
async function withApp(use: (launched: LaunchedApp) => Promise<void>): Promise<void> {
  const launched = await launchConnected(server);
  try {
    await use(launched);
  } finally {
    await launched.close();
  }
}

async function isLocked(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
}

/** Findings of axe in both themes. */
async function findingsInBothThemes({ app, window }: LaunchedApp): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    const dark = theme === 'dark';
    await window.waitForFunction((is) => matchMedia('(prefers-color-scheme: dark)').matches === is, dark);
    found.push(...(await findings(window)));
  }
  return found;
}

async function unlock(launched: LaunchedApp, name = server.name, token = dev.rootToken): Promise<void> {
  await launched.window.getByRole('button', { name: `Unlock… ${name}` }).click();
  await giveToken(launched, token);
}

async function closeFromMenu(window: Page): Promise<void> {
  await window.getByRole('button', { name: `More for ${server.name}` }).click();
  await window.getByRole('menuitem', { name: 'Close this connection' }).click();
}

test('what was revealed goes with the page; unlocking brings back the tabs and the edit, whole', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await goTo(window, `${mount.path}team/second-app`);
    await expect(keyRow(window, 'key')).toBeVisible();
    await goTo(window, `${mount.path}team/app`);
    await keyRow(window, 'password').getByRole('button', { name: 'Reveal password' }).click();
    await expect(keyRow(window, 'password')).toContainText('canary-on-screen');
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit user' }).click();
    const before = await rendererPid(launched);
    await window.getByRole('textbox', { name: 'Value of user' }).fill('not saved yet');
    // Immediately: the last typed letters count, too.
    await lockByKeys(window);
    expect(await rendererPid(launched)).not.toBe(before);
    await gone(before);
    await expect(window.getByRole('note')).toHaveText(
      '1 unsaved edit is kept, hidden until you log in again.',
    );
    expect(await findingsInBothThemes(launched)).toEqual([]);
    const page = await window.content();
    expect(page).toContain('No tokens in memory.');
    for (const hidden of [
      'canary-on-screen',
      'not saved yet',
      'password',
      'team/app',
      'second-app',
      mount.path,
    ])
      expect(page).not.toContain(hidden);

    await unlock(launched);
    await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('not saved yet');
    await expect(window.getByRole('tab')).toHaveText([/^second-app/, /^app.*not saved/]);
    expect(await window.content()).not.toContain('canary-on-screen');
    await window.getByRole('tab', { name: /^second-app/ }).click();
    await expect(keyRow(window, 'key')).toBeVisible();
  });
});

test('it locks from the menu and the status bar, and asks before a connection with an edit is closed', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await window.getByRole('button', { name: 'Settings' }).click();
    await lockBy(window, () => window.getByRole('menuitem', { name: /^Lock now/ }).click());
    await unlock(launched);
    await tree(window).waitFor();

    await goTo(window, `${mount.path}team/app`);
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit user' }).click();
    await window.getByRole('textbox', { name: 'Value of user' }).fill('lost in the end');
    await lockBy(window, () =>
      window.getByRole('contentinfo').getByRole('button', { name: 'Lock now' }).click(),
    );
    await closeFromMenu(window);
    await window.getByRole('button', { name: 'Keep it locked' }).click();
    await closeFromMenu(window);
    await window.getByRole('button', { name: 'Discard and close' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Close and lose' }).click());
    await expect(addressField(window)).toBeVisible();
  });
});

test('it locks by itself when nobody uses it, and when the machine goes to sleep', async () => {
  const idle = await launchSample(server, { env: { STRONGROOM_AUTO_LOCK_SECONDS: '2' } }, isLocked);
  await expect(idle.window.getByText(/It was idle/)).toBeVisible();
  await idle.close();
  await withApp(async (launched) => {
    await launched.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend');
    });
    await isLocked(launched.window);
    await expect(launched.window.getByText(/The machine went to sleep/)).toBeVisible();
  });
});

test('it locks when the system locks its screen, and forgets what was revealed', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await goTo(window, `${mount.path}team/app`);
    await keyRow(window, 'password').getByRole('button', { name: 'Reveal password' }).click();
    await expect(keyRow(window, 'password')).toContainText('canary-on-screen');
    const before = await rendererPid(launched);
    // Emitted by the test: a virtual display has no lock.
    await launched.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('lock-screen');
    });
    await isLocked(window);
    await expect(window.getByText(/The system locked its screen/)).toBeVisible();
    await gone(before);
    expect(await window.content()).not.toContain('canary-on-screen');
  });
});

test('with the setting off, neither sleep nor the system’s lock locks', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await window.getByRole('button', { name: 'Settings' }).click();
    await window.getByRole('menuitem', { name: 'Settings…' }).click();
    const box = window.getByRole('checkbox', { name: 'Lock with the system' });
    await box.click();
    await launched.answer((prompt) => prompt.getByRole('button', { name: 'Change settings' }).click());
    await expect(box).not.toBeChecked();
    await window.getByRole('combobox', { name: 'Lock when idle' }).click();
    await window.getByRole('option', { name: 'after 5 minutes' }).click();
    await launched.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('suspend');
      powerMonitor.emit('lock-screen');
    });
    await goTo(window, `${mount.path}team/second-app`);
    await expect(keyRow(window, 'key')).toBeVisible();
  });
});

test('a refused token leaves it locked and says so', async () => {
  await withApp(async (launched) => {
    const { window } = launched;
    await lockByKeys(window);
    await window.getByRole('button', { name: `Unlock… ${server.name}` }).click();
    await giveToken(launched, 'hvs.not-a-token-of-this-server');
    const again = await launched.trusted();
    await expect(again.getByRole('alert')).toBeVisible();
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await isLocked(window);
    await expect(window.getByRole('alert')).toHaveCount(0);
    await unlock(launched);
    await tree(window).waitFor();
  });
});

test('an edit is not shown to whoever comes with another token, and is still there for the one who made it', async () => {
  const other = await newToken(dev, { policies: ['root'], display_name: 'other' });
  await withApp(async (launched) => {
    const { window } = launched;
    await goTo(window, `${mount.path}team/app`);
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit user' }).click();
    await window.getByRole('textbox', { name: 'Value of user' }).fill('nobody else’s business');
    await lockByKeys(window);
    await unlock(launched, server.name, other.token);
    for (const question of ['Is this unsaved edit yours?', 'Discard an unsaved edit?']) {
      await launched.answer(async (trusted) => {
        await expect(trusted.getByRole('dialog')).toContainText(question);
        await trusted.keyboard.press('Escape');
      });
    }
    await isLocked(window);
    expect(await window.content()).not.toContain('nobody else’s business');
    await unlock(launched);
    await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue(
      'nobody else’s business',
    );
  });
});

test('each of several sessions is unlocked for itself', async () => {
  const proxy = await startRecordingProxy(dev);
  await withApp(async (launched) => {
    const { window } = launched;
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await addressField(window).fill(proxy.address);
    await window.getByRole('textbox', { name: /^Name\b/ }).fill('Second');
    await pressLogIn(window);
    await giveToken(launched, dev.rootToken);
    await expect(window.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
    await goTo(window, `${mount.path}team/second-app`);
    await expect(keyRow(window, 'key')).toBeVisible();

    await lockByKeys(window);
    proxy.clear();
    await unlock(launched);
    await tree(window).waitFor();
    await window.getByRole('button', { name: 'Second: locked' }).click();
    await expect(window.getByRole('heading', { name: 'Second is locked' })).toBeVisible();
    await expect(tree(window)).toHaveCount(0);
    expect(await findingsInBothThemes(launched)).toEqual([]);
    expect(proxy.requests).toEqual([]);
    await unlock(launched, 'Second');
    await expect(keyRow(window, 'key')).toBeVisible();
    await window.keyboard.press('Control+Alt+1');
    await expect(window.getByRole('heading', { level: 1, name: server.name })).toBeVisible();
  });
  await proxy.stop();
});
