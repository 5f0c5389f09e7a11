/** A second start of the app: it hands its address to the first, and ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { appEntry, electronToUse, launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';
import { launchConnected } from './steps/connected.ts';
import { sharedServers } from './servers/index.ts';

const { dev } = sharedServers();

/** Starts the app once more on the same data folder; resolves with its exit code. */
async function startAgain({ userDataDir }: LaunchedApp, connectTo: string): Promise<unknown> {
  const { executable, test: forTests } = electronToUse();
  const child = spawn(
    executable,
    [
      appEntry(),
      `--user-data-dir=${userDataDir}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(forTests ? ['--test-electron'] : []),
      `--connect=${connectTo}`,
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
