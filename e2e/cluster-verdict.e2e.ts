/** The verdict with three raft nodes over TLS: one is confirmed, then all, then the session's own node dies. */
import { expect, test } from '@playwright/test';
import { clusterCard, nodeRow, openCluster, openPanel, verdict } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { startRaftCluster } from './servers/index.ts';

test('a cluster is healthy only when every node was asked, and goes on at the next one when one’s own node dies', async () => {
  test.setTimeout(180_000);
  const cluster = await startRaftCluster({ voters: true, certificateDays: [281, 281, 281] });
  const launched = await launchConnected(
    { address: cluster.address, token: cluster.rootToken, name: 'Payments' },
    { env: { SSL_CERT_FILE: cluster.caPath ?? '' } },
  );
  const { window } = launched;
  const word = verdict(window).getByRole('status');
  try {
    await openCluster(window);
    await expect(word).toHaveText('Partly checked');
    await expect(verdict(window)).toContainText('1 of 3 nodes asked');
    await window.keyboard.press('Control+Shift+B');
    const board = window.getByRole('main', { name: 'Board' });
    await expect(board.getByRole('button', { name: /^Payments: Partly checked/ })).toBeVisible();
    await expect(board.getByRole('status')).toHaveText('0 of 1 healthy');
    await window.keyboard.press('Escape');

    await verdict(window).getByRole('button', { name: 'Confirm both…' }).click();
    await launched.answer(async (trusted) => {
      for (const { address } of cluster.standbys) await expect(trusted.getByText(address)).toBeVisible();
      await trusted.getByRole('button', { name: 'Allow 2 nodes' }).click();
    });
    await expect(word).toHaveText('Healthy', { timeout: 30_000 });

    await cluster.nodes[0]?.stop();
    await expect(verdict(window)).toContainText('node-1 does not answer');
    await expect(verdict(window)).toContainText(/as node-[23] says/);
    await expect(nodeRow(window, 'node-1').getByText('no answer')).toBeVisible();
    await expect(clusterCard(window, 'Encryption key')).not.toContainText('Last known');
    const leader = await openPanel(window, 'Leader');
    await expect(leader).toContainText(/Read .* at 127\.0\.0\.1/);
    await expect(leader.getByText(/Only the leader can step down: node-[23]\./)).toBeVisible();
  } finally {
    await launched.close();
    await cluster.stop();
  }
});
