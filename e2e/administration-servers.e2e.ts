/** Server administration for operators, by the screens of the real app, on a raft cluster of its own. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { agree, openTopic } from './steps/administration-steps.ts';
import { answerFileDialogs, answerSaveDialogs } from './steps/connect-form.ts';
import { openCluster, openPanel } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { onClipboard } from './steps/wrapping-steps.ts';
import { ask, factsOf, must, newToken, startRaftCluster } from './servers/index.ts';
import type { RaftCluster } from './servers/index.ts';

const CLUSTER = 'strongroom-test';
const facts = factsOf();
let cluster: RaftCluster;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'administration-'));
  cluster = await startRaftCluster({ nodes: 1 });
});
test.afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

test('an audit device is enabled, hashes a value and is disabled', async () => {
  test.skip(!facts.auditByApi, 'This product takes its audit devices from its configuration.');
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window } = launched;
  const audit = await openTopic(window, 'Audit devices');
  await expect(audit.getByText('No audit devices')).toBeVisible();
  await audit.getByRole('button', { name: 'Enable device…' }).click();
  const log = join(folder, 'audit.log');
  await window.getByRole('textbox', { name: 'File', exact: true }).fill(log);
  await window.getByRole('dialog').getByRole('button', { name: 'Enable…' }).click();
  await agree(launched, 'Enable device');
  const row = audit.getByRole('row', { name: /^file\// });
  await expect(row).toBeVisible();
  expect(existsSync(log)).toBe(true);
  await row.click();
  await audit.getByRole('button', { name: 'Hash a value…' }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Value', { exact: true }).fill('the value to find');
    await trusted.getByRole('button', { name: 'Hash', exact: true }).click();
  });
  const hash = audit.getByText(/^hmac-sha256:[0-9a-f]{64}$/);
  await expect(hash).toBeVisible();
  await must(cluster, 'POST', 'secret/data/hashed', { data: { k: 'the value to find' } });
  expect(readFileSync(log, 'utf8')).toContain(await hash.textContent());
  await audit.getByRole('button', { name: 'Disable…' }).click();
  await agree(launched, 'Disable device', 'file');
  await expect(audit.getByText('No audit devices')).toBeVisible();
  await launched.close();
});

test('a quota of requests is created; one of leases is Vault Enterprise’s', async () => {
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window } = launched;
  const quotas = await openTopic(window, 'Quotas');
  await quotas.getByRole('button', { name: 'Create quota…' }).click();
  await window.getByRole('textbox', { name: 'Name', exact: true }).fill('everybody');
  await window.getByRole('textbox', { name: 'Requests', exact: true }).fill('4321');
  await window.getByRole('dialog').getByRole('button', { name: 'Create…' }).click();
  await agree(launched, 'Create quota');
  await expect(quotas.getByRole('row', { name: /^everybody 4,321 requests/ })).toBeVisible();
  expect(await must(cluster, 'GET', 'sys/quotas/rate-limit/everybody')).toMatchObject({
    data: { rate: 4321 },
  });
  await quotas.getByRole('tab', { name: 'Lease counts' }).click();
  await expect(quotas.getByText('This kind of quota needs Vault Enterprise.')).toBeVisible();
  await launched.close();
});

test('a snapshot is saved, and restored after a loss; a truncated one is refused', async () => {
  const path = join(folder, 'cluster.snap');
  await must(cluster, 'POST', 'secret/data/kept', { data: { k: 'before' } });
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Snapshots');
  await answerSaveDialogs(launched, [path]);
  await page.getByRole('button', { name: 'Save snapshot…' }).click();
  await expect(page.getByText(/^Saved as cluster\.snap/)).toBeVisible();
  expect(statSync(path).mode & 0o777).toBe(0o600);

  await must(cluster, 'DELETE', 'secret/metadata/kept');
  const cut = join(folder, 'cut.snap');
  writeFileSync(cut, readFileSync(path).subarray(0, 2000));
  await answerFileDialogs(launched, [cut, path]);
  const choose = page.getByRole('button', { name: 'Choose a snapshot…' });
  await choose.click();
  await expect(page.getByText('is truncated', { exact: false })).toBeVisible();
  await choose.click();
  await expect(page.getByText('checksums match', { exact: false }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Restore snapshot…' }).click();
  await agree(launched, 'Restore snapshot', CLUSTER);
  await expect(page.getByText('cluster.snap is restored.')).toBeVisible();
  await expect
    .poll(async () => (await ask(cluster, 'GET', 'secret/data/kept')).json)
    .toMatchObject({ data: { data: { k: 'before' } } });
  await launched.close();
});

test('bad input: a snapshot of another cluster is refused with the way to force it, and nothing is restored', async () => {
  const other = await startRaftCluster({ nodes: 1 });
  const path = join(folder, 'other.snap');
  const answer = await fetch(`${other.address}/v1/sys/storage/raft/snapshot`, {
    headers: { 'X-Vault-Token': other.rootToken },
  });
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  await other.stop();
  await must(cluster, 'POST', 'secret/data/mine', { data: { k: 'still' } });
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const page = await openTopic(launched.window, 'Snapshots');
  await answerFileDialogs(launched, [path]);
  await page.getByRole('button', { name: 'Choose a snapshot…' }).click();
  await page.getByRole('button', { name: 'Restore snapshot…' }).click();
  await agree(launched, 'Restore snapshot', CLUSTER);
  await expect(page.getByText('of a cluster with other unseal keys', { exact: false })).toBeVisible();
  await expect(page.getByText('Force restore accepts it', { exact: false })).toBeVisible();
  expect(await must(cluster, 'GET', 'secret/data/mine')).toMatchObject({ data: { data: { k: 'still' } } });
  await launched.close();
});

test('OpenBao is administered by what it offers: an audit device is a stanza for its configuration', async () => {
  const bao = await startRaftCluster({ product: 'openbao', nodes: 1 });
  const launched = await launchConnected({ address: bao.address, token: bao.rootToken });
  const { window } = launched;
  await expect(window.getByText(/^OpenBao \d+\.\d+\.\d+ · leader$/)).toBeVisible();
  const audit = await openTopic(window, 'Audit devices');
  await audit.getByRole('button', { name: 'Enable device…' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File', exact: true }).fill('/var/log/bao.log');
  await expect(
    dialog.getByText('takes audit devices from its configuration only', { exact: false }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy stanza' }).click();
  await expect
    .poll(() => onClipboard(launched))
    .toBe('audit "file" "file" {\n  options {\n    file_path = "/var/log/bao.log"\n  }\n}');
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const engines = await openTopic(window, 'Secrets engines');
  await engines.getByRole('button', { name: 'Enable engine…' }).click();
  await dialog.getByRole('textbox', { name: 'Path' }).fill('bao-team');
  await dialog.getByRole('button', { name: 'Enable…' }).click();
  await agree(launched, 'Enable');
  await expect(engines.getByRole('complementary', { name: 'bao-team/', exact: true })).toBeVisible();
  for (const topic of ['Auth methods', 'Leases', 'Quotas', 'Plugins', 'Version history']) {
    const page = await openTopic(window, topic);
    await expect(page.getByText(/\bread\b/).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await openCluster(window);
  await expect((await openPanel(window, 'Raft')).getByText(/^leader/)).toBeVisible();
  await launched.close();
  await bao.stop();
});

test('metrics are painted as charts, and the node is told with its role', async () => {
  const launched = await launchConnected({ address: cluster.address, token: cluster.rootToken });
  const { window } = launched;
  const violations: string[] = [];
  window.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await openCluster(window);
  await expect((await openPanel(window, 'Raft')).getByText(/^leader · healthy/)).toBeVisible();
  const page = await openTopic(window, 'Metrics');
  const chart = page.getByRole('img', { name: 'Requests over time' });
  await expect(chart.locator('canvas')).toBeVisible();
  // The canvas is not just its background.
  await expect
    .poll(() =>
      chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        return data.some((value) => value > 0);
      }),
    )
    .toBe(true);
  expect(violations).toEqual([]);
  await openTopic(window, 'In-flight requests');
  await expect(window.getByRole('row', { name: /GET sys\/in-flight-req 127\.0\.0\.1/ })).toBeVisible();
  await openTopic(window, 'Version history');
  await expect(
    window.getByRole('row', { name: new RegExp(`^${facts.version.replaceAll('.', '\\.')}`) }),
  ).toBeVisible();
  await launched.close();
});

test('a token without the rights is told in one card which one is missing', async () => {
  const { token } = await newToken(cluster, { policies: ['default'] });
  const launched = await launchConnected({ address: cluster.address, token });
  const { window } = launched;
  for (const [title, path] of [
    ['Audit devices', 'sys/audit'],
    ['Metrics', 'sys/metrics'],
  ] as const) {
    const page = await openTopic(window, title);
    await expect(page.getByRole('region', { name: 'Not permitted' })).toContainText(path);
  }
  await openCluster(window);
  await expect(
    (await openPanel(window, 'Raft')).getByRole('region', { name: 'Not permitted' }),
  ).toContainText('sys/storage/raft/configuration');
  await launched.close();
});
