/**
 * What an operator does to a cluster, by the screens: three raft nodes over TLS, and each act read back at the servers
 * themselves. The nodes are shared by the tests.
 */
import { expect, test } from '@playwright/test';
import { agree } from './steps/administration-steps.ts';
import type { LaunchedApp } from './steps/app.ts';
import { agreeTo, giveShare, openCeremony, saveAll } from './steps/ceremony-steps.ts';
import { clusterCard, openCluster, openPanel } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { ask, at, must, startRaftCluster, textAt, until } from './servers/index.ts';
import type { RaftCluster, RaftNode, Reachable } from './servers/index.ts';

let cluster: RaftCluster;
let launched: LaunchedApp | undefined;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  cluster = await startRaftCluster({
    ...{ voters: true, certificateDays: [300, 300, 300], keys: { shares: 3, threshold: 2 } },
  });
});
test.afterEach(async () => {
  await launched?.close();
  launched = undefined;
});
test.afterAll(() => cluster.stop());

/** A node to be asked with the root token. */
function node({ address }: Pick<RaftNode, 'address'>): Reachable {
  const { rootToken, ca } = cluster;
  return { address, rootToken, ...(ca === undefined ? {} : { ca }) };
}

/** The node that all others name as their leader, once each of them takes requests. */
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
  await expect(card).toContainText('Not in progress');
  const plan = { secret_shares: 3, secret_threshold: 2, require_verification: true };
  const nonce = textAt(await must(node(leader), 'PUT', 'sys/rekey/init', plan), 'nonce');
  await expect(card).toContainText('0 of 2 shares given');
  await must(node(leader), 'PUT', 'sys/rekey/update', { key: cluster.shares[0], nonce });
  await expect(card).toContainText('1 of 2 shares given');
  await openCeremony(window, 'Rekey');
  await expect(window.getByText('1 of 2 given')).toBeVisible();
  const host = ({ address }: RaftNode): string => new URL(address).host;
  await expect(
    window.getByText(`count until somebody cancels or ${host(leader)} no longer leads`),
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
    'unless the last share was given just before. Begin again.',
  );
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
  await expect(window.getByText(/somebody else/i)).toHaveCount(0);
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
