/** Snapshots on real raft clusters: saved, restored after a loss, cut short, and of another cluster. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import {
  must,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRaftCluster,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy, RaftCluster } from '../../../e2e/servers/index.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev, raft } = sharedServers();
const { newApp, session, stopping } = useTestApps();
let one: RaftCluster;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
  one = stopping(await startRaftCluster({ nodes: 1 }));
  proxy = stopping(await startFaultProxy(one));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const cluster = 'strongroom-test';
const secret = (name: string) => `secret/data/${name}`;

function endOf(app: TestApp, jobId: string): Promise<JobEnd> {
  return expect
    .poll(() => app.events.find((event) => event.name === 'job.ended' && event.payload.jobId === jobId), {
      timeout: 60_000,
    })
    .toBeDefined()
    .then(
      () =>
        app.events.find((event) => event.name === 'job.ended' && event.payload.jobId === jobId)
          ?.payload as JobEnd,
    );
}

async function saved(app: TestApp, sessionId: string): Promise<string> {
  const path = join(folder, `${uniqueName('snapshot')}.snap`);
  app.files.push(path);
  const { jobId } = await app.must('snapshot.save', { sessionId });
  expect(await endOf(app, jobId)).toMatchObject({ outcome: 'done' });
  return path;
}

async function restored(app: TestApp, sessionId: string, path: string, force = false): Promise<JobEnd> {
  app.files.push(path);
  const { fileId } = await app.must('snapshot.choose', {});
  app.answers.push(cluster);
  const { jobId } = await app.must('snapshot.restore', { sessionId, fileId, force });
  return endOf(app, jobId);
}

/** A whole snapshot of so many bytes: followed by a gzip member with only a comment. */
function asLongAs(snapshot: Buffer, bytes: number): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 16, 0, 0, 0, 0, 0, 3]);
  const end = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const comment = Buffer.alloc(bytes - snapshot.length - head.length - end.length, 'x');
  return Buffer.concat([snapshot, head, comment, end]);
}

describe('a snapshot', () => {
  it('brings back what was lost since, once the name of the cluster was typed', async () => {
    const { app, sessionId } = await session(one);
    const [original, added] = [uniqueName('kept'), uniqueName('added')];
    await must(one, 'POST', secret(original), { data: { k: 'before' } });
    const path = await saved(app, sessionId);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(app.events.filter(({ name }) => name === 'snapshot.progressed').at(-1)?.payload).toMatchObject({
      phase: 'check',
      bytes: statSync(path).size,
      total: statSync(path).size,
    });
    await must(one, 'DELETE', `secret/metadata/${original}`);
    await must(one, 'POST', secret(added), { data: { k: 'after' } });

    app.files.push(path);
    const chosen = await app.must('snapshot.choose', {});
    expect(chosen).toMatchObject({ bytes: statSync(path).size, nodes: [{ nodeId: 'node-1' }] });
    expect(chosen.index).toBeGreaterThan(1);
    const asked = app.asked.length;
    expect(
      await app.refused('snapshot.restore', { sessionId, fileId: chosen.fileId, force: false }),
    ).toMatchObject({ kind: 'cancelled' });
    expect(app.asked[asked]).toMatchObject({
      kind: 'confirm',
      typedName: cluster,
      title: 'Restore this snapshot?',
    });
    expect(await must(one, 'GET', secret(added))).toMatchObject({ data: { data: { k: 'after' } } });

    expect(await restored(app, sessionId, path)).toMatchObject({ outcome: 'done' });
    await expect
      .poll(async () => await must(one, 'GET', secret(original)).catch(() => undefined), { timeout: 30_000 })
      .toMatchObject({ data: { data: { k: 'before' } } });
    await expect(must(one, 'GET', secret(added))).rejects.toThrow();
  });

  it('that is truncated, damaged or something else is refused before anything is sent', async () => {
    const { app, sessionId } = await session(one);
    const whole = readFileSync(await saved(app, sessionId));
    const flipped = Buffer.from(whole);
    flipped[300] = (flipped[300] ?? 0) ^ 0xff;
    const cases: readonly (readonly [Buffer, string])[] = [
      [whole.subarray(0, 100), 'truncated'],
      [whole.subarray(0, whole.length / 2), 'truncated'],
      [whole.subarray(0, whole.length - 20), 'truncated'],
      [Buffer.from('{"not": "a snapshot"}'), 'not a raft snapshot'],
      [Buffer.alloc(0), 'truncated'],
    ];
    for (const [bytes, words] of cases) {
      const path = join(folder, uniqueName('bad'));
      writeFileSync(path, bytes);
      app.files.push(path);
      expect(await app.refused('snapshot.choose', {})).toMatchObject({
        kind: 'invalid-input',
        message: expect.stringContaining(words) as string,
      });
    }
    const path = join(folder, 'flipped');
    writeFileSync(path, flipped);
    app.files.push(path);
    expect(await app.refused('snapshot.choose', {})).toMatchObject({ kind: 'invalid-input' });
  });

  it('that has changed since it was checked is not sent', async () => {
    const { app, sessionId } = await session(one);
    const path = await saved(app, sessionId);
    app.files.push(path);
    const { fileId } = await app.must('snapshot.choose', {});
    writeFileSync(path, 'another');
    const before = app.asked.length;
    expect(await app.refused('snapshot.restore', { sessionId, fileId, force: false })).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('has changed') as string,
    });
    expect(app.asked).toHaveLength(before);
  });

  it('that another takes the place of while the question is open is not restored @snapshot-swapped', async () => {
    const { app, sessionId } = await session(one);
    const [original, added] = [uniqueName('kept'), uniqueName('added')];
    const before = readFileSync(await saved(app, sessionId));
    await must(one, 'POST', secret(original), { data: { k: randomBytes(6000).toString('base64') } });
    const path = await saved(app, sessionId);
    await must(one, 'POST', secret(added), { data: { k: 'v' } });
    const asLong = asLongAs(before, statSync(path).size);
    for (const other of [asLong, before, Buffer.concat([asLong, Buffer.alloc(512)])]) {
      const bytes = readFileSync(path);
      app.files.push(path);
      const { fileId } = await app.must('snapshot.choose', {});
      const asked = app.asked.length;
      const typed = Promise.withResolvers<string>();
      app.answers.push(typed.promise);
      const restoring = app.must('snapshot.restore', { sessionId, fileId, force: false });
      await expect.poll(() => app.asked.length).toBe(asked + 1);
      writeFileSync(path, other);
      typed.resolve(cluster);
      const { jobId } = await restoring;
      expect(await endOf(app, jobId)).toMatchObject({
        outcome: 'stopped',
        error: { kind: 'invalid-input', message: expect.stringContaining('has changed') as string },
      });
      expect(await must(one, 'GET', secret(added))).toMatchObject({ data: { data: { k: 'v' } } });
      writeFileSync(path, bytes);
    }
  });

  it('of another cluster is explained; forced, it is taken and the cluster seals', async () => {
    const other = stopping(await startRaftCluster({ nodes: 1 }));
    const mine = stopping(await startRaftCluster({ nodes: 1 }));
    const { app, sessionId: otherId } = await session(other);
    const path = await saved(app, otherId);
    const sessionId = await app.login(mine.address, mine.rootToken);
    expect(await restored(app, sessionId, path)).toMatchObject({
      outcome: 'stopped',
      error: { kind: 'invalid-request', message: expect.stringContaining('other unseal keys') as string },
    });
    expect(await must(mine, 'GET', 'sys/mounts')).toBeTruthy();
    expect(await restored(app, sessionId, path, true)).toMatchObject({ outcome: 'done' });
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Force the restore of this snapshot?',
      body: expect.arrayContaining([expect.stringContaining('that cluster’s key shares')]) as string[],
    });
    await expect
      .poll(async () => ((await must(mine, 'GET', 'sys/seal-status')) as { sealed: boolean }).sealed)
      .toBe(true);
  });
});

describe('a download', () => {
  it.each([
    ['breaks off', { kind: 'half-body' } as const],
    [
      'is cut short by a gateway that ends it in order',
      { kind: 'answer', status: 200, body: 'H4sIAAAA' } as const,
    ],
    ['is a web page', { kind: 'html', status: 200 } as const],
  ])('that %s leaves no file, not even a part', async (_what, fault) => {
    const { app, sessionId } = await session(proxy, one.rootToken);
    const own = mkdtempSync(join(folder, 'download-'));
    const path = join(own, 'a.snap');
    writeFileSync(path, 'the one before');
    proxy.add({ fault, url: /raft\/snapshot/ });
    app.files.push(path);
    const { jobId } = await app.must('snapshot.save', { sessionId });
    expect(await endOf(app, jobId)).toMatchObject({ outcome: 'stopped', error: { kind: 'bad-answer' } });
    proxy.heal();
    expect(readdirSync(own)).toEqual(['a.snap']);
    expect(readFileSync(path, 'utf8')).toBe('the one before');
  });

  it('that is cancelled, or ends with a lock, leaves no file', async () => {
    for (const end of ['cancel', 'lock'] as const) {
      const { app, sessionId } = await session(proxy, one.rootToken);
      const path = join(folder, uniqueName('cancelled'));
      const gate = Promise.withResolvers<undefined>();
      proxy.add({ fault: { kind: 'delay', until: gate.promise }, url: /raft\/snapshot/, times: 1 });
      app.files.push(path);
      const { jobId } = await app.must('snapshot.save', { sessionId });
      if (end === 'cancel') await app.must('job.cancel', { jobId });
      else await app.must('lock.now', {});
      expect(await endOf(app, jobId)).toMatchObject({ outcome: 'cancelled' });
      gate.resolve(undefined);
      expect(existsSync(path)).toBe(false);
    }
    proxy.heal();
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that the token may not have says which permission is missing; so does a restore, before it is asked about', async () => {
    const { token } = await newToken(one, { policies: ['default'] });
    const { app, sessionId: root } = await session(one);
    const path = await saved(app, root);
    const sessionId = await app.login(one.address, token);
    app.files.push(join(folder, 'never'));
    const { jobId } = await app.must('snapshot.save', { sessionId });
    expect(await endOf(app, jobId)).toMatchObject({
      outcome: 'stopped',
      error: { kind: 'forbidden', path: 'sys/storage/raft/snapshot' },
    });
    app.files.push(path);
    const { fileId } = await app.must('snapshot.choose', {});
    const asked = app.asked.length;
    expect(await app.refused('snapshot.restore', { sessionId, fileId, force: false })).toMatchObject({
      kind: 'forbidden',
      path: 'sys/storage/raft/snapshot',
    });
    expect(app.asked).toHaveLength(asked);
  });
});

describe('the raft cluster', () => {
  it('is told by its peers and by autopilot; a server without raft offers none', async () => {
    const { app, sessionId } = await session(raft);
    const { peers, state, settings } = await app.must('raft.status', { sessionId });
    expect(peers).toHaveLength(3);
    expect(peers.filter(({ leader }) => leader)).toMatchObject([{ healthy: true, version: '1.21.2' }]);
    expect(state?.healthy).toBeTypeOf('boolean');
    expect(settings).toMatchObject({ serverStabilizationTime: '1s', cleanupDeadServers: false });
    const without = await app.login(dev.address, dev.rootToken);
    expect(await app.refused('raft.status', { sessionId: without })).toMatchObject({ kind: 'not-offered' });
  });

  it('restores nothing through a standby, which says where the leader is', async () => {
    const app = newApp();
    const path = await saved(app, await app.login(raft.address, raft.rootToken));
    const [standby] = raft.standbys;
    const sessionId = await app.login(standby?.address ?? '', raft.rootToken);
    app.files.push(path);
    const { fileId } = await app.must('snapshot.choose', {});
    expect(await app.refused('snapshot.restore', { sessionId, fileId, force: false })).toMatchObject({
      kind: 'standby',
      message: expect.stringContaining(raft.address) as string,
    });
  });

  it('loses a node whose ID was typed, and no other; the settings of autopilot change', async () => {
    const three = stopping(await startRaftCluster());
    const { app, sessionId } = await session(three);
    expect(await app.refused('raft.removePeer', { sessionId, nodeId: 'node-9' })).toMatchObject({
      kind: 'invalid-input',
    });
    app.answers.push('node-3');
    await app.must('raft.removePeer', { sessionId, nodeId: 'node-3' });
    expect(app.asked.at(-1)).toMatchObject({ typedName: 'node-3' });
    const { settings, peers } = await app.must('raft.status', { sessionId });
    expect(peers.map(({ nodeId }) => nodeId)).toEqual(['node-1', 'node-2']);
    if (settings === undefined) throw new Error('no settings');
    app.answers.push('');
    await app.must('raft.saveAutopilot', {
      sessionId,
      settings: { ...settings, cleanupDeadServers: true, minQuorum: 3, lastContactThreshold: '20s' },
    });
    expect((await app.must('raft.status', { sessionId })).settings).toMatchObject({
      cleanupDeadServers: true,
      minQuorum: 3,
      lastContactThreshold: '20s',
    });
  });

  it('is not shown to a token without the permission, which is named', async () => {
    const policy = await newPolicy(one, 'path "sys/storage/raft/configuration" { capabilities = ["read"] }');
    const { token } = await newToken(one, { policies: [policy] });
    const app = newApp();
    const some = await app.must('raft.status', { sessionId: await app.login(one.address, token) });
    expect(some).toMatchObject({
      peers: [{ nodeId: 'node-1' }],
      autopilotProblem: { kind: 'forbidden' },
    });
    const { token: none } = await newToken(one, { policies: ['default'] });
    expect(await app.refused('raft.status', { sessionId: await app.login(one.address, none) })).toMatchObject(
      { kind: 'forbidden', path: 'sys/storage/raft/configuration' },
    );
  });
});
