/** The board in the real app: all sessions at a glance, and, if allowed, while the app is locked. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { verdict } from './steps/cluster-screen.ts';
import { launchConnected, launchSample, lockByKeys, logIn } from './steps/connected.ts';
import { must, sharedServers, startDevVault, startRecordingProxy } from './servers/index.ts';

const { dev } = sharedServers();

function board(page: Page): Locator {
  return page.getByRole('main', { name: 'Board' });
}

test('every session has a tile with its verdict, which leads to its cluster', async () => {
  const own = await startDevVault();
  const launched = await launchConnected({ address: own.address, token: own.rootToken, name: 'Own' });
  const { window } = launched;
  try {
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Shared' });
    await window.keyboard.press('Control+Shift+B');
    await expect(board(window).getByRole('status')).toHaveText('2 of 2 healthy');
    await expect(board(window).getByRole('button', { name: /^Shared: Healthy/ })).toBeVisible();
    await expect(window.getByRole('navigation', { name: 'Sections' })).toBeHidden();

    await must(own, 'PUT', 'sys/seal');
    const sealed = board(window).getByRole('button', { name: /^Own: Sealed\./ });
    await expect(sealed).toBeVisible();
    await expect(board(window).getByRole('img', { name: /: sealed$/ })).toBeVisible();
    await expect(board(window).getByRole('status')).toHaveText('1 of 2 healthy');
    await sealed.click();
    await expect(board(window)).toBeHidden();
    await expect(verdict(window).getByRole('status')).toHaveText('Sealed');

    await window.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: 'Board' }).click();
    await expect(board(window)).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(board(window)).toBeHidden();
  } finally {
    await launched.close();
    await own.stop();
  }
});

test('a locked app shows health and asks for nothing else, and only where that is allowed', async () => {
  const proxy = await startRecordingProxy(dev);
  const server = { address: proxy.address, token: dev.rootToken, name: 'Payments' };
  const launched = await launchConnected(server, { preferences: { boardOnLock: true } });
  const { window } = launched;
  try {
    await lockByKeys(window);
    await window.getByRole('button', { name: 'Board' }).click();
    await expect(board(window).getByRole('status')).toHaveText('Locked · 1 of 1 healthy');
    await expect(board(window).getByText('Payments')).toBeVisible();
    const first = proxy.requests.findLastIndex(({ headers }) => headers['x-vault-token'] !== undefined) + 1;
    await expect
      .poll(() => proxy.requests.slice(first).filter(({ url }) => url.startsWith('/v1/sys/health')).length)
      .toBeGreaterThan(1);
    const asked = proxy.requests.slice(first).map(({ url }) => url.replace(/\?.*/, ''));
    expect(new Set(asked)).toEqual(new Set(['/v1/sys/health', '/v1/sys/leader']));
    await board(window).getByRole('button', { name: 'Unlock' }).click();
    await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
  } finally {
    await launched.close();
    await proxy.stop();
  }
});

test('a lock because nobody touched the app shows the board by itself, and unlocking begins there', async () => {
  const server = { address: dev.address, token: dev.rootToken, name: 'Payments' };
  const launched = await launchSample(
    server,
    { preferences: { boardOnLock: true }, env: { STRONGROOM_AUTO_LOCK_SECONDS: '2' } },
    (window) => board(window).waitFor(),
  );
  const { window } = launched;
  try {
    await expect(board(window).getByRole('status')).toHaveText('Locked · 1 of 1 healthy');
    await board(window).getByRole('button', { name: 'Unlock' }).click();
    await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
  } finally {
    await launched.close();
  }
});

test('without that permission a locked app offers no board', async () => {
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  try {
    await lockByKeys(launched.window);
    await expect(launched.window.getByRole('button', { name: 'Board' })).toBeHidden();
    await launched.window.keyboard.press('Control+Shift+B');
    await expect(launched.window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
  } finally {
    await launched.close();
  }
});
