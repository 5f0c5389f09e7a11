/** The Cluster screen in the real app: a raft cluster whose nodes are killed, paused and sealed meanwhile. */
import { expect, test } from '@playwright/test';
import { clusterCard, confirmNode, nodeRow, openCluster, verdict } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import {
  at,
  health,
  must,
  newToken,
  sharedServers,
  startDevVault,
  startRaftCluster,
  startRecordingProxy,
  until,
} from './servers/index.ts';

const { dev } = sharedServers();

test('every node is seen at a glance while nodes are killed, paused and come back sealed', async () => {
  test.setTimeout(180_000);
  const cluster = await startRaftCluster({ voters: true });
  const [leader, home, third] = cluster.nodes;
  if (leader === undefined || home === undefined || third === undefined) throw new Error('three nodes');
  const launched = await launchConnected({ address: home.address, token: cluster.rootToken });
  const { window } = launched;
  const timeline = window.getByRole('list', { name: 'Timeline' });
  try {
    await openCluster(window);
    // A node known only from the server gets no request without the user's consent.
    await expect(nodeRow(window, 'node-3').getByRole('button', { name: 'Confirm node…' })).toBeVisible();
    await confirmNode(launched, leader.address);
    await confirmNode(launched, third.address);
    await expect(nodeRow(window, 'node-1').getByText('leader')).toBeVisible();
    await expect(verdict(window)).toContainText(/3 nodes/);
    await expect(verdict(window).getByRole('status')).toHaveText('Healthy', { timeout: 30_000 });
    await expect(nodeRow(window, 'node-2').locator('canvas')).toBeVisible();

    await third.stop();
    await expect(verdict(window).getByRole('status')).toHaveText('Degraded');
    await expect(nodeRow(window, 'node-3').getByText('no answer')).toBeVisible();
    await expect(timeline.getByText('node-3 stopped answering')).toBeVisible();
    await third.restart();
    await expect(nodeRow(window, 'node-3').getByText('sealed', { exact: true })).toBeVisible({
      timeout: 20_000,
    });

    third.pause();
    await expect(nodeRow(window, 'node-3').getByText('no answer')).toBeVisible({ timeout: 20_000 });
    await expect(nodeRow(window, 'node-1').getByText('unsealed', { exact: true })).toBeVisible();
    third.resume();
    await expect(nodeRow(window, 'node-3').getByText('sealed', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
  } finally {
    await launched.close();
    await cluster.stop();
  }
});

test('the leader is killed, and the screen says who leads now', async () => {
  test.setTimeout(120_000);
  const cluster = await startRaftCluster({ voters: true });
  const [leader, home] = cluster.nodes;
  if (leader === undefined || home === undefined) throw new Error('three nodes');
  const launched = await launchConnected({ address: home.address, token: cluster.rootToken });
  const { window } = launched;
  try {
    await openCluster(window);
    await confirmNode(launched, leader.address);
    await expect(nodeRow(window, 'node-1').getByText('leader')).toBeVisible();
    await leader.stop();
    await expect(
      window.getByRole('list', { name: 'Timeline' }).getByText('node-1 stopped answering'),
    ).toBeVisible();
    await expect(nodeRow(window, 'node-1').getByText('no answer')).toBeVisible();
    await expect(
      window
        .getByRole('grid', { name: 'Nodes' })
        .getByRole('row', { name: /^node-[23] / })
        .getByText('leader'),
    ).toBeVisible({ timeout: 30_000 });
  } finally {
    await launched.close();
    await cluster.stop();
  }
});

test('a window that nobody sees sends nothing', async () => {
  const proxy = await startRecordingProxy(dev);
  const launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
  const { window } = launched;
  // A page driven by Playwright always counts as visible: Chromium's signals are simulated.
  const see = (state: DocumentVisibilityState) =>
    window.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const looks = (): number => proxy.requests.filter(({ url }) => url.includes('sys/leader')).length;
  const secondsOfServer = async (): Promise<number> => Number(at(await health(dev), 'server_time_utc'));
  await openCluster(window);
  await expect(verdict(window).getByRole('status')).toHaveText('Healthy');
  await expect.poll(looks).toBeGreaterThan(1);
  await see('hidden');
  const before = looks();
  const hiddenAt = await secondsOfServer();
  await expect.poll(secondsOfServer, { timeout: 20_000 }).toBeGreaterThan(hiddenAt + 5);
  // One request can have been pending.
  expect(looks()).toBeLessThanOrEqual(before + 1);
  await see('visible');
  await expect.poll(looks).toBeGreaterThan(before + 1);
  await launched.close();
  await proxy.stop();
});

test('a hidden window asks nobody, whatever its page believes, and asks again once it is shown', async () => {
  const proxy = await startRecordingProxy(dev);
  const launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
  const { window, app } = launched;
  const show = (shown: boolean) =>
    app.evaluate(({ BrowserWindow }, now) => {
      const [main] = BrowserWindow.getAllWindows();
      if (now) main?.show();
      else main?.hide();
    }, shown);
  const secondsOfServer = async (): Promise<number> => Number(at(await health(dev), 'server_time_utc'));
  const looks = (): number => proxy.requests.filter(({ url }) => url.includes('sys/leader')).length;
  await openCluster(window);
  await expect(verdict(window).getByRole('status')).toHaveText('Healthy');
  await expect.poll(looks).toBeGreaterThan(1);
  await show(false);
  // A page driven by Playwright counts as visible: it goes on watching, but main does not.
  expect(await window.evaluate(() => document.visibilityState)).toBe('visible');
  const before = looks();
  const hiddenAt = await secondsOfServer();
  await expect.poll(secondsOfServer, { timeout: 20_000 }).toBeGreaterThan(hiddenAt + 5);
  // One request can have been pending.
  expect(looks()).toBeLessThanOrEqual(before + 1);
  await show(true);
  await expect.poll(looks).toBeGreaterThan(before + 1);
  await launched.close();
  await proxy.stop();
});

test('a token without capabilities sees the nodes, and is told for each card what is missing', async () => {
  // A dev server shows its metrics without a token.
  const server = await startRaftCluster({ nodes: 1 });
  const { token } = await newToken(server, { policies: ['default'] });
  const launched = await launchConnected({ address: server.address, token });
  const { window } = launched;
  await openCluster(window);
  // A token that cannot read the list of nodes cannot exclude further ones.
  await expect(verdict(window).getByRole('status')).toHaveText('Partly checked');
  const refusal = window.getByRole('main').getByRole('region', { name: 'Not permitted' });
  for (const [card, needs] of [
    ['Encryption key', 'Needs read on sys/key-status'],
    ['Audit', 'sys/audit'],
    ['Leases', 'Needs read on sys/metrics'],
    ['Tokens', 'Needs read on sys/metrics'],
  ] as const) {
    await expect(clusterCard(window, card)).toContainText('no permission');
    await clusterCard(window, card).click();
    await expect(refusal).toContainText(needs);
  }
  await expect(refusal.getByRole('button', { name: 'Why was I refused?' })).toBeVisible();
  await launched.close();
  await server.stop();
});

test('audit devices, leases and tokens are counted, each beside the way to it', async () => {
  const server = await startDevVault({ audit: { path: 'first', file: 'discard' } });
  // A fresh server has not counted its leases yet, and the screen polls once a minute.
  await until(async () =>
    JSON.stringify(await must(server, 'GET', 'sys/metrics')).includes('expire.num_leases'),
  );
  const launched = await launchConnected({ address: server.address, token: server.rootToken });
  const { window } = launched;
  await openCluster(window);
  await expect(clusterCard(window, 'Audit')).toContainText('1');
  await expect(clusterCard(window, 'Leases')).toContainText(/[0-9]/);
  // A server counts its tokens some minutes after its start.
  await expect(clusterCard(window, 'Tokens')).toContainText(/[0-9]|Not reported yet/);
  const page = (name: string) => window.getByRole('main').getByRole('region', { name, exact: true });
  for (const [card, title] of [
    ['Audit', 'Audit devices'],
    ['Leases', 'Leases'],
  ] as const) {
    await clusterCard(window, card).click();
    await expect(page(title)).toBeVisible();
    await openCluster(window);
  }
  await clusterCard(window, 'Tokens').click();
  await expect(window.getByRole('tab', { name: 'Tokens' })).toHaveAttribute('aria-selected', 'true');
  await launched.close();
  await server.stop();
});

test('a server that is gone is said to be unreachable', async () => {
  const server = await startDevVault();
  const launched = await launchConnected({ address: server.address, token: server.rootToken });
  const { window } = launched;
  await openCluster(window);
  await expect(verdict(window).getByRole('status')).toHaveText('Healthy');
  await server.stop();
  await expect(verdict(window).getByRole('status')).toHaveText('Unreachable');
  await expect(verdict(window)).toContainText('does not answer. ');
  await launched.close();
});

test('the full screen shows the verdict and every node over the whole window, and Escape brings the rest back', async () => {
  const cluster = await startRaftCluster({ voters: true });
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window, app } = launched;
  const sections = window.getByRole('navigation', { name: 'Sections' });
  const isFullScreen = (): Promise<boolean> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen() === true);
  /** True if the verdict's screen is on top in both corners and in the middle. */
  const isOverAll = (): Promise<boolean> =>
    verdict(window).evaluate((element) => {
      const screen = element.parentElement;
      return [0.01, 0.5, 0.99].every((share) => {
        const top = document.elementFromPoint(innerWidth * share, innerHeight * share);
        return top !== null && screen?.contains(top) === true;
      });
    });
  try {
    await openCluster(window);
    await expect(verdict(window)).toContainText('3 nodes');
    expect(await isOverAll()).toBe(false);
    for (const leave of ['Escape', 'Leave full screen']) {
      await window.getByRole('button', { name: 'Full screen', exact: true }).click();
      await expect.poll(isFullScreen).toBe(true);
      await expect.poll(isOverAll).toBe(true);
      await expect(verdict(window).getByRole('status')).toBeInViewport();
      for (const name of ['node-1', 'node-2', 'node-3'])
        await expect(nodeRow(window, name)).toBeInViewport({ ratio: 1 });
      if (leave === 'Escape') await window.keyboard.press('Escape');
      else await window.getByRole('button', { name: leave }).click();
      await expect.poll(isFullScreen).toBe(false);
      await expect(window.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
      await expect(sections).toBeInViewport();
      expect(await isOverAll()).toBe(false);
    }
  } finally {
    await launched.close();
    await cluster.stop();
  }
});
