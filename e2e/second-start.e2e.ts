/** A second start of the app: it hands its address to the first, and ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { appEntry, electronToUse, launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';
import { keyRow, launchConnected, lockByKeys, logIn } from './steps/connected.ts';
import { newKvMount, sharedServers, startRecordingProxy, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

/** Starts the app once more on the same data folder, with an address; resolves with its exit code. */
function startAgain(launched: LaunchedApp, connectTo: string): Promise<unknown> {
  return startWith(launched, `--connect=${connectTo}`);
}

/** Starts it with any arguments. */
async function startWith({ userDataDir }: LaunchedApp, ...args: readonly string[]): Promise<unknown> {
  const { executable, test: forTests } = electronToUse();
  const child = spawn(
    executable,
    [
      appEntry(),
      `--user-data-dir=${userDataDir}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(forTests ? ['--test-electron'] : []),
      ...args,
    ],
    { stdio: 'ignore' },
  );
  const [code] = (await once(child, 'exit')) as unknown[];
  return code;
}

const addressIn = ({ window }: LaunchedApp) => addressField(window);

test('hands its address to the first, which fills its field with it and sends nothing', async () => {
  const launched = await launchApp({ args: ['--connect=https://first.example:8200'] });
  try {
    await expect(addressIn(launched)).toHaveValue('https://first.example:8200');
    expect(await startAgain(launched, 'https://second.example:8200')).toBe(0);
    await expect(addressIn(launched)).toHaveValue('https://second.example:8200');
    for (const hostile of [
      'javascript:alert(1)',
      'https://user:pw@third.example',
      'https://a\u202eb.example',
    ])
      expect(await startAgain(launched, hostile)).toBe(0);
    // A later address has been accepted: the earlier ones arrived and were refused.
    expect(await startAgain(launched, 'https://fourth.example')).toBe(0);
    await expect(addressIn(launched)).toHaveValue('https://fourth.example');
  } finally {
    await launched.close();
  }
});

test('brings the connect screen to the front of open sessions', async () => {
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  try {
    await startAgain(launched, 'https://second.example:8200');
    await expect(addressIn(launched)).toHaveValue('https://second.example:8200');
  } finally {
    await launched.close();
  }
});

/** The notice of a link. */
const noticeIn = ({ window }: LaunchedApp) => window.getByRole('region', { name: 'Link to an entry' });

test('shows the link that it is opened with, and sends nothing until it is pressed @program-links', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'web/db', { password: 'x' });
  const proxy = await startRecordingProxy(dev);
  const launched = await launchApp();
  const link = (path: string, connection = 'payments') => `strongroom://${connection}/${mount.path}${path}`;
  try {
    await logIn(launched, { address: proxy.address, token: dev.rootToken, name: 'payments' });
    const { window } = launched;
    const notice = noticeIn(launched);
    const before = proxy.requests.filter(({ url }) => url.includes(mount.path)).length;
    expect(await startWith(launched, link('web/db?version=1#password'))).toBe(0);
    await expect(notice).toContainText(`payments › ${mount.path}web/db · version 1 · key password`);
    // Many in a second: the shown one stays, and of the others the latest waits.
    await Promise.all(['a', 'b', 'c', 'd'].map((path) => startWith(launched, link(path))));
    expect(await startWith(launched, link('last', 'unknown'))).toBe(0);
    await expect(notice).toContainText('web/db');
    expect(proxy.requests.filter(({ url }) => url.includes(mount.path))).toHaveLength(before);
    await notice.getByRole('button', { name: 'Open' }).click();
    await expect(keyRow(window, 'password')).toBeVisible();
    await expect(notice).toContainText('No connection has its name.');
    await expect(notice.getByRole('button', { name: 'Open' })).toHaveCount(0);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    for (const nothing of ['https://vault.example', `strongroom://payments/${'a'.repeat(5_000)}`])
      expect(await startWith(launched, nothing)).toBe(0);
    expect(await startWith(launched, link('%3Cb%3Ex', '%E2%80%AEname'))).toBe(0);
    await expect(notice.locator('[data-glyph]').first()).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
  } finally {
    await launched.close();
    await proxy.stop();
  }
});

test('shows a link only once it is unlocked @program-links', async () => {
  const launched = await launchApp({ args: ['strongroom://payments/secret/from-the-start'] });
  const { window } = launched;
  try {
    await expect(noticeIn(launched)).toContainText('No connection has its name.');
    await noticeIn(launched).getByRole('button', { name: 'Close' }).click();
    await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'payments' });
    await lockByKeys(window);
    expect(await startWith(launched, 'strongroom://payments/secret/hidden-while-locked')).toBe(0);
    // A later start has been heard: the link has arrived.
    expect(await startAgain(launched, 'https://second.example:8200')).toBe(0);
    expect(await window.content()).not.toContain('hidden-while-locked');
    await window.getByRole('button', { name: 'Unlock… payments' }).click();
    await launched.answer(async (trusted) => {
      await trusted.getByLabel('Token', { exact: true }).fill(dev.rootToken);
      await trusted.getByRole('button', { name: 'Log in' }).click();
    });
    await expect(noticeIn(launched)).toContainText('hidden-while-locked');
  } finally {
    await launched.close();
  }
});
