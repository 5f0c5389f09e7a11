/**
 * Operations on a cluster, by the screens: three raft nodes over TLS, and each effect verified on the servers
 * themselves. The tests share the nodes, in order: the last one removes a node.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { agree, openTopic } from './steps/administration-steps.ts';
import type { LaunchedApp } from './steps/app.ts';
import { agreeTo, giveShare, openCeremony, saveAll } from './steps/ceremony-steps.ts';
import {
  clusterCard,
  confirmNode,
  nodeRow,
  openCluster,
  openPanel,
  panelView,
} from './steps/cluster-screen.ts';
import { answerFileDialogs, answerSaveDialogs } from './steps/connect-form.ts';
import { launchConnected } from './steps/connected.ts';
import { ask, at, health, must, startRaftCluster, textAt, until } from './servers/index.ts';
import type { RaftCluster, RaftNode, Reachable } from './servers/index.ts';

const CLUSTER = 'strongroom-test';
let cluster: RaftCluster;
let launched: LaunchedApp | undefined;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  cluster = await startRaftCluster({
    voters: true,
    certificateDays: [300, 300, 300],
    keys: { shares: 3, threshold: 2 },
  });
});
test.afterEach(async () => {
  await launched?.close();
  launched = undefined;
});
test.afterAll(() => cluster.stop());

/** A node, reachable with the root token. */
function node({ address }: Pick<RaftNode, 'address'>): Reachable {
  const { rootToken, ca } = cluster;
  return { address, rootToken, ...(ca === undefined ? {} : { ca }) };
}

/** The node that all others report as leader, once each of them accepts requests. */
async function leaderNow(but?: RaftNode): Promise<RaftNode> {
  let leader: RaftNode | undefined;
  await until(async () => {
    const named = await Promise.all(
      cluster.nodes.map(async (one) =>
        at((await ask(node(one), 'GET', 'sys/leader')).json, 'leader_address'),
      ),
    );
    leader = cluster.nodes.find(({ address }) => address === named[0]);
    if (leader === undefined || leader === but || named.some((one) => one !== named[0])) return false;
    const answers = await Promise.all(cluster.nodes.map((one) => ask(node(one), 'GET', 'sys/mounts')));
    return answers.every(({ status }) => status === 200);
  });
  if (leader === undefined) throw new Error('no leader');
  return leader;
}

/** The app at a node, on its Cluster screen. */
async function openAt(home: RaftNode): Promise<LaunchedApp> {
  const server = { address: home.address, token: cluster.rootToken };
  launched = await launchConnected(server, { env: { SSL_CERT_FILE: cluster.caPath ?? '' } });
  await openCluster(launched.window);
  return launched;
}

const isSealed = async (one: RaftNode): Promise<boolean> =>
  at(await must(node(one), 'GET', 'sys/seal-status'), 'sealed') === true;

test('Rotate begins a new term, and Change sets when the next one begins by itself', async () => {
  const leader = await leaderNow();
  const term = async (): Promise<number> =>
    Number(at(await must(node(leader), 'GET', 'sys/key-status'), 'data', 'term'));
  const before = await term();
  const app = await openAt(leader);
  const keys = await openPanel(app.window, 'Encryption key');
  await agreeTo(app, 'Rotate…', 'Rotate key');
  await expect(clusterCard(app.window, 'Encryption key')).toContainText(`Term ${String(before + 1)}`);
  expect(await term()).toBe(before + 1);

  await keys.getByRole('button', { name: 'Change…' }).click();
  const dialog = app.window.getByRole('dialog', { name: 'Automatic rotation' });
  await dialog.getByRole('textbox', { name: 'Encryptions' }).fill('2000000');
  await dialog.getByRole('textbox', { name: 'Interval in seconds; 0 for none' }).fill('172800');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await agree(app, 'Change rotation');
  await expect(keys.getByText('after 2,000,000 encryptions or 48h')).toBeVisible();
  expect(await must(node(leader), 'GET', 'sys/rotate/config')).toMatchObject({
    data: { enabled: true, max_operations: 2_000_000, interval: '48h0m0s' },
  });
});

test('a rekey under way is on its card; Step down ends it, and the screen says that the leader changed', async () => {
  const leader = await leaderNow();
  const app = await openAt(leader);
  const { window } = app;
  const card = clusterCard(window, 'Rekey');
  await expect(card).toContainText('none');
  const plan = { secret_shares: 3, secret_threshold: 2, require_verification: true };
  const nonce = textAt(await must(node(leader), 'PUT', 'sys/rekey/init', plan), 'nonce');
  await expect(card).toContainText('0 of 2 shares entered');
  await must(node(leader), 'PUT', 'sys/rekey/update', { key: cluster.shares[0], nonce });
  await expect(card).toContainText('1 of 2 shares entered');
  await openCeremony(window, 'Rekey');
  await expect(window.getByText('1 of 2 entered')).toBeVisible();
  const host = ({ address }: RaftNode): string => new URL(address).host;
  await expect(
    window.getByText(`count until the ceremony is cancelled or ${host(leader)} no longer leads`),
  ).toBeVisible();

  await openCluster(window);
  await openPanel(window, 'Leader');
  await agreeTo(app, 'Step down…', 'Step down');
  const next = await leaderNow(leader);
  expect(at(await must(node(next), 'GET', 'sys/rekey/init'), 'started')).toBe(false);
  await expect(card).toContainText('Not in progress');
  await expect(card).toContainText('Ended: open to see why');
  const changed = `The leader changed from ${host(leader)} to ${host(next)}`;
  await expect((await openPanel(window, 'Rekey')).getByText(changed)).toBeVisible();
  await openCeremony(window, 'Rekey');
  await expect(window.getByText(changed)).toContainText(
    'unless the last share was entered just before. Begin again.',
  );
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
  await expect(window.getByText(/another participant/i)).toHaveCount(0);
});

test('a root token is generated with two shares, and every node takes it', async () => {
  const leader = await leaderNow();
  const standby = cluster.nodes.find((one) => one !== leader) as RaftNode;
  const app = await openAt(standby);
  await openPanel(app.window, 'Root generation');
  await app.window.getByRole('button', { name: 'Generate root token…' }).click();
  await agreeTo(app, 'Begin root generation…', 'Begin root generation');
  for (const share of cluster.shares.slice(1)) await giveShare(app, 'Enter key share…', share);
  const [rootToken = ''] = await saveAll(app, 'Root token', 1);
  expect(rootToken).not.toBe(cluster.rootToken);
  for (const one of cluster.nodes)
    expect(
      at(await must({ ...node(one), rootToken }, 'GET', 'auth/token/lookup-self'), 'data', 'policies'),
    ).toEqual(['root']);
});

test('a snapshot brings back what was changed and deleted since, and takes what was added', async () => {
  const leader = await leaderNow();
  const entry = (name: string) => ask(node(leader), 'GET', `secret/data/${name}`);
  for (const name of ['changed', 'deleted'])
    await must(node(leader), 'POST', `secret/data/${name}`, { data: { k: 'before' } });
  const folder = mkdtempSync(join(tmpdir(), 'cluster-actions-'));
  const path = join(folder, 'cluster.snap');
  const app = await openAt(leader);
  const page = await openTopic(app.window, 'Snapshots');
  await answerSaveDialogs(app, [path]);
  await page.getByRole('button', { name: 'Save snapshot…' }).click();
  await expect(page.getByText(/^Saved as cluster\.snap/)).toBeVisible();
  expect(statSync(path).mode & 0o777).toBe(0o600);

  await must(node(leader), 'POST', 'secret/data/changed', { data: { k: 'after' } });
  await must(node(leader), 'POST', 'secret/data/added', { data: { k: 'after' } });
  await must(node(leader), 'DELETE', 'secret/metadata/deleted');
  await answerFileDialogs(app, [path]);
  await page.getByRole('button', { name: 'Choose a snapshot…' }).click();
  await expect(page.getByText('KiB, checksums match', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Restore snapshot…' }).click();
  await agree(app, 'Restore snapshot', CLUSTER);
  await expect(page.getByText('cluster.snap is restored.')).toBeVisible();
  const before = { data: { data: { k: 'before' }, metadata: { version: 1 } } };
  await expect.poll(async () => (await entry('deleted')).json).toMatchObject(before);
  expect((await entry('changed')).json).toMatchObject(before);
  expect((await entry('added')).status).toBe(404);
  rmSync(folder, { recursive: true });
});

test('a node that comes back sealed is unsealed from its card, and follows its leader again', async () => {
  const leader = await leaderNow();
  const third = cluster.nodes.find((one) => one !== leader) as RaftNode;
  const app = await openAt(leader);
  const { window } = app;
  await confirmNode(app, third.address);
  await third.stop();
  await expect(nodeRow(window, third.id).getByText('no answer')).toBeVisible();
  await third.restart();
  await expect(nodeRow(window, third.id).getByText('sealed', { exact: true })).toBeVisible();
  await expect(clusterCard(window, 'Seal')).toContainText('1 of 3 nodes unsealed');
  const seal = await openPanel(window, 'Seal');
  await seal.getByRole('button', { name: `Unseal ${third.id}…` }).click();
  const row = window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: third.address }) });
  // A node confirmed only for viewing needs another confirmation before it gets shares.
  await row.getByRole('button', { name: 'Confirm node…' }).click();
  await app.answer((trusted) => trusted.getByRole('button', { name: 'Contact server' }).click());
  await expect(row.getByText('sealed', { exact: true })).toBeVisible();
  await giveShare(app, 'Enter unseal key…', cluster.shares[0] ?? '');
  await expect(row.getByRole('cell', { name: '1 of 2' })).toBeVisible();
  await giveShare(app, 'Enter unseal key…', cluster.shares[2] ?? '');
  await expect(row.getByText('unsealed')).toBeVisible();
  expect(await isSealed(third)).toBe(false);
  await until(async () => at(await health(node(third)), 'ha_connection_healthy') === true);
  await openCluster(window);
  await expect(nodeRow(window, third.id).getByText('unsealed', { exact: true })).toBeVisible();
});

test('Seal seals the node of the session alone, and its own card unseals it', async () => {
  const leader = await leaderNow();
  const app = await openAt(leader);
  const { window } = app;
  await openPanel(window, 'Seal');
  await window.getByRole('button', { name: 'Seal…', exact: true }).click();
  await agree(app, 'Seal', new URL(leader.address).host);
  await until(() => isSealed(leader));
  expect(await Promise.all(cluster.nodes.map(isSealed))).toEqual(cluster.nodes.map((one) => one === leader));
  await openCluster(window);
  const seal = panelView(window, 'Seal');
  const give = seal.getByRole('button', { name: 'Enter unseal key…' });
  for (const share of cluster.shares.slice(0, 2)) {
    await give.click();
    await app.answer(async (trusted) => {
      await expect(trusted.getByText(leader.address, { exact: false }).first()).toBeVisible();
      await trusted.getByRole('textbox', { name: 'Unseal key share' }).fill(share);
      await trusted.getByRole('button', { name: 'Enter this key' }).click();
    });
    if (share === cluster.shares[0]) await expect(seal.getByText('1 of 2', { exact: true })).toBeVisible();
  }
  await expect(seal.getByText('Unsealed')).toBeVisible();
  expect(await isSealed(leader)).toBe(false);
  expect(await leaderNow(leader)).not.toBe(leader);
});

test('Remove node takes a standby out of raft', async () => {
  const leader = await leaderNow();
  const out = cluster.nodes.find((one) => one !== leader) as RaftNode;
  const servers = async (): Promise<readonly unknown[]> => {
    const found = at(
      await must(node(leader), 'GET', 'sys/storage/raft/configuration'),
      'data',
      'config',
      'servers',
    );
    return (found as readonly unknown[]).map((one) => at(one, 'node_id'));
  };
  expect(await servers()).toHaveLength(3);
  const app = await openAt(leader);
  await nodeRow(app.window, out.id).getByText(out.id, { exact: true }).click();
  await panelView(app.window, out.id).getByRole('button', { name: 'Remove node…' }).click();
  await agree(app, 'Remove node', out.id);
  await expect(panelView(app.window, out.id)).toHaveCount(0);
  expect(await servers()).toHaveLength(2);
  expect(await servers()).not.toContain(out.id);
});
