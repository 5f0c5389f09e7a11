/** The tour's pictures of server administration for operators, on a raft cluster of three. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openTopic } from '../steps/administration-steps.ts';
import { answerFileDialogs, answerSaveDialogs } from '../steps/connect-form.ts';
import { clusterCard, openCluster } from '../steps/cluster-screen.ts';
import { launchConnected } from '../steps/connected.ts';
import { must, newToken, startRaftCluster } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows each page with content, a form of each kind, and the view of a token without permissions. */
export async function tourServers(picture: TakePicture): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tour-servers-'));
  const cluster = await startRaftCluster({ voters: true });
  const options = { file_path: join(folder, 'audit.log') };
  await must(cluster, 'PUT', 'sys/audit/to-disk', { type: 'file', description: 'On the data disk', options });
  await must(cluster, 'POST', 'sys/quotas/rate-limit/everybody', { rate: 5000 });
  await must(cluster, 'POST', 'sys/quotas/rate-limit/secrets', {
    rate: 200,
    interval: '10s',
    path: 'secret/',
  });
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window } = launched;

  await openTopic(window, 'Audit devices');
  await window.getByRole('row', { name: /^to-disk\// }).click();
  await window.getByRole('button', { name: 'Hash a value…' }).waitFor();
  await inBothSizes(launched, picture, 'admin-audit');
  await window.getByRole('button', { name: 'Enable device…' }).click();
  await window.getByRole('dialog').waitFor();
  await inBothSizes(launched, picture, 'admin-audit-enable');
  await window.keyboard.press('Escape');

  await openTopic(window, 'Quotas');
  await window.getByRole('row', { name: /^secrets/ }).click();
  await window.getByRole('button', { name: 'Edit…' }).waitFor();
  await inBothSizes(launched, picture, 'admin-quotas');
  await window.getByRole('button', { name: 'Edit…' }).click();
  await window.getByRole('dialog').waitFor();
  await inBothSizes(launched, picture, 'admin-quota-edit');
  await window.keyboard.press('Escape');
  await window.getByRole('tab', { name: 'Lease counts' }).click();
  await expect(window.getByText('This kind of quota needs Vault Enterprise.')).toBeVisible();
  await inBothSizes(launched, picture, 'admin-quotas-not-offered');

  await openTopic(window, 'Plugins');
  await window.getByRole('row', { name: /^pki/ }).click();
  await window.getByRole('button', { name: 'Reload…' }).waitFor();
  await inBothSizes(launched, picture, 'admin-plugins');

  await openCluster(window);
  await clusterCard(window, 'Raft').click();
  await window.getByRole('button', { name: 'Edit settings…' }).waitFor();
  await inBothSizes(launched, picture, 'cluster-raft');
  await window.getByRole('button', { name: 'Edit settings…' }).click();
  await window.getByRole('checkbox', { name: 'Remove dead nodes' }).click();
  await inBothSizes(launched, picture, 'admin-autopilot');
  await window.keyboard.press('Escape');

  const path = join(folder, 'monday.snap');
  await openTopic(window, 'Snapshots');
  await answerSaveDialogs(launched, [path]);
  await window.getByRole('button', { name: 'Save snapshot…' }).click();
  await expect(window.getByText(/^Saved as/)).toBeVisible();
  await answerFileDialogs(launched, [path]);
  await window.getByRole('button', { name: 'Choose a snapshot…' }).click();
  await window.getByRole('button', { name: /^A snapshot of another cluster/ }).click();
  await window.getByRole('button', { name: 'Force restore…' }).waitFor();
  await inBothSizes(launched, picture, 'admin-snapshots');

  await openTopic(window, 'Metrics');
  await expect(window.getByRole('img', { name: 'Latency over time' }).locator('canvas')).toBeVisible();
  await inBothSizes(launched, picture, 'admin-metrics');
  await openTopic(window, 'In-flight requests');
  await window.getByRole('row', { name: /in-flight-req/ }).waitFor();
  await inBothSizes(launched, picture, 'admin-in-flight');
  await openTopic(window, 'Version history');
  await window.getByRole('row', { name: /^\d/ }).waitFor();
  await inBothSizes(launched, picture, 'admin-versions');
  await launched.close();

  const { token } = await newToken(cluster, { policies: ['default'] });
  const without = await launchConnected({ address: cluster.address, token });
  await openTopic(without.window, 'Audit devices');
  await without.window.getByRole('region', { name: 'Not permitted' }).waitFor();
  await inBothSizes(without, picture, 'admin-audit-refused');
  await without.close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
}
