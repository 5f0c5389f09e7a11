/** The system operations and the policy reader against real servers: sealed, development, a cluster, OpenBao. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  factsOf,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startRecordingProxy,
  startSealedVault,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy, SealedVault } from '../../../e2e/servers/index.ts';
import { targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev, raft } = sharedServers();
const { newApp, session, stopping } = useTestApps();
const { ceremoniesWithoutToken } = factsOf();
let proxy: RecordingProxy;
beforeAll(async () => {
  proxy = stopping(await startRecordingProxy(dev));
});

describe('a server that nobody has logged in to', () => {
  let sealed: SealedVault;
  beforeAll(async () => {
    sealed = stopping(await startSealedVault());
  });

  it('shows its seal, is unsealed share by share, and says what it makes of a wrong one', async () => {
    const app = newApp();
    const where = { target: targetAt(sealed.address), name: 'sealed one' };
    const nodes = { where, more: [] };
    const look = await app.must('cluster.panel', { where, panel: 'seal' });
    expect(look).toMatchObject({
      endpoint: 'sys/seal-status',
      facts: {
        panel: 'seal',
        sealed: true,
        initialized: true,
        threshold: 3,
        shares: 5,
        progress: 0,
        type: 'shamir',
      },
    });
    const [one = '', two = '', three = ''] = sealed.shares;

    // A check of characters alone would send the last two to the server.
    app.answers.push(...['not a share!', 'aabb', one + two].map((share) => ({ share })), { share: one });
    expect(await app.must('ceremony.unseal', nodes)).toMatchObject([{ seal: { sealed: true, progress: 1 } }]);
    expect(app.asked).toMatchObject([
      { kind: 'enter-fields', destination: { address: sealed.address }, fields: [{ secret: true }] },
      { problem: expect.stringContaining('This one was not sent') as string },
      { problem: expect.stringContaining('too short for a key share') as string },
      { problem: expect.stringContaining('too long for a key share') as string },
    ]);

    app.answers.push('');
    expect(await app.must('ceremony.resetUnseal', nodes)).toMatchObject([
      { seal: { sealed: true, progress: 0 } },
    ]);
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', destructive: true });

    // A set with a share of another server: the server refuses the whole set, and a new one can begin at once.
    const foreign = Buffer.from(one, 'hex');
    foreign[3] = (foreign[3] ?? 0) ^ 1;
    app.answers.push({ share: one }, { share: two }, { share: foreign.toString('hex') });
    await app.must('ceremony.unseal', nodes);
    await app.must('ceremony.unseal', nodes);
    expect(await app.must('ceremony.unseal', nodes)).toMatchObject([
      { problem: { message: expect.stringContaining('do not fit together') as string } },
    ]);
    expect((await app.must('cluster.panel', { where, panel: 'seal' })).facts).toMatchObject({ progress: 0 });

    // Pasted with line breaks and in the other spelling.
    app.answers.push(
      { share: ` ${one}\n` },
      { share: Buffer.from(two, 'hex').toString('base64') },
      { share: three },
    );
    await app.must('ceremony.unseal', nodes);
    await app.must('ceremony.unseal', nodes);
    expect(await app.must('ceremony.unseal', nodes)).toMatchObject([{ seal: { sealed: false } }]);
    for (const share of sealed.shares) expect(app.crossed()).not.toContain(share);
  });

  it('needs a token for its key status and says so', async () => {
    const where = { target: targetAt(dev.address), name: '' };
    expect(await newApp().refused('cluster.panel', { where, panel: 'keys' })).toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('in a session', () => {
  it('shows every panel', async () => {
    const app = newApp();
    const where = { sessionId: await app.login(dev.address, dev.rootToken) };
    const facts = await Promise.all(
      (['seal', 'keys', 'leader', 'rekey', 'root-generation'] as const).map(
        async (panel) => (await app.must('cluster.panel', { where, panel })).facts,
      ),
    );
    expect(facts).toMatchObject([
      { panel: 'seal', sealed: false, storageType: 'inmem' },
      {
        panel: 'keys',
        term: expect.any(Number) as number,
        installTime: expect.stringMatching(/^20\d\d-/) as string,
      },
      { panel: 'leader', haEnabled: false },
      { panel: 'rekey', started: false },
      { panel: 'root-generation', started: false, complete: false },
    ]);
  });

  it('names the nodes of a cluster', async () => {
    const app = newApp();
    const where = { sessionId: await app.login(raft.address, raft.rootToken) };
    const { facts } = await app.must('cluster.panel', { where, panel: 'leader' });
    if (facts.panel !== 'leader') throw new Error('not the leader');
    expect(facts.haEnabled).toBe(true);
    expect(facts.nodes?.filter(({ active }) => active)).toHaveLength(1);
    expect(facts.nodes).toHaveLength(3);
  });

  it('finds rekey and root generation where OpenBao keeps them', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    const app = newApp();
    const where = { sessionId: await app.login(bao.address, bao.rootToken) };
    expect(await app.must('cluster.panel', { where, panel: 'rekey' })).toMatchObject({
      endpoint: 'sys/rotate/root/init',
      facts: { started: false },
    });
    expect(await app.must('cluster.panel', { where, panel: 'root-generation' })).toMatchObject({
      endpoint: 'sys/generate-root-token/attempt',
    });
  });

  it('spends no use of a limited token on what needs none', async () => {
    const { token } = await newToken(dev, { policies: ['default'], num_uses: 5 });
    const app = newApp();
    const where = { sessionId: await app.login(proxy.address, token) };
    const before = proxy.requests.length;
    for (const panel of ['seal', 'leader'] as const) await app.must('cluster.panel', { where, panel });
    for (const panel of ['rekey', 'root-generation'] as const)
      if (ceremoniesWithoutToken) await app.must('cluster.panel', { where, panel });
      else expect(await app.refused('cluster.panel', { where, panel })).toMatchObject({ kind: 'forbidden' });
    const sent = proxy.requests.slice(before);
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect(sent.filter(({ headers }) => headers['x-vault-token'] !== undefined)).toEqual([]);
  });
});

describe('policies', () => {
  const rules = 'path "secret/data/payments/*" {\n  capabilities = ["read"]\n}\n';

  it('are listed and read, an unknown one is said to be unknown', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    expect(await app.must('policy.list', { sessionId })).toEqual(
      expect.arrayContaining(['default', 'root', name]) as string[],
    );
    expect(await app.must('policy.read', { sessionId, name })).toMatchObject({ name, text: rules });
    expect(await app.refused('policy.read', { sessionId, name: 'no-such-policy' })).toMatchObject({
      kind: 'invalid-path',
    });
  });

  it('are read at the older place where only that is allowed', async () => {
    const name = await newPolicy(dev, rules);
    const reader = await newPolicy(dev, 'path "sys/policy/*" { capabilities = ["read"] }');
    const app = newApp();
    const { token } = await newToken(dev, { policies: [reader] });
    const sessionId = await app.login(dev.address, token);
    expect(await app.must('policy.read', { sessionId, name })).toMatchObject({
      text: rules,
      endpoint: `sys/policy/${name}`,
    });
    expect(await app.refused('policy.list', { sessionId })).toMatchObject({ kind: 'forbidden' });
  });
});
