/**
 * Mistaken inputs of operators, one by one: each error names the fault, its reason and a remedy; no data is lost, and
 * no wrong request is sent. Inputs with tests elsewhere:
 *
 * | bad input                                   | tests                                                              |
 * | ------------------------------------------- | ------------------------------------------------------------------ |
 * | nonce changed while the share is typed      | the tests of ceremonies: “cancelled and began anew”                |
 * | disabling an open mount, in this session    | `e2e/administration.e2e.ts`, and here for all sessions             |
 * | a snapshot of another cluster, truncated    | `snapshots.integration.test.ts`, `e2e/administration-servers`      |
 * | another cluster behind the same wire        | `other-cluster.integration.test.ts`; here a server that restarted  |
 * | metrics of 50,000 series                    | `server.integration.test.ts`: a page gets a dozen numbers of them  |
 */
import { generateKey } from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { lineInRefusal } from '../../../shared/vault/policy-check.ts';
import { policiesPlace, policyDraftText } from '../../../shared/vault/policy-draft.ts';
import {
  ask,
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startGpg,
  startRecordingProxy,
  startSealedVault,
  startUninitialisedVault,
  textAt,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy, SealedVault } from '../../../e2e/servers/index.ts';
import { targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();

function changesIn({ requests }: RecordingProxy): readonly string[] {
  return requests.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);
}

describe('bad input: a key share', () => {
  let vault: SealedVault;
  let other: SealedVault;
  let proxy: RecordingProxy;
  const where = () => ({ target: targetAt(proxy.address), name: 'one' });
  const giving = (nonce: string) => ({ where: where(), ceremony: 'generate-root', nonce }) as const;
  const attempt = async () => textAt(await must(vault, 'PUT', 'sys/generate-root/attempt', {}), 'nonce');
  const given = async () => at(await must(vault, 'GET', 'sys/generate-root/attempt'), 'progress');
  beforeAll(async () => {
    [vault, other] = await Promise.all([startSealedVault(), startSealedVault()]);
    stopping(vault);
    stopping(other);
    await vault.unseal();
    proxy = stopping(await startRecordingProxy(vault));
  });

  it.each([
    ['neither hex nor base64', 'déjà vu, 17 %', 'hex or base64'],
    ['cut short', 'c0ffee', 'too short'],
    ['of two in one line', 'ab'.repeat(60), 'too long'],
    ['that is a token', 'hvs.CAESIJ4yq9aT', 'a token, not a key share'],
  ])('bad input: one that is %s is not sent, and is asked for again', async (_what, share, words) => {
    const app = newApp({ agrees: true });
    const nonce = await attempt();
    proxy.clear();
    app.answers.push({ share }, null);
    expect(await app.refused('ceremony.giveShare', giving(nonce))).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({ problem: expect.stringContaining(words) as string });
    expect((app.asked.at(-1) as { problem?: string }).problem).toContain('not sent');
    expect(changesIn(proxy)).toEqual([]);
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce });
  });

  it('bad input: one of another cluster fails the set, which begins anew with the same nonce', async () => {
    const app = newApp({ agrees: true });
    const nonce = await attempt();
    for (const key of vault.shares.slice(0, 2))
      await must(vault, 'PUT', 'sys/generate-root/update', { key, nonce });
    app.answers.push({ share: other.shares[4] ?? '' });
    expect(await app.refused('ceremony.giveShare', giving(nonce))).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringMatching(/do not fit together.*of another cluster/) as string,
      hint: expect.stringContaining('back at 0') as string,
    });
    expect(await given()).toBe(0);
    for (const share of vault.shares.slice(0, 3)) app.answers.push({ share });
    for (let count = 0; count < 3; count++) await app.must('ceremony.giveShare', giving(nonce));
    expect(await app.must('answer.list', {})).toHaveLength(1);
  });

  it('bad input: the same one twice counts once, whoever gave it first', async () => {
    const [one = '', two = ''] = vault.shares;
    const app = newApp({ agrees: true });
    const nonce = await attempt();
    await must(vault, 'PUT', 'sys/generate-root/update', { key: one, nonce });
    app.answers.push({ share: one }, { share: two });
    await app.must('ceremony.giveShare', giving(nonce));
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('already entered, by you or another holder') as string,
    });
    expect(await given()).toBe(2);
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce });

    // A server that is being unsealed does not report it: its count does.
    const [first = ''] = other.shares;
    const sealed = { target: targetAt(other.address), name: 'sealed' };
    await must(other, 'PUT', 'sys/unseal', { key: first });
    app.answers.push({ share: first });
    expect(await app.must('ceremony.unseal', { where: sealed, more: [] })).toMatchObject([
      {
        seal: { progress: 1 },
        problem: { message: expect.stringContaining('already entered there') as string },
      },
    ]);
  });

  it('bad input: none is asked for once the nonce is another', async () => {
    const app = newApp({ agrees: true });
    const nonce = await attempt();
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce });
    const now = await attempt();
    proxy.clear();
    const asked = app.asked.length;
    expect(await app.refused('ceremony.giveShare', giving(nonce))).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('A different one is under way') as string,
    });
    expect(app.asked).toHaveLength(asked);
    expect(changesIn(proxy)).toEqual([]);
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce: now });
  });

  it('bad input: numbers of shares that no server takes begin neither a rekey nor a start', async () => {
    const empty = stopping(await startUninitialisedVault());
    const fresh = stopping(await startRecordingProxy(empty));
    const app = newApp({ agrees: true });
    proxy.clear();
    for (const [shares, threshold, words] of [
      [3, 5, 'threshold cannot be larger'],
      [256, 3, 'At most 255'],
    ] as const) {
      const problem = { kind: 'invalid-input', message: expect.stringContaining(words) as string };
      const numbers = { shares, threshold, pgpKeys: [] };
      expect(
        await app.refused('ceremony.begin', {
          where: where(),
          options: { ceremony: 'rekey', ...numbers, verify: true, backup: false },
        }),
      ).toMatchObject(problem);
      expect(
        await app.refused('ceremony.init', {
          where: { target: targetAt(fresh.address), name: 'empty' },
          options: numbers,
        }),
      ).toMatchObject(problem);
    }
    expect(app.asked).toEqual([]);
    expect([...changesIn(proxy), ...changesIn(fresh)]).toEqual([]);
  });

  it('bad input: a PGP key that cannot encrypt and an expired one are named by their number, and nothing begins', async () => {
    const gpg = stopping(startGpg());
    gpg.addKey('alice');
    gpg.addKey('signer', 'sign');
    const past = await generateKey({
      userIDs: [{ name: 'Past', email: 'past@example.com' }],
      date: new Date(Date.now() - 10 * 86_400_000),
      keyExpirationTime: 86_400,
    });
    const app = newApp({ agrees: true });
    proxy.clear();
    for (const [second, words] of [
      [gpg.publicKey('signer'), /^PGP key 2: Nothing can be encrypted.*signing only.*Nothing was sent\.$/],
      [
        past.publicKey,
        /^PGP key 2: This key expired on \d{4}-\d\d-\d\d\. Ask its owner.*Nothing was sent\.$/,
      ],
    ] as const) {
      const keys = { shares: 2, threshold: 2, pgpKeys: [gpg.publicKey('alice'), second] };
      expect(
        await app.refused('ceremony.begin', {
          where: where(),
          options: { ceremony: 'rekey', ...keys, verify: false, backup: false },
        }),
      ).toMatchObject({ kind: 'invalid-input', message: expect.stringMatching(words) as string });
      const [, facts] = await app.must('ceremony.readPgpKeys', { text: keys.pgpKeys.join('\n') });
      expect(facts?.problem).toBeDefined();
    }
    expect(app.asked).toEqual([]);
    expect(changesIn(proxy)).toEqual([]);
  });
});

describe('bad input: a policy', () => {
  const rule = 'path "secret/data/a" {\n  capabilities = ["read"]\n}\n';

  it('bad input: with an error at line 400 is refused with that line; the edit is kept, and nothing is saved', async () => {
    const name = uniqueName('long');
    const text = `${'# why\n'.repeat(399)}path "a" { capabilitis = ["read"] }\n${rule.repeat(50)}`;
    const { app, sessionId } = await session(dev);
    const edit = { sessionId, mount: policiesPlace.path, path: name };
    await app.must('draft.put', { ...edit, text: policyDraftText({ name, before: null, text }) });
    app.answers.push('');
    const refused = await app.refused('policy.write', { sessionId, name, text, before: null });
    expect(refused).toMatchObject({ kind: 'invalid-request' });
    expect(lineInRefusal(refused.serverErrors ?? [])).toBe(400);
    expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
    expect(await app.must('draft.list', { sessionId })).toMatchObject([{ path: name }]);
  });

  it.each(['root', ' ROOT '])(
    'bad input: named %j is refused before anything is asked or sent',
    async (name) => {
      const proxy = stopping(await startRecordingProxy(dev));
      const { app, sessionId } = await session(proxy, dev.rootToken);
      const asked = app.asked.length;
      proxy.clear();
      for (const before of [null, ''])
        expect(await app.refused('policy.write', { sessionId, name, text: rule, before })).toMatchObject({
          kind: 'invalid-input',
          message: expect.stringContaining('“root” cannot be changed') as string,
        });
      expect(app.asked).toHaveLength(asked);
      expect(proxy.requests).toEqual([]);
    },
  );

  it('bad input: of half a megabyte is saved letter for letter, and stands whole in the question', async () => {
    const name = uniqueName('large');
    const line = `# ${'why '.repeat(24)}\n`;
    const text = rule + line.repeat(Math.floor((500_000 - rule.length) / line.length));
    const { app, sessionId } = await session(dev);
    app.answers.push('');
    await app.must('policy.write', { sessionId, name, text, before: null });
    expect(JSON.stringify(app.asked.at(-1)).split('why why').length - 1).toBe(
      text.split('why why').length - 1,
    );
    expect((await app.must('policy.read', { sessionId, name })).text).toBe(text);
    await must(dev, 'DELETE', `sys/policies/acl/${name}`);
  });

  it('bad input: longer than anybody can read in a question is refused before it is asked', async () => {
    const name = uniqueName('larger');
    const text = rule.repeat(Math.floor(1_000_000 / rule.length));
    const { app, sessionId } = await session(dev);
    const before = app.asked.length;
    expect(await app.refused('policy.write', { sessionId, name, text, before: null })).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('too long to be read in a prompt') as string,
    });
    expect(app.asked).toHaveLength(before);
    expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
    // Larger than the app takes: refused unasked.
    const asked = app.asked.length;
    expect(
      await app.refused('policy.write', { sessionId, name, text: '#'.repeat(1_048_577), before: null }),
    ).toMatchObject({ kind: 'invalid-input' });
    expect(app.asked).toHaveLength(asked);
  });
});

describe('bad input: a secrets engine that is disabled while other sessions have it open', () => {
  const opened = async (token: string) => {
    const kv = await newKvMount(dev, 2, uniqueName('open'));
    const mount = kv.path as MountPath;
    await writeEntry(dev, kv, 'db', { user: 'u' });
    const { app, sessionId: admin } = await session(dev, dev.rootToken, {}, { agrees: true });
    const other = await app.login(dev.address, token);
    const { entryId } = await app.must('entry.open', { sessionId: other, mount, path: 'db' });
    await app.must('mount.list', { sessionId: admin });
    return { app, admin, other, mount, entryId };
  };
  const disabled = async ({ app, admin, mount }: Awaited<ReturnType<typeof opened>>) => {
    app.answers.push(mount);
    await app.must('mount.disable', { sessionId: admin, kind: 'secret', path: mount });
  };
  const tokenFor = async () => {
    const granting = await newPolicy(dev, 'path "open-*" { capabilities = ["create", "read", "update"] }');
    return (await newToken(dev, { policies: ['default', granting] })).token;
  };

  it.each([
    ['of a root token', () => Promise.resolve(dev.rootToken)],
    ['of a token with few rights', tokenFor],
  ])('bad input: the tab of another session %s says that it is gone', async (_whose, token) => {
    const open = await opened(await token());
    const { app, admin, other, mount, entryId } = open;
    const draft = { sessionId: other, mount, path: 'db', entryId, text: 'typed' };
    await app.must('draft.put', draft);
    await disabled(open);
    const changed = app.events.flatMap((event) => (event.name === 'mount.changed' ? [event.payload] : []));
    expect(new Set(changed.map(({ sessionId }) => sessionId))).toEqual(new Set([admin, other]));
    for (const sessionId of [other, admin])
      expect(await app.refused('entry.open', { sessionId, mount, path: 'db' })).toMatchObject({
        kind: 'invalid-path',
        reason: 'no-mount',
      });
    const changes = [{ op: 'set', key: 'user', rawJson: '"v"' }] as const;
    expect(await app.refused('entry.save', { entryId, changes })).toMatchObject({
      kind: 'invalid-path',
      reason: 'no-mount',
    });
    expect(await app.must('draft.list', { sessionId: other })).toMatchObject([{ path: 'db', text: 'typed' }]);
    expect((await app.must('mount.list', { sessionId: other })).map(({ path }) => path)).not.toContain(mount);
  });

  it('bad input: a session whose token pays for each look is not made to look', async () => {
    const { token, accessor } = await newToken(dev, { policies: ['root'], num_uses: 9 });
    const open = await opened(token);
    const uses = async () =>
      at(await must(dev, 'POST', 'auth/token/lookup-accessor', { accessor }), 'data', 'num_uses');
    const before = await uses();
    await disabled(open);
    expect(open.app.events.filter(({ name }) => name === 'mount.changed')).toHaveLength(1);
    expect(await uses()).toBe(before);
  });
});

describe('bad input: a server that restarted as another cluster', () => {
  it('bad input: at the same address is told before a token is sent, and to whoever logs in', async () => {
    const before = await startDevVault();
    const { address, rootToken } = before;
    const { app, sessionId } = await session({ address, rootToken });
    await before.stop();
    stopping(await startDevVault({ port: Number(new URL(address).port), rootToken }));
    expect(await app.refused('mount.list', { sessionId })).toMatchObject({
      kind: 'other-cluster',
      message: expect.stringContaining('Nothing was sent') as string,
    });
    expect((await app.must('session.refresh', { sessionId })).trouble).toMatchObject({
      kind: 'other-cluster',
    });
    app.asked.length = 0;
    expect(await app.refused('session.reauthenticate', { sessionId })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([
      {
        destination: {
          notes: [{ tone: 'risk', text: expect.stringContaining('Another cluster') as string }],
        },
      },
    ]);
  });
});
