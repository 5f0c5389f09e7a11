/** The tour's pictures of a cluster: healthy, degraded, sealed, without permission, unreachable. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import {
  clusterCard,
  confirmNode,
  nodeRow,
  openCluster,
  openPanel,
  verdict,
} from '../steps/cluster-screen.ts';
import { launchConnected } from '../steps/connected.ts';
import { must, newToken, startRaftCluster, until } from '../servers/index.ts';
import type { RaftCluster } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows a cluster of three in increasingly bad states. */
export async function tourCluster(picture: TakePicture): Promise<void> {
  const cluster = await startRaftCluster({
    voters: true,
    certificateDays: [281, 281, 60],
    keys: { shares: 5, threshold: 3 },
  });
  try {
    await noPermission(cluster, picture);
    // A server reports its number of tokens some seconds after its start.
    await until(async () =>
      JSON.stringify(await must(cluster, 'GET', 'sys/metrics')).includes('token.count'),
    );
    const launched = await open(cluster, cluster.rootToken);
    const [first, second, third] = cluster.nodes;
    const { window } = launched;
    for (const node of [second, third]) if (node !== undefined) await confirmNode(launched, node.address);
    await expect(verdict(window).getByRole('status')).toHaveText('Healthy', { timeout: 30_000 });
    await expect(clusterCard(window, 'Encryption key')).toContainText('Term');
    await expect(clusterCard(window, 'Tokens')).toContainText(/[0-9]/);
    await inBothSizes(launched, picture, 'cluster-healthy');
    const keys = await openPanel(window, 'Encryption key');
    await expect(keys.getByText(/encryptions$/)).toBeVisible();
    await inBothSizes(launched, picture, 'cluster-key');
    await keys.getByRole('button', { name: 'Close' }).click();
    await nodeRow(window, 'node-2').click();
    await expect(window.getByRole('heading', { name: 'node-2', level: 3 })).toBeVisible();
    await inBothSizes(launched, picture, 'cluster-node');
    await nodeRow(window, 'node-2').click();
    await window.getByRole('button', { name: 'Full screen' }).click();
    await window.mouse.move(0, 400);
    await picture(launched, 'cluster-full-screen');
    await window.getByRole('button', { name: 'Leave full screen' }).click();

    await third?.stop();
    await third?.restart();
    await expect(nodeRow(window, 'node-3').getByText('sealed', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await second?.stop();
    await second?.restart();
    await expect(nodeRow(window, 'node-2').getByText('sealed', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await inBothSizes(launched, picture, 'cluster-degraded');
    await first?.stop();
    await first?.restart();
    await expect(verdict(window).getByRole('status')).toHaveText('Sealed', { timeout: 30_000 });
    await expect(clusterCard(window, 'Seal')).toContainText('Sealed');
    await inBothSizes(launched, picture, 'cluster-sealed');
    for (const node of cluster.nodes) await node.stop();
    await expect(verdict(window).getByRole('status')).toHaveText('Unreachable', { timeout: 20_000 });
    await inBothSizes(launched, picture, 'cluster-unreachable');
    await launched.close();
  } finally {
    await cluster.stop();
  }
}

async function noPermission(cluster: RaftCluster, picture: TakePicture): Promise<void> {
  const { token } = await newToken(cluster, { policies: ['default'] });
  const launched = await open(cluster, token);
  await expect(clusterCard(launched.window, 'Encryption key')).toContainText('no permission');
  const keys = await openPanel(launched.window, 'Encryption key');
  await expect(keys.getByRole('region', { name: 'Not permitted' })).toBeVisible();
  await inBothSizes(launched, picture, 'cluster-no-permission');
  await keys.getByRole('button', { name: 'Close' }).click();
  await clusterCard(launched.window, 'Leases').click();
  await expect(launched.window.getByText('Leases not counted')).toBeVisible();
  await inBothSizes(launched, picture, 'cluster-count-refused');
  await launched.close();
}

/** The app at the first node, with the cluster's CA in the system's store. */
async function open(cluster: RaftCluster, token: string): Promise<LaunchedApp> {
  const server = { address: cluster.address, token, name: 'Payments production' };
  const launched = await launchConnected(server, { env: { SSL_CERT_FILE: cluster.caPath ?? '' } });
  await openCluster(launched.window);
  await expect(verdict(launched.window)).toContainText('node');
  return launched;
}
