/** Audit devices, quotas, plugins, metrics, requests under way and versions, on real servers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  factsOf,
  must,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startRaftCluster,
  startRecordingProxy,
  startSealedVault,
  temporaryFolder,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { RaftCluster } from '../../../e2e/servers/index.ts';
import { auditStanza } from '../../../shared/vault/audit.ts';
import type { NewAuditDevice } from '../../../shared/vault/audit.ts';
import type { NewPlugin } from '../../../shared/vault/plugin.ts';
import type { Quota } from '../../../shared/vault/quota.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();
const { auditByApi, pins: pinsOffered, version } = factsOf();
let own: RaftCluster;
beforeAll(async () => {
  own = stopping(await startRaftCluster({ nodes: 1 }));
});

async function withoutRights() {
  const { token } = await newToken(own, { policies: ['default'] });
  const app = newApp();
  return { app, sessionId: await app.login(own.address, token) };
}

describe('an audit device', () => {
  it.runIf(auditByApi)(
    'is enabled once a person agreed, hashes a value typed in the secure prompt, and is disabled by its name',
    async () => {
      const folder = temporaryFolder('audit');
      const path = uniqueName('file');
      const log = join(folder.path, 'audit.log');
      const { app, sessionId } = await session(own);
      const device: NewAuditDevice = {
        path,
        type: 'file',
        description: 'for the tests',
        local: false,
        options: { file_path: log, mode: '0600' },
      };
      expect(await app.refused('audit.enable', { sessionId, device })).toMatchObject({ kind: 'cancelled' });
      expect(existsSync(log)).toBe(false);
      app.answers.push('');
      await app.must('audit.enable', { sessionId, device });
      expect(app.asked.at(-1)).toMatchObject({
        title: 'Enable this audit device?',
        body: expect.arrayContaining([expect.stringContaining('stops responding')]) as string[],
      });
      expect(await app.must('audit.list', { sessionId })).toMatchObject([
        { path: `${path}/`, type: 'file', description: 'for the tests', options: { file_path: log } },
      ]);

      const value = uniqueName('value-to-hash');
      app.answers.push({ input: value });
      const { hash } = await app.must('audit.hash', { sessionId, path });
      expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-fields', destination: { address: own.address } });
      expect(hash).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
      expect(app.crossed()).not.toContain(value);
      // The very hash in the log of the request that carried the value.
      await must(own, 'POST', 'secret/data/hashed', { data: { k: value } });
      expect(readFileSync(log, 'utf8')).toContain(hash);

      app.answers.push(path);
      await app.must('audit.disable', { sessionId, path });
      expect(app.asked.at(-1)).toMatchObject({ typedName: path, destructive: true });
      expect(await app.must('audit.list', { sessionId })).toEqual([]);
      folder.remove();
    },
  );

  it.runIf(auditByApi)('that cannot be written to is refused in the server’s words', async () => {
    const { app, sessionId } = await session(own);
    app.answers.push('');
    const refused = await app.refused('audit.enable', {
      sessionId,
      device: {
        path: 'nowhere',
        type: 'file',
        description: '',
        local: false,
        options: { file_path: '/proc/nowhere/audit.log' },
      },
    });
    expect(refused.serverErrors?.join(' ')).toMatch(/sanity check failed|unable to open/);
  });

  it('of the start of a server is listed, and hashes a value as its log does', async () => {
    const folder = temporaryFolder('audit');
    const log = join(folder.path, 'audit.log');
    const server = stopping(await startDevVault({ audit: { path: 'from-start', file: log } }));
    const { app, sessionId } = await session(server);
    expect(await app.must('audit.list', { sessionId })).toMatchObject([
      { path: 'from-start/', type: 'file', options: { file_path: log } },
    ]);
    const value = uniqueName('value-to-hash');
    app.answers.push({ input: value });
    const { hash } = await app.must('audit.hash', { sessionId, path: 'from-start' });
    await must(server, 'POST', 'secret/data/hashed', { data: { k: value } });
    expect(readFileSync(log, 'utf8')).toContain(hash);
    folder.remove();
  });

  it('of OpenBao comes from its configuration, which takes the stanza as it is shown', async () => {
    const folder = temporaryFolder('audit');
    const log = join(folder.path, 'audit.log');
    const device: NewAuditDevice = {
      path: 'team/main',
      type: 'file',
      description: 'for “the” "tests" \\ all',
      local: true,
      options: { file_path: log, mode: '0600' },
    };
    const bao = stopping(await startDevVault({ product: 'openbao', configuration: auditStanza(device) }));
    const { app, sessionId } = await session(bao, bao.rootToken, {}, { agrees: true });
    expect(await app.must('audit.list', { sessionId })).toEqual([{ ...device, path: 'team/main/' }]);
    expect(existsSync(log)).toBe(true);
    expect(await app.must('audit.management', { sessionId })).toBe('configuration');
    const { token } = await newToken(bao, { policies: ['default'] });
    const stranger = await app.login(bao.address, token);
    expect(await app.must('audit.management', { sessionId: stranger })).toBe('unknown');
    folder.remove();
  });

  it('is enabled over the API by Vault, and by an OpenBao that is configured so', async () => {
    const folder = temporaryFolder('audit');
    const device: NewAuditDevice = {
      path: 'file',
      type: 'file',
      description: '',
      local: false,
      options: { file_path: join(folder.path, 'audit.log') },
    };
    const configuration = 'unsafe_allow_api_audit_creation = true\n';
    const bao = stopping(await startDevVault({ product: 'openbao', configuration }));
    const { app, sessionId } = await session(bao, bao.rootToken, {}, { agrees: true });
    expect(await app.must('audit.management', { sessionId })).toBe('api');
    await app.must('audit.enable', { sessionId, device });
    expect(await app.must('audit.list', { sessionId })).toMatchObject([{ path: 'file/' }]);
    const there = await app.login(own.address, own.rootToken);
    expect(await app.must('audit.management', { sessionId: there })).toBe('api');
    folder.remove();
  });
});

describe('a quota', () => {
  it('is created, changed and deleted; settings of all rate limits are kept', async () => {
    const { app, sessionId } = await session(own);
    expect(await app.must('quota.list', { sessionId, kind: 'rate-limit' })).toEqual({
      quotas: [],
      unread: [],
    });
    const quota: Quota = {
      kind: 'rate-limit',
      name: 'all',
      path: '',
      role: '',
      inheritable: false,
      rate: 1234.5,
      intervalSeconds: 2,
      blockSeconds: 0,
      maxLeases: 0,
    };
    app.answers.push('', '');
    await app.must('quota.save', { sessionId, quota, created: true });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Create this quota?' });
    await app.must('quota.save', { sessionId, quota: { ...quota, rate: 5000 }, created: false });
    const { quotas } = await app.must('quota.list', { sessionId, kind: 'rate-limit' });
    expect(quotas).toMatchObject([{ name: 'all', rate: 5000, intervalSeconds: 2, path: '' }]);
    const settings = await app.must('quota.settings', { sessionId });
    app.answers.push('');
    await app.must('quota.saveSettings', {
      sessionId,
      settings: { ...settings, responseHeaders: true, exemptPaths: ['sys/health'] },
    });
    expect(await app.must('quota.settings', { sessionId })).toMatchObject({
      responseHeaders: true,
      exemptPaths: ['sys/health'],
    });
    app.answers.push('');
    await app.must('quota.delete', { sessionId, kind: 'rate-limit', name: 'all' });
    expect(await app.must('quota.list', { sessionId, kind: 'rate-limit' })).toEqual({
      quotas: [],
      unread: [],
    });
  });

  it('of leases is not offered by a community server', async () => {
    const { app, sessionId } = await session(own);
    expect(await app.refused('quota.list', { sessionId, kind: 'lease-count' })).toMatchObject({
      kind: 'not-offered',
    });
  });

  it('that may be listed and not read is named', async () => {
    await must(own, 'POST', 'sys/quotas/rate-limit/unread', { rate: 1000 });
    const policy = await newPolicy(own, 'path "sys/quotas/rate-limit" { capabilities = ["list"] }');
    const { token } = await newToken(own, { policies: [policy] });
    const { app, sessionId } = await session(own, token);
    expect(await app.must('quota.list', { sessionId, kind: 'rate-limit' })).toEqual({
      quotas: [],
      unread: ['unread'],
    });
    await must(own, 'DELETE', 'sys/quotas/rate-limit/unread');
  });
});

describe('plugins', () => {
  it('are listed with their versions and pins; reloading one asks first', async () => {
    const { app, sessionId } = await session(own);
    const { plugins, pins } = await app.must('plugin.list', { sessionId });
    expect(plugins).toContainEqual({
      type: 'secret',
      name: 'kv',
      version: expect.stringContaining('builtin') as string,
      builtin: true,
      deprecation: 'supported',
      sha256: '',
    });
    expect(pins).toEqual(pinsOffered ? [] : undefined);
    app.answers.push('');
    const { warnings } = await app.must('plugin.reload', { sessionId, type: 'secret', name: 'kv' });
    expect(warnings).toEqual(expect.any(Array));
    expect(app.asked.at(-1)).toMatchObject({ title: 'Reload this plugin?' });
  });

  it('are registered, pinned and deregistered only as far as the server takes them', async () => {
    const { app, sessionId } = await session(own);
    const plugin: NewPlugin = {
      type: 'secret',
      name: 'mine',
      version: 'v1.0.0',
      sha256: 'ab'.repeat(32),
      command: 'mine',
      args: [],
      ociImage: '',
    };
    app.answers.push('', '', 'mine');
    const refused = await app.refused('plugin.register', { sessionId, plugin });
    expect(refused.serverErrors?.join(' ')).toContain('plugin directory is not configured');
    expect(
      await app.refused('plugin.pin', { sessionId, type: 'secret', name: 'mine', version: 'v1.0.0' }),
    ).toMatchObject({ kind: pinsOffered ? 'invalid-request' : 'not-offered' });
    await app.call('plugin.deregister', { sessionId, type: 'secret', name: 'mine', version: 'v1.0.0' });
    expect(app.asked.at(-1)).toMatchObject({ typedName: 'mine' });
  });
});

describe('metrics', () => {
  it('tell the rate, latency with quantiles, and leases of the node', async () => {
    const { app, sessionId } = await session(own);
    await must(own, 'GET', 'sys/mounts');
    // The server reports an interval of ten seconds once it has ended.
    await expect
      .poll(async () => await app.must('server.metrics', { sessionId }), { timeout: 40_000, interval: 1000 })
      .toMatchObject({
        requestsPerSecond: expect.any(Number) as number,
        leases: expect.any(Number) as number,
        quantiles: {
          p50: expect.any(Number) as number,
          p90: expect.any(Number) as number,
          p99: expect.any(Number) as number,
        },
      });
    const look = await app.must('server.metrics', { sessionId });
    expect(look.latencies.length).toBeLessThanOrEqual(12);
    expect(look.series).toBeGreaterThan(20);
  });

  it('come without quantiles where the server keeps none, which is asked once', async () => {
    const plain = stopping(await startSealedVault());
    await plain.unseal();
    const proxy = stopping(await startRecordingProxy(plain));
    const { app, sessionId } = await session(proxy, plain.rootToken);
    await expect
      .poll(async () => (await app.must('server.metrics', { sessionId })).requestsPerSecond, {
        timeout: 40_000,
        interval: 1000,
      })
      .toBeTypeOf('number');
    const before = proxy.requests.length;
    expect((await app.must('server.metrics', { sessionId })).quantiles).toBeUndefined();
    expect(proxy.requests.slice(before).map(({ url }) => url)).toEqual(['/v1/sys/metrics']);
  });

  it('of 50,000 series stay small', async () => {
    const proxy = stopping(await startFaultProxy(dev));
    const Gauges = Array.from({ length: 50_000 }, (_, at) => ({
      Name: `vault.made.up.${String(at)}`,
      Value: at,
      Labels: { mount: `secret-${String(at)}/`, namespace: 'root' },
    }));
    const Samples = Array.from({ length: 1000 }, (_, at) => ({
      Name: `vault.route.read.made-${String(at)}-`,
      Count: 1,
      Rate: 0.1,
      Sum: at,
      Min: 1,
      Max: 3,
      Mean: 2,
      Stddev: 0,
      Labels: {},
    }));
    const body = {
      Timestamp: '2026-11-22 21:34:10 +0000 UTC',
      Gauges: [...Gauges, { Name: 'vault.expire.num_leases', Value: 41_000, Labels: {} }],
      Points: [],
      Counters: [],
      Samples,
    };
    proxy.add({ url: /sys\/metrics/, fault: { kind: 'answer', status: 200, body } });
    const { app, sessionId } = await session(proxy, dev.rootToken);
    const look = await app.must('server.metrics', { sessionId });
    expect(look).toMatchObject({ leases: 41_000, series: 51_001 });
    expect(look.latencies).toHaveLength(12);
    expect(JSON.stringify(look).length).toBeLessThan(3000);
  });
});

describe('requests under way, and versions', () => {
  it('are told with their clients and times', async () => {
    const { app, sessionId } = await session(own);
    const { requests, count } = await app.must('server.inFlight', { sessionId });
    expect(count).toBeGreaterThanOrEqual(1);
    expect(requests).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        path: 'sys/in-flight-req',
        client: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
      }),
    );
    expect(await app.must('server.versions', { sessionId })).toMatchObject([
      { version, previous: '', installed: expect.stringMatching(/^20\d\d-/) as string },
    ]);
  });
});

it('says for each which permission is missing', async () => {
  const { app, sessionId } = await withoutRights();
  const refusals = await Promise.all([
    app.refused('audit.list', { sessionId }),
    app.refused('quota.list', { sessionId, kind: 'rate-limit' }),
    app.refused('quota.settings', { sessionId }),
    app.refused('plugin.list', { sessionId }),
    app.refused('server.metrics', { sessionId }),
    app.refused('server.versions', { sessionId }),
  ]);
  expect(refusals.map(({ kind, path }) => `${kind} ${path ?? ''}`)).toEqual([
    'forbidden sys/audit',
    'forbidden sys/quotas/rate-limit',
    'forbidden sys/quotas/config',
    'forbidden sys/plugins/catalog',
    'forbidden sys/metrics',
    'forbidden sys/version-history',
  ]);
});
