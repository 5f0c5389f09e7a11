/** Working tokens that may not look themselves up: their sessions, and telling a dead one from them. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
  await writeEntry(server, kv, 'app', { user: 'alice' });
});

/** A token that may read the entry and nothing about itself. */
async function machineToken(options: Readonly<Record<string, unknown>> = {}, more = '') {
  const policy = await newPolicy(server, `path "${kv.path}data/*" { capabilities = ["read"] }\n${more}`);
  return newToken(server, { policies: [policy], no_default_policy: true, ttl: '1h', ...options });
}

const mount = (): MountPath => kv.path as MountPath;
const self = { by: 'self' } as const;

describe('a token that cannot look itself up', () => {
  it('logs in, reads its paths, and says what is not known', async () => {
    const { token } = await machineToken();
    const { app, sessionId } = await session(server, token);
    const [view] = await app.must('session.list', {});
    expect(view?.token).toMatchObject({ noLookUp: 'nothing', policies: [], expireTime: null, accessor: '' });
    expect((await app.must('mount.list', { sessionId })).map(({ path }) => path)).toContain(kv.path);
    const { entryId } = await app.must('entry.open', { sessionId, mount: mount(), path: 'app' });
    expect(await app.must('entry.reveal', { entryId, key: 'user' })).toEqual({ rawJson: '"alice"' });
    expect(await app.refused('token.inspect', { sessionId, token: self })).toMatchObject({
      kind: 'forbidden',
    });
    expect((await app.must('session.refresh', { sessionId })).trouble).toBeUndefined();
    app.answers.push('');
    await app.must('secret.copy', { secretRef: view?.token.id.secretRef ?? '' });
    expect(app.clipboard.text).toBe(token);
    expect(app.crossed()).not.toContain(token);
  });

  it('is told from a dead one, before and after the login', async () => {
    const { token } = await machineToken();
    const dead = await machineToken();
    await must(server, 'POST', 'auth/token/revoke', { token: dead.token });
    const app = newApp();
    app.answers.push(dead.token, token);
    const { sessionId } = await app.must('session.open', openOptions(server.address));
    expect(app.asked.map((request) => 'problem' in request)).toEqual([false, true]);
    await must(server, 'POST', 'auth/token/revoke', { token });
    expect((await app.must('session.refresh', { sessionId })).trouble).toMatchObject({
      kind: 'unauthenticated',
    });
  });

  it('is not taken for one whose header is taken away on the way, or that may do nothing', async () => {
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'strip-headers', names: ['x-vault-token'] } });
    const app = newApp();
    app.answers.push((await machineToken()).token);
    await app.refused('session.open', openOptions(proxy.address));
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('removed the header X-Vault-Token') as string,
    });
    const nothing = await newToken(server, { policies: [uniqueName('absent')], no_default_policy: true });
    app.answers.push(nothing.token);
    await app.refused('session.open', openOptions(server.address));
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('no permissions here') as string,
    });
  });

  it('spends one use at its login, and none on finding out that it lives', async () => {
    const { token, accessor } = await machineToken({ num_uses: 9 });
    await newApp().login(server.address, token);
    expect(await must(server, 'POST', 'auth/token/lookup-accessor', { accessor })).toMatchObject({
      data: { num_uses: 8 },
    });
  });

  it('is locked and unlocked, replaced and adopted', async () => {
    const { token } = await machineToken();
    const { app, sessionId } = await session(server, token, {}, { agrees: true });
    await app.lock('asked');
    app.answers.push(token);
    const unlocked = await app.must('session.reauthenticate', { sessionId });
    expect([unlocked.trouble, unlocked.token.noLookUp]).toEqual([undefined, 'nothing']);
    app.answers.push((await machineToken()).token);
    expect((await app.must('session.reauthenticate', { sessionId })).token.noLookUp).toBe('nothing');
    const other = await app.login(server.address, server.rootToken);
    const policy = await newPolicy(server, `path "${kv.path}data/*" { capabilities = ["read"] }`);
    const made = await app.must('console.send', {
      sessionId: other,
      request: {
        method: 'POST',
        path: 'auth/token/create',
        json: JSON.stringify({ policies: [policy], no_default_policy: true }),
      },
    });
    app.answers.push('');
    const adopted = await app.must('answer.adopt', { answerId: made.answerId, how: 'replace' });
    expect(adopted.token.noLookUp).toBe('nothing');
    await app.must('entry.open', { sessionId: other, mount: mount(), path: 'app' });
  });

  it('tells how long it lives once it was renewed by hand, and is then renewed by itself', async () => {
    const { token } = await machineToken({}, 'path "auth/token/renew-self" { capabilities = ["update"] }');
    const { app, sessionId } = await session(server, token);
    expect(await app.refused('token.autoRenew', { sessionId, on: true })).toMatchObject({
      message: expect.stringContaining('cannot look itself up') as string,
    });
    const renewed = await app.must('token.renew', { sessionId, token: self, incrementSeconds: 600 });
    expect(renewed.grantedSeconds).toBe(600);
    const [view] = await app.must('session.list', {});
    expect(view?.token).toMatchObject({ noLookUp: 'earlier', ttlSeconds: 600, renewable: true });
    expect((await app.must('token.autoRenew', { sessionId, on: true })).renewal?.nextAt).not.toBe('');
  });

  it('is revoked with words that claim nothing', async () => {
    const { token } = await machineToken({}, 'path "auth/token/revoke-self" { capabilities = ["update"] }');
    const { app, sessionId } = await session(server, token);
    app.answers.push('');
    await app.must('token.revoke', { sessionId, token: self, orphan: false });
    const question = JSON.stringify(app.asked.at(-1));
    expect(question).toContain('cannot look itself up');
    expect(question).not.toContain('never expires');
  });

  it('says in a refusal that its policies are not known', async () => {
    const { token } = await machineToken();
    const { app, sessionId } = await session(server, token);
    const told = await app.must('refusal.explain', {
      sessionId,
      path: `${kv.path}app`,
      capability: 'update',
    });
    expect(told.tokenDead).toBe(false);
    expect(told.findings.join()).toContain('its policies are unknown');
  });

  it('is looked at without a look-up in the background', async () => {
    const { token } = await machineToken();
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    await app.must('session.refresh', { sessionId });
    expect(proxy.requests.filter(({ url }) => url.includes('auth/token'))).toEqual([]);
  });
});

it('a token whose right to look itself up is taken away goes on, with what was known', async () => {
  const name = await newPolicy(
    server,
    `path "${kv.path}data/*" { capabilities = ["read"] }\npath "auth/token/lookup-self" { capabilities = ["read"] }`,
  );
  const { token } = await newToken(server, { policies: [name], no_default_policy: true, ttl: '1h' });
  const { app, sessionId } = await session(server, token);
  await must(server, 'PUT', `sys/policies/acl/${name}`, {
    policy: `path "${kv.path}data/*" { capabilities = ["read"] }`,
  });
  const view = await app.must('session.refresh', { sessionId });
  expect(view.trouble).toBeUndefined();
  expect(view.token).toMatchObject({ noLookUp: 'earlier', policies: [name] });
});

it.each([
  [400, { errors: ['bad request'] }],
  [404, { errors: [] }],
])(
  'a token whose look-up is answered with %i is not valid: another one is asked for',
  async (status, body) => {
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'answer', status, body }, url: /lookup-self/, times: 1 });
    const app = newApp();
    app.answers.push(server.rootToken, server.rootToken);
    await app.must('session.open', openOptions(proxy.address));
    expect(app.asked.map((request) => 'problem' in request)).toEqual([false, true]);
  },
);
