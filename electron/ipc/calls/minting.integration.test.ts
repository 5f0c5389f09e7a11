/**
 * Credentials that a broken page could have made for others by one click: a signature for a key that it brought, a
 * token whose ID it chose, a code that logs in elsewhere. Each needs a consent, and no credential crosses.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  must,
  newKvMount,
  newPolicy,
  sharedServers,
  startRecordingProxy,
  textAt,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();
const mounts = { ssh: uniqueName('ssh'), pki: uniqueName('pki'), transit: uniqueName('transit') };

beforeAll(async () => {
  for (const [type, path] of Object.entries(mounts)) await must(dev, 'POST', `sys/mounts/${path}`, { type });
});

/** A session, and the console's result for a request without consent. */
async function open(token = dev.rootToken) {
  const proxy = stopping(await startRecordingProxy(dev));
  const { app, sessionId } = await session(proxy, token);
  app.asked.splice(0);
  const before = proxy.requests.length;
  const refused = (request: ConsoleRequest) => app.refused('console.send', { sessionId, request });
  const sent = () => proxy.requests.slice(before).map(({ method, url }) => `${method} ${url}`);
  return { app, sessionId, refused, sent };
}

describe('signing is minting', () => {
  it.each([
    ['8a', 'ssh', 'sign/r', { public_key: 'ssh-ed25519 AAAA attacker' }],
    ['8c', 'pki', 'sign/web', { csr: 'of the attacker' }],
    ['8c', 'pki', 'issuer/default/sign/web', { csr: 'of the attacker' }],
    ['8a', 'transit', 'sign/k', { input: 'YXR0YWNr' }],
    ['8a', 'transit', 'hmac/k', { input: 'YXR0YWNr' }],
  ] as const)(
    '@attack-%s %s/%s is asked about, with what is signed @signed',
    async (_id, type, below, body) => {
      const { app, refused, sent } = await open();
      const path = `${mounts[type]}/${below}`;
      expect(await refused({ method: 'POST', path, json: JSON.stringify(body) })).toMatchObject({
        kind: 'cancelled',
      });
      const [name = '', text = ''] = Object.entries(body)[0] ?? [];
      expect(app.asked).toMatchObject([
        { kind: 'confirm', fields: [{ name, lines: [{ kind: 'sent', text }] }] },
      ]);
      expect(sent().filter((request) => request.includes(`/${path}`))).toEqual([]);
    },
  );

  it.each(['id', 'ID', 'Id', 'i\\u0064'])(
    'a token that gets its ID by “%s” is asked about, whoever sends it @attack-8b',
    async (name) => {
      const { app, sessionId, refused, sent } = await open();
      const json = `{"${name}":"known-to-the-page"}`;
      for (const path of ['auth/token/create', 'auth/token/create-orphan', 'auth/token/create/role'])
        expect(await refused({ method: 'POST', path, json })).toMatchObject({ kind: 'cancelled' });
      const what = { kind: 'request', method: 'POST', path: 'auth/token/create', json } as const;
      expect(await app.refused('wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false })).toMatchObject({
        kind: 'cancelled',
      });
      expect(app.asked).toHaveLength(4);
      expect(sent().filter((request) => request.includes('/create'))).toEqual([]);
    },
  );
});

describe('the namespace of a request', () => {
  it.each(['/', ' ', ' / ', '//'])(
    '“%s” names none, and takes no question away @attack-n1',
    async (namespace) => {
      const kv = await newKvMount(dev, 2);
      await writeEntry(dev, kv, 'app', { k: 'v' });
      const { app, refused, sent } = await open();
      const tries: readonly ConsoleRequest[] = [
        { method: 'DELETE', path: `${kv.path}data/app` },
        { method: 'POST', path: `${kv.path}delete/app`, json: '{"versions":[1]}' },
      ];
      for (const request of tries) {
        expect(await refused(request)).toMatchObject({ kind: 'cancelled' });
        expect(await refused({ ...request, namespace })).toMatchObject({ kind: 'cancelled' });
      }
      expect(app.asked).toHaveLength(4);
      expect(app.asked[1]).toEqual(app.asked[0]);
      expect(sent().filter((request) => !request.startsWith('GET'))).toEqual([]);
    },
  );
});

describe('what a GET mints', () => {
  it('a code of the OIDC provider is asked about, and never crosses @attack-n2', async () => {
    const client = uniqueName('client');
    const redirect = 'http://127.0.0.1/cb';
    await must(dev, 'POST', `identity/oidc/client/${client}`, {
      redirect_uris: [redirect],
      assignments: ['allow_all'],
    });
    const clientId = textAt(await must(dev, 'GET', `identity/oidc/client/${client}`), 'data', 'client_id');
    const policy = await newPolicy(
      dev,
      'path "identity/oidc/provider/default/authorize" { capabilities = ["read", "update"] }',
    );
    const login = uniqueName('people');
    await must(dev, 'POST', `sys/auth/${login}`, { type: 'userpass' });
    await must(dev, 'POST', `auth/${login}/users/ops`, { password: 'pw', token_policies: [policy] });
    const made = await must(dev, 'POST', `auth/${login}/login/ops`, { password: 'pw' });
    const token = textAt(made, 'auth', 'client_token');
    const query = `client_id=${clientId}&scope=openid&response_type=code&redirect_uri=${redirect}&state=s&nonce=n`;
    const request: ConsoleRequest = {
      method: 'GET',
      path: `identity/oidc/provider/default/authorize?${query}`,
    };
    // A real code.
    const real = await ask({ ...dev, rootToken: token }, 'GET', request.path);
    expect(real).toMatchObject({ status: 200, json: { code: expect.stringMatching(/^.{20,}$/) as string } });

    const { app, sessionId, refused, sent } = await open(token);
    expect(await refused(request)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([
      { kind: 'confirm', body: [expect.stringContaining('Anyone with the code') as string] },
    ]);
    expect(sent().filter((one) => one.includes('authorize'))).toEqual([]);
    app.answers.push('');
    const view = await app.must('console.send', { sessionId, request });
    expect(view.rows.find(({ pointer }) => pointer === '/code')?.what).toBe('credential');
    const raw = await app.call('answer.raw', { answerId: view.answerId, reveal: true });
    await app.call('answer.revealAll', { answerId: view.answerId });
    expect(JSON.stringify(raw)).not.toMatch(/"code":\s*"[^•[]/);
    // A signed identity token, likewise.
    expect(await refused({ method: 'GET', path: 'identity/oidc/token/any' })).toMatchObject({
      kind: 'cancelled',
    });
  });
});
