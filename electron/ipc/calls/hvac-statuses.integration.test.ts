/** Every cluster status of the app's screens, compared with hvac: a real cluster of three, ceremonies half-way. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at, must, startHvac, startRaftCluster } from '../../../e2e/servers/index.ts';
import type { Hvac, RaftCluster } from '../../../e2e/servers/index.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import { targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();
let cluster: RaftCluster;
let hvac: Hvac;
/** One judge per node: each is asked itself. */
let judges: readonly Hvac[];

beforeAll(async () => {
  cluster = stopping(await startRaftCluster({ voters: true, keys: { shares: 5, threshold: 3 } }));
  judges = await Promise.all(
    cluster.nodes.map(async ({ address }) => {
      const { rootToken } = cluster;
      return stopping(await startHvac({ address, rootToken }));
    }),
  );
  hvac = judges[0] as Hvac;
  await halfWay(
    'sys/rekey',
    'init',
    { secret_shares: 3, secret_threshold: 2, require_verification: true },
    2,
  );
  await halfWay('sys/generate-root', 'attempt', {}, 1);
  await must(cluster, 'POST', 'sys/audit/nowhere', { type: 'file', options: { file_path: 'discard' } });
  await must(cluster, 'POST', 'sys/auth/people', { type: 'userpass', description: 'of the house' });
  await must(cluster, 'POST', 'auth/people/users/ann', { password: 'open sesame' });
  await must(cluster, 'POST', 'auth/people/login/ann', { password: 'open sesame' });
  await must(cluster, 'POST', 'sys/rotate/config', {
    enabled: true,
    interval: '48h',
    max_operations: 2_000_000,
  });
  await must(cluster, 'PUT', 'sys/policies/acl/reader', {
    policy: 'path "secret/*" { capabilities = ["read"] }',
  });
});

async function halfWay(family: string, start: string, body: object, given: number): Promise<void> {
  const nonce = at(await must(cluster, 'PUT', `${family}/${start}`, body), 'nonce');
  for (const key of cluster.shares.slice(0, given))
    await must(cluster, 'PUT', `${family}/update`, { key, nonce });
}

/** hvac's result for a status; throws its error. */
async function said(
  method: string,
  args: Readonly<Record<string, unknown>> = {},
  judge = hvac,
): Promise<unknown> {
  const answer = await judge.call(method, args);
  if (!answer.ok) throw new Error(`hvac raised ${answer.error}: ${answer.message}`);
  return answer.value;
}

/** A status for which hvac has no function of its own, by its generic one. */
const read = async (path: string): Promise<unknown> => at(await said('read', { path }), 'data');

const rowsOf = (value: unknown): readonly (readonly [string, unknown])[] => Object.entries(value as object);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Fields changing between reads. */
const moving = ['raft_committed_index', 'raft_applied_index', 'encryptions', 'request_id'];
function still(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (moving.includes(key) ? undefined : member)),
  );
}

async function login() {
  const app = newApp();
  const confirmedOrigins = cluster.standbys.map(({ address }) => address);
  return { app, sessionId: await app.login(cluster.address, cluster.rootToken, { confirmedOrigins }) };
}

describe('hvac agrees', () => {
  it.each([
    ['seal', 'sys.read_seal_status'],
    ['keys', 'sys.get_encryption_key_status'],
    ['leader', 'sys.read_leader_status'],
    ['rekey', 'sys.read_rekey_progress'],
    ['root-generation', 'sys.read_root_generation_progress'],
  ] as const)('on the answer of the panel %s', async (panel: SystemPanel, method) => {
    const { app, sessionId } = await login();
    const { raw } = await app.must('cluster.panel', { where: { sessionId }, panel });
    // The nonce of a ceremony is not a credential, and is shown: nothing of these answers is hidden.
    expect(still(JSON.parse(raw))).toEqual(still(await said(method)));
  });

  it('on what the panels make of it', async () => {
    const { app, sessionId } = await login();
    const facts = async (panel: SystemPanel) =>
      (await app.must('cluster.panel', { where: { sessionId }, panel })).facts;
    const seal = await said('sys.read_seal_status');
    expect(await facts('seal')).toMatchObject({
      type: at(seal, 'type'),
      initialized: at(seal, 'initialized'),
      sealed: at(seal, 'sealed'),
      threshold: at(seal, 't'),
      shares: at(seal, 'n'),
      progress: at(seal, 'progress'),
      version: at(seal, 'version'),
      storageType: at(seal, 'storage_type'),
      built: at(seal, 'build_date'),
      clusterName: at(seal, 'cluster_name'),
      migration: at(seal, 'migration'),
      recoverySeal: at(seal, 'recovery_seal'),
    });
    const keys = at(await said('sys.get_encryption_key_status'), 'data');
    expect(await facts('keys')).toMatchObject({
      term: at(keys, 'term'),
      installTime: at(keys, 'install_time'),
    });
    const leader = await said('sys.read_leader_status');
    expect(await facts('leader')).toMatchObject({
      haEnabled: at(leader, 'ha_enabled'),
      isSelf: at(leader, 'is_self'),
      leaderAddress: at(leader, 'leader_address'),
      clusterAddress: at(leader, 'leader_cluster_address'),
      performanceStandby: at(leader, 'performance_standby'),
      activeTime: at(leader, 'active_time'),
      // `sys/ha-status`
      nodes: listOf(at(await read('sys/ha-status'), 'nodes')).map((node) => ({
        hostname: at(node, 'hostname'),
        apiAddress: at(node, 'api_address'),
        clusterAddress: at(node, 'cluster_address'),
        active: at(node, 'active_node'),
        version: at(node, 'version'),
      })),
    });
  });

  it('on a rekey and a root generation half-way', async () => {
    const { app, sessionId } = await login();
    const where = { sessionId };
    const rekey = await said('sys.read_rekey_progress');
    expect(await app.must('ceremony.status', { where, ceremony: 'rekey' })).toMatchObject({
      phase: 'shares',
      given: at(rekey, 'progress'),
      needed: at(rekey, 'required'),
      nonce: at(rekey, 'nonce'),
      rekey: {
        shares: at(rekey, 'n'),
        threshold: at(rekey, 't'),
        backup: at(rekey, 'backup'),
        verifies: at(rekey, 'verification_required'),
      },
    });
    expect([at(rekey, 'progress'), at(rekey, 'required'), at(rekey, 'n')]).toEqual([2, 3, 3]);
    const root = await said('sys.read_root_generation_progress');
    expect(await app.must('ceremony.status', { where, ceremony: 'generate-root' })).toMatchObject({
      phase: 'shares',
      given: at(root, 'progress'),
      needed: at(root, 'required'),
      nonce: at(root, 'nonce'),
    });
    expect(at(root, 'progress')).toBe(1);
    // The unseal screen's node facts.
    const nodes = await app.must('ceremony.nodes', {
      where: { target: targetAt(cluster.address), name: 'one' },
      more: [],
    });
    const seal = await said('sys.read_seal_status');
    expect(nodes[0]?.seal).toMatchObject({
      initialized: at(await said('sys.read_init_status'), 'initialized'),
      sealed: at(seal, 'sealed'),
      threshold: at(seal, 't'),
      shares: at(seal, 'n'),
    });
  });

  it('on the health and the role of every node', async () => {
    const { app, sessionId } = await login();
    const watchId = 'hvac';
    await app.begin('cluster.watch', { where: { sessionId }, watchId, everyMs: 0 }).result;
    const news = app.events.flatMap((event) => (event.name === 'cluster.seen' ? [event.payload] : []));
    const nodes = news.at(-1)?.status.seen.nodes ?? [];
    expect(nodes).toHaveLength(3);
    for (const [index, { address }] of cluster.nodes.entries()) {
      const judge = judges[index];
      const health = await said('sys.read_health_status', { method: 'GET', standby_ok: true }, judge);
      const leader = await said('sys.read_leader_status', {}, judge);
      expect(nodes.find((node) => node.address === address)?.answer).toMatchObject({
        initialized: at(health, 'initialized'),
        sealed: at(health, 'sealed'),
        version: at(health, 'version'),
        clusterId: at(health, 'cluster_id'),
        clusterName: at(health, 'cluster_name'),
        role: at(health, 'standby') === true ? 'standby' : 'leader',
      });
      expect(at(leader, 'is_self')).toBe(at(health, 'standby') !== true);
    }
  });

  it('on raft and its autopilot', async () => {
    const { app, sessionId } = await login();
    const [state, settings] = [
      await read('sys/storage/raft/autopilot/state'),
      await read('sys/storage/raft/autopilot/configuration'),
    ];
    const status = await app.must('raft.status', { sessionId });
    const servers = listOf(at(await said('sys.read_raft_config'), 'data', 'config', 'servers'));
    expect(status.peers).toMatchObject(
      servers.map((server) => ({
        nodeId: at(server, 'node_id'),
        address: at(server, 'address'),
        leader: at(server, 'leader'),
        voter: at(server, 'voter'),
        version: at(state, 'servers', String(at(server, 'node_id')), 'version'),
      })),
    );
    expect(status.peers).toHaveLength(3);
    expect(status.state).toEqual({
      healthy: at(state, 'healthy'),
      failureTolerance: at(state, 'failure_tolerance'),
    });
    expect(at(settings, 'dead_server_last_contact_threshold')).toBe('24h0m0s');
    expect(status.settings).toEqual({
      cleanupDeadServers: at(settings, 'cleanup_dead_servers'),
      deadServerLastContactThreshold: '24h',
      lastContactThreshold: at(settings, 'last_contact_threshold'),
      serverStabilizationTime: at(settings, 'server_stabilization_time'),
      maxTrailingLogs: at(settings, 'max_trailing_logs'),
      minQuorum: at(settings, 'min_quorum'),
    });
  });

  it('on the automatic rotation, audit devices, quotas, plugins and versions', async () => {
    const { app, sessionId } = await login();
    const rotation = await read('sys/rotate/config');
    expect(at(rotation, 'interval')).toBe('48h0m0s');
    expect(await app.must('cluster.rotation', { sessionId })).toEqual({
      enabled: at(rotation, 'enabled'),
      maxOperations: at(rotation, 'max_operations'),
      intervalSeconds: 48 * 3600,
    });
    const devices = at(await said('sys.list_enabled_audit_devices'), 'data');
    expect(await app.must('audit.list', { sessionId })).toEqual(
      rowsOf(devices).map(([path, device]) => ({
        path,
        type: at(device, 'type'),
        description: at(device, 'description'),
        local: at(device, 'local'),
        options: at(device, 'options'),
      })),
    );
    expect(rowsOf(devices)).toHaveLength(1);
    const quotas = await read('sys/quotas/config');
    expect(await app.must('quota.settings', { sessionId })).toEqual({
      auditLogging: at(quotas, 'enable_rate_limit_audit_logging'),
      responseHeaders: at(quotas, 'enable_rate_limit_response_headers'),
      exemptPaths: at(quotas, 'rate_limit_exempt_paths'),
    });
    const plugins = listOf(at(await read('sys/plugins/catalog'), 'detailed'));
    const { plugins: ours } = await app.must('plugin.list', { sessionId });
    const named = (type: unknown, name: unknown, version: unknown) => [type, name, version].join(' ');
    expect(ours.map(({ type, name, version }) => named(type, name, version)).sort()).toEqual(
      plugins.map((one) => named(at(one, 'type'), at(one, 'name'), at(one, 'version') ?? '')).sort(),
    );
    const versions = at(await said('list', { path: 'sys/version-history' }), 'data', 'keys');
    expect((await app.must('server.versions', { sessionId })).map(({ version }) => version)).toEqual(
      versions,
    );
  });

  it('on secrets engines, auth methods, policies and leases', async () => {
    const { app, sessionId } = await login();
    for (const [kind, method] of [
      ['secret', 'sys.list_mounted_secrets_engines'],
      ['auth', 'sys.list_auth_methods'],
    ] as const) {
      const { rows } = await app.must('mount.table', { sessionId, kind });
      const mounts = rowsOf(at(await said(method), 'data')).toSorted(([a], [b]) => (a < b ? -1 : 1));
      expect(rows).toMatchObject(
        mounts.map(([path, mount]) => ({
          path,
          type: at(mount, 'type'),
          accessor: at(mount, 'accessor'),
          uuid: at(mount, 'uuid'),
          local: at(mount, 'local'),
          sealWrap: at(mount, 'seal_wrap'),
          kvVersion: at(mount, 'options', 'version') ?? '',
          tuning: { description: at(mount, 'description') },
        })),
      );
      expect(rows).toHaveLength(mounts.length);
    }
    expect(await app.must('policy.list', { sessionId })).toEqual(
      at(await said('sys.list_policies'), 'data', 'policies'),
    );
    const prefix = 'auth/people/login/ann/';
    const keys = listOf(at(await said('sys.list_leases', { prefix }), 'data', 'keys'));
    const folder = await app.must('lease.list', { sessionId, prefix });
    expect(folder).toMatchObject({ folders: [], leases: keys, total: 1 });
    const lease = at(await said('sys.read_lease', { lease_id: `${prefix}${String(keys[0])}` }), 'data');
    const facts = await app.must('lease.read', { sessionId, leaseId: `${prefix}${String(keys[0])}` });
    expect(facts).toMatchObject({
      leaseId: at(lease, 'id'),
      renewable: at(lease, 'renewable'),
      issued: at(lease, 'issue_time'),
      expires: at(lease, 'expire_time'),
    });
  });
});
