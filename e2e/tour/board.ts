/** The tour's pictures of the board: some servers healthy, some not; for a wall display, and locked. */
import { expect } from '@playwright/test';
import { confirmNode, openCluster } from '../steps/cluster-screen.ts';
import { launchConnected, lockByKeys, logIn } from '../steps/connected.ts';
import { must, newToken, startDevVault, startRaftCluster } from '../servers/index.ts';
import { inBothSizes, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const wall = { width: 1920, height: 1080 };

/** Shows the board with one session, then with four, two of them unhealthy. */
export async function tourBoard(picture: TakePicture): Promise<void> {
  const cluster = await startRaftCluster({ voters: true, certificateDays: [281, 281, 11] });
  const [healthy, sealed, gone] = await Promise.all([startDevVault(), startDevVault(), startDevVault()]);
  const launched = await launchConnected(
    { address: cluster.address, token: cluster.rootToken, name: 'Payments production' },
    { env: { SSL_CERT_FILE: cluster.caPath ?? '' }, preferences: { boardOnLock: true } },
  );
  const { window } = launched;
  try {
    await openCluster(window);
    for (const node of cluster.standbys) await confirmNode(launched, node.address);
    await window.keyboard.press('Control+Shift+B');
    const board = window.getByRole('main', { name: 'Board' });
    await expect(board.getByRole('button', { name: /^Payments production: Expires soon/ })).toBeVisible();
    await inBothSizes(launched, picture, 'board-one');
    await window.keyboard.press('Escape');
    const { token } = await newToken(healthy, { ttl: '40m' });
    for (const [name, server, by, environment] of [
      ['Orders staging', healthy, token, 'Staging'],
      ['Warehouse', sealed, sealed.rootToken, 'Production'],
      ['A connection with quite a long name in the west of the country', gone, gone.rootToken, ''],
    ] as const) {
      await window.getByRole('button', { name: 'Connect to another server' }).click();
      if (environment !== '') await window.getByRole('radio', { name: environment }).click();
      await logIn(launched, { address: server.address, token: by, name });
    }
    await must(sealed, 'PUT', 'sys/seal');
    await gone.stop();
    await window.keyboard.press('Control+Shift+B');
    await expect(board.getByRole('button', { name: /^Warehouse: Sealed/ })).toBeVisible();
    await expect(board.getByRole('button', { name: /: Unreachable/ })).toBeVisible({ timeout: 15_000 });
    await expect(board.getByRole('status')).toHaveText('2 of 4 healthy');
    await inBothSizes(launched, picture, 'board');
    await resize(launched, wall);
    await picture(launched, 'board-wall');
    await resize(launched, wide);
    await lockByKeys(window);
    await inBothSizes(launched, picture, 'board-lock-screen');
    await window.getByRole('button', { name: 'Board' }).click();
    await expect(board.getByText('Sealed', { exact: true })).toBeVisible();
    await expect(board.getByText('Unreachable', { exact: true })).toBeVisible({ timeout: 15_000 });
    await inBothSizes(launched, picture, 'board-locked');
  } finally {
    await launched.close();
    await Promise.all([cluster.stop(), healthy.stop(), sealed.stop(), gone.stop()]);
  }
}
