/** A leader that loses the lead forgets all key ceremonies: reported as such, not as a cancel. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at, must, startRaftCluster, textAt, until } from '../../../e2e/servers/index.ts';
import type { RaftCluster } from '../../../e2e/servers/index.ts';
import { changedElsewhere } from '../../../shared/vault/ceremony-changes.ts';
import type { BeginOptions, CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import { save, statusOf } from './ceremonies.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();

describe.each(['vault', 'openbao'] as const)('a step-down of %s half-way through', (product) => {
  let cluster: RaftCluster;
  beforeAll(async () => {
    const keys = { shares: 3, threshold: 3 };
    cluster = stopping(await startRaftCluster({ product, voters: true, keys }));
  });

  const leaderSeenBy = async (address: string): Promise<string> =>
    textAt(await must({ address }, 'GET', 'sys/leader'), 'leader_address');

  /** Makes the leader step down; resolves once all nodes name the same new, answering one. */
  async function stepDown(): Promise<{ readonly from: string; readonly to: string }> {
    const from = await leaderSeenBy(cluster.address);
    await must({ address: from, rootToken: cluster.rootToken }, 'PUT', 'sys/step-down', {});
    let to = '';
    await until(async () => {
      const named = await Promise.all(cluster.nodes.map(({ address }) => leaderSeenBy(address)));
      to = named[0] ?? '';
      if (to === '' || to === from || named.some((one) => one !== to)) return false;
      return at(await must({ address: to }, 'GET', 'sys/leader'), 'is_self') === true;
    });
    // It takes requests once its keyring and mounts are read, and the others' once they are connected to it.
    // Only a write shows that: a standby of OpenBao answers reads itself and redirects writes until then.
    const takes = async (address: string): Promise<boolean> => {
      const { status } = await fetch(`${address}/v1/cubbyhole/forwarded`, {
        method: 'PUT',
        headers: { 'X-Vault-Token': cluster.rootToken },
        body: '{"by":"test"}',
        redirect: 'manual',
      });
      return status === 204;
    };
    await until(async () =>
      (await Promise.all(cluster.nodes.map(({ address }) => takes(address)))).every(Boolean),
    );
    const host = (address: string): string => new URL(address).host;
    return { from: host(from), to: host(to) };
  }

  async function give(app: TestApp, sessionId: string, ceremony: KeyCeremony, shares: readonly string[]) {
    let answerId: string | undefined;
    for (const share of shares) {
      const { nonce } = await statusOf(app, { sessionId }, ceremony);
      app.answers.push({ share });
      const step = await app.must('ceremony.giveShare', { where: { sessionId }, ceremony, nonce });
      answerId = step.answerId ?? answerId;
    }
    return answerId;
  }

  /** Begins at a standby, which forwards it; OpenBao's would keep a rekey to itself, so that begins at the leader. */
  async function begin(app: TestApp, options: BeginOptions): Promise<string> {
    const leader = await leaderSeenBy(cluster.address);
    const standby = cluster.nodes.find(({ address }) => address !== leader)?.address ?? '';
    const home = product === 'openbao' && options.ceremony !== 'generate-root' ? leader : standby;
    const sessionId = await app.login(home, cluster.rootToken);
    await app.must('ceremony.begin', { where: { sessionId }, options });
    return sessionId;
  }

  const rekey = {
    ceremony: 'rekey',
    shares: 3,
    threshold: 2,
    pgpKeys: [],
    verify: true,
    backup: false,
  } as const;
  const words = (
    { from, to }: { readonly from: string; readonly to: string },
    { before, after }: { readonly before: CeremonyStatus; readonly after: CeremonyStatus },
  ): string => {
    const said = changedElsewhere(before, after) ?? '';
    // A leader of OpenBao that steps down sometimes keeps a rekey for itself alone: its last share is refused.
    if (product === 'openbao' && after.phase !== 'idle') {
      expect(after).toMatchObject({ nonce: before.nonce, onlyHere: true });
      expect(said).toContain('only this node, now a standby, still has this rekey.');
    } else expect(after.phase).toBe('idle');
    expect(said).toContain(`The leader changed from ${from} to ${to}`);
    expect(said).not.toMatch(/another participant/i);
    return said;
  };

  const cancel = async (app: TestApp, sessionId: string, { nonce }: CeremonyStatus): Promise<void> => {
    await app.must('ceremony.cancel', { where: { sessionId }, ceremony: 'rekey', nonce, only: 'all' });
  };

  it('a rekey is told, to who looks and to who gives a share', async () => {
    const app = newApp({ agrees: true });
    const sessionId = await begin(app, rekey);
    await give(app, sessionId, 'rekey', cluster.shares.slice(0, 1));
    const before = await statusOf(app, { sessionId }, 'rekey');
    expect(before).toMatchObject({ phase: 'shares', given: 1 });
    const lead = await stepDown();
    const after = await statusOf(app, { sessionId }, 'rekey');
    expect(words(lead, { before, after })).toContain('No new shares exist and the old ones count');
    if (after.phase !== 'idle') return cancel(app, sessionId, after);
    const refused = await app.refused('ceremony.giveShare', {
      where: { sessionId },
      ceremony: 'rekey',
      nonce: before.nonce,
    });
    if (product === 'openbao' && refused.kind === 'cancelled') {
      // The first look went to the new leader; then the node answered for itself, so that a share was asked for.
      const ofNode = await statusOf(app, { sessionId }, 'rekey');
      expect(ofNode).toMatchObject({ nonce: before.nonce, onlyHere: true });
      return cancel(app, sessionId, ofNode);
    }
    expect(refused.kind).toBe('conflict');
    expect(refused.message).toContain(`The leader changed from ${lead.from} to ${lead.to}`);
    expect(refused.message).toContain('Nothing was sent.');
  });

  it('a verification of new shares is told: they never become valid', async () => {
    const app = newApp({ agrees: true });
    const sessionId = await begin(app, rekey);
    const answerId = await give(app, sessionId, 'rekey', cluster.shares);
    const [fresh = ''] = await save(app, answerId ?? '');
    await give(app, sessionId, 'rekey', [fresh]);
    const before = await statusOf(app, { sessionId }, 'rekey');
    expect(before).toMatchObject({ phase: 'verification', given: 1 });
    const lead = await stepDown();
    const after = await statusOf(app, { sessionId }, 'rekey');
    expect(words(lead, { before, after })).toContain('The old shares still count');
    if (after.phase !== 'idle') await cancel(app, sessionId, after);
    expect(await must(cluster, 'GET', 'sys/seal-status')).toMatchObject({ t: 3, n: 3 });
  });

  it('a root generation is told, also to who was typing a share meanwhile', async () => {
    const app = newApp({ agrees: true });
    const sessionId = await begin(app, { ceremony: 'generate-root' });
    await give(app, sessionId, 'generate-root', cluster.shares.slice(0, 1));
    const before = await statusOf(app, { sessionId }, 'generate-root');
    expect(before).toMatchObject({ phase: 'shares', given: 1 });
    const typed = Promise.withResolvers<Readonly<Record<string, string>>>();
    app.answers.push(typed.promise);
    const asked = app.asked.length;
    const giving = app.refused('ceremony.giveShare', {
      where: { sessionId },
      ceremony: 'generate-root',
      nonce: before.nonce,
    });
    await until(() => Promise.resolve(app.asked.length > asked));
    const lead = await stepDown();
    typed.resolve({ share: cluster.shares[1] ?? '' });
    const refused = await giving;
    const after = await statusOf(app, { sessionId }, 'generate-root');
    expect(words(lead, { before, after })).toContain('It has made no root token');
    expect(refused.message).toContain(`The leader changed from ${lead.from} to ${lead.to}`);
    expect(refused.message).toContain('Your share was refused and does not count.');
  });
});

it('a rekey at a standby of OpenBao is in that node alone: the question before says so, and to begin at the leader', async () => {
  const cluster = stopping(await startRaftCluster({ product: 'openbao', keys: { shares: 2, threshold: 2 } }));
  const [home] = cluster.standbys;
  const app = newApp({ agrees: true });
  const where = { sessionId: await app.login(home?.address ?? '', cluster.rootToken) };
  const options = {
    ceremony: 'rekey',
    shares: 2,
    threshold: 2,
    pgpKeys: [],
    verify: false,
    backup: false,
  } as const;
  await app.must('ceremony.begin', { where, options });
  const question = JSON.stringify(app.asked.at(-1));
  expect(question).toContain(`Begin it at the leader, ${new URL(cluster.address).host}, instead`);
  expect(await statusOf(app, where, 'rekey')).toMatchObject({ onlyHere: true });
  expect(at(await must(cluster, 'GET', 'sys/rotate/root/init'), 'data', 'started')).toBe(false);
  for (const share of cluster.shares) {
    const { nonce } = await statusOf(app, where, 'rekey');
    app.answers.push({ share });
    const given = await app.call('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(given.ok).toBe(share === cluster.shares[0]);
  }
});
