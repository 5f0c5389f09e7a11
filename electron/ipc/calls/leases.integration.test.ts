/**
 * Leases that an engine gave: many of them revoked, and one renewed. Engines of this server give no renewable lease,
 * and none whose revocation fails: a proxy in front of it answers so.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { RevokedLease } from '../../../shared/vault/lease.ts';
import {
  ask,
  must,
  newToken,
  sharedServers,
  startFaultProxy,
  textAt,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();
const mount = uniqueName('ssh');
beforeAll(async () => {
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'ssh' });
  const role = { key_type: 'otp', default_user: 'ops', cidr_list: '127.0.0.0/8' };
  await must(dev, 'POST', `${mount}/roles/otp`, role);
});

async function newLease(): Promise<string> {
  return textAt(await must(dev, 'POST', `${mount}/creds/otp`, { ip: '127.0.0.1' }), 'lease_id');
}

const newLeases = (count: number) => Promise.all(Array.from({ length: count }, newLease));

async function isKnownLease(lease_id: string): Promise<boolean> {
  return (await ask(dev, 'POST', 'sys/leases/lookup', { lease_id })).status === 200;
}

/** Waits for a revocation; returns its rows by lease. */
async function ended(
  app: TestApp,
  jobId: string,
): Promise<readonly [JobEnd, ReadonlyMap<string, RevokedLease>]> {
  const end = () => app.events.find((event) => event.name === 'job.ended' && event.payload.jobId === jobId);
  await expect.poll(end).toBeDefined();
  const rows = app.events.flatMap((event) =>
    event.name === 'lease.revoked' && event.payload.jobId === jobId ? event.payload.rows : [],
  );
  return [end()?.payload as JobEnd, new Map(rows.map((row) => [row.leaseId, row]))];
}

describe('a lease', () => {
  it('that cannot be renewed says so, and lives as it did', async () => {
    const leaseId = await newLease();
    const { app, sessionId } = await session(dev);
    const before = await app.must('lease.read', { sessionId, leaseId });
    expect(before).toMatchObject({ renewable: false, renewed: '' });
    expect(await app.refused('lease.renew', { sessionId, leaseId, incrementSeconds: 7200 })).toMatchObject({
      kind: 'invalid-request',
      serverErrors: ['lease is not renewable'],
    });
    expect((await app.must('lease.read', { sessionId, leaseId })).expires).toBe(before.expires);
  });

  it('is renewed by as much as was typed, sent once; a shorter life is asked about', async () => {
    const leaseId = await newLease();
    const proxy = stopping(await startFaultProxy(dev));
    const { app, sessionId } = await session(proxy, dev.rootToken);
    const facts = (ttl: number) => ({
      id: leaseId,
      issue_time: '2026-11-23T00:00:00Z',
      expire_time: '2026-11-23T02:00:00Z',
      ttl,
      last_renewal: '2026-11-23T00:30:00Z',
      renewable: true,
    });
    proxy.add({
      url: /leases\/renew/,
      fault: {
        kind: 'answer',
        status: 200,
        body: { lease_id: leaseId, renewable: true, lease_duration: 7200 },
      },
    });
    proxy.add({
      url: /leases\/lookup/,
      fault: { kind: 'answer', status: 200, body: { data: facts(7200) } },
    });
    const asked = app.asked.length;
    expect(await app.must('lease.renew', { sessionId, leaseId, incrementSeconds: 7200 })).toMatchObject({
      leaseId,
      renewable: true,
      ttlSeconds: 7200,
      renewed: '2026-11-23T00:30:00Z',
    });
    // A longer life takes nothing away.
    expect(app.asked).toHaveLength(asked);
    expect(await app.refused('lease.renew', { sessionId, leaseId, incrementSeconds: 5 })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Renew this lease?', action: 'Renew' });
    app.answers.push('');
    await app.must('lease.renew', { sessionId, leaseId, incrementSeconds: 5 });
    expect(proxy.arrived.filter((line) => line.includes('leases/renew'))).toHaveLength(2);
  });
});

describe('a selection of leases', () => {
  it('is revoked once a person has agreed to exactly these, and says what became of each', async () => {
    const [one = '', two = '', gone = '', other = ''] = await newLeases(4);
    await must(dev, 'POST', 'sys/leases/revoke', { lease_id: gone, sync: true });
    const { app, sessionId } = await session(dev);
    const leaseIds = [one, two, gone];
    expect(await app.refused('lease.revokeMany', { sessionId, leaseIds })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Revoke 3 leases?',
      fields: [
        {
          name: 'Requests (3)',
          lines: leaseIds.map((leaseId) => ({
            kind: 'sent',
            text: `POST /v1/sys/leases/revoke lease_id=${leaseId} sync=true`,
          })),
        },
      ],
      action: 'Revoke 3 leases',
    });
    expect(await isKnownLease(one)).toBe(true);
    app.answers.push('');
    const { jobId } = await app.must('lease.revokeMany', { sessionId, leaseIds });
    const [end, rows] = await ended(app, jobId);
    expect(end).toMatchObject({ outcome: 'done' });
    expect([...rows.values()].map(({ outcome }) => outcome).sort()).toEqual(['gone', 'revoked', 'revoked']);
    expect(rows.get(gone)).toMatchObject({ outcome: 'gone' });
    for (const leaseId of leaseIds) expect(await isKnownLease(leaseId)).toBe(false);
    expect(await isKnownLease(other)).toBe(true);
  });

  it('goes on past one that the engine cannot revoke, which keeps its lease and its reason', async () => {
    const [one = '', two = '', three = ''] = await newLeases(3);
    const proxy = stopping(await startFaultProxy(dev));
    const { app, sessionId } = await session(proxy, dev.rootToken);
    const said = 'failed to revoke entry: the leader is away';
    proxy.add({
      method: 'POST',
      url: /leases\/revoke/,
      times: 1,
      fault: { kind: 'answer', status: 400, body: { errors: [said] } },
    });
    const leaseIds = [one, two, three];
    app.answers.push('');
    const { jobId } = await app.must('lease.revokeMany', { sessionId, leaseIds });
    const [end, rows] = await ended(app, jobId);
    const failed = [...rows.values()].filter(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject([{ reason: expect.stringContaining('the leader is away') as string }]);
    expect(end.unread).toHaveLength(1);
    expect([...rows.values()].filter(({ outcome }) => outcome === 'revoked')).toHaveLength(2);
    const [left] = failed;
    expect(await isKnownLease(left?.leaseId ?? '')).toBe(true);
    app.answers.push('');
    const again = await app.must('lease.revokeMany', { sessionId, leaseIds: [left?.leaseId ?? ''] });
    expect([...(await ended(app, again.jobId))[1].values()]).toMatchObject([{ outcome: 'revoked' }]);
  });

  it('whose answers are lost is sent once, and said to be unknown', async () => {
    const [one = ''] = await newLeases(1);
    const proxy = stopping(await startFaultProxy(dev));
    const { app, sessionId } = await session(proxy, dev.rootToken);
    proxy.add({ fault: { kind: 'cut' }, method: 'POST', url: /leases\/revoke/ });
    app.answers.push('');
    const { jobId } = await app.must('lease.revokeMany', { sessionId, leaseIds: [one] });
    expect((await ended(app, jobId))[1].get(one)).toMatchObject({ outcome: 'unknown' });
    expect(proxy.arrived.filter((line) => line.includes('leases/revoke'))).toHaveLength(1);
  });

  it('is not revoked with a token of limited uses, and says which permission is missing', async () => {
    const [one = ''] = await newLeases(1);
    const app = newApp();
    const { token: few } = await newToken(dev, { policies: ['root'], num_uses: 9 });
    const limited = await app.login(dev.address, few);
    expect(await app.refused('lease.revokeMany', { sessionId: limited, leaseIds: [one] })).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('one use for every lease') as string,
    });
    const { token } = await newToken(dev, { policies: ['default'] });
    const sessionId = await app.login(dev.address, token);
    app.answers.push('');
    const { jobId } = await app.must('lease.revokeMany', { sessionId, leaseIds: [one] });
    expect((await ended(app, jobId))[1].get(one)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('sys/leases/revoke') as string,
    });
    expect(await isKnownLease(one)).toBe(true);
  });
});
