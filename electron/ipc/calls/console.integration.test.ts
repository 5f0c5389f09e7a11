import { beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  textAt,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { ConsoleRequest } from '../../../shared/vault/console.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let v1: KvMount;
let v2: KvMount;
const pki = uniqueName('pki');
const transit = uniqueName('transit');
const { session, stopping } = useTestApps();

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
  await must(server, 'POST', `sys/mounts/${pki}`, { type: 'pki' });
  await must(server, 'POST', `sys/mounts/${transit}`, { type: 'transit' });
});

async function open(address = server.address, token = server.rootToken) {
  const { app, sessionId } = await session({ address }, token);
  app.asked.splice(0);
  const send = (request: ConsoleRequest): Promise<AnswerView> =>
    app.must('console.send', { sessionId, request });
  const refused = (request: ConsoleRequest) => app.refused('console.send', { sessionId, request });
  return { app, sessionId, send, refused };
}

/** A credential typed in the trusted view. */
async function entered(app: TestApp, sessionId: string, secret: string): Promise<string> {
  app.answers.push({ secret });
  const { secretRef } = await app.must('secret.enter', {
    sessionId,
    kind: 'password',
  });
  return secretRef;
}

describe('sending', () => {
  it('reads, lists, writes and deletes, and holds what was answered', async () => {
    const { app, sessionId, send } = await open();
    const path = `${v2.path}data/app`;
    const written = await send({ method: 'POST', path, json: '{"data":{"user":"never-crosses-1"}}' });
    expect(written).toMatchObject({ status: 200, once: false, form: 'json' });
    const read = await send({ method: 'GET', path: `${path}?version=1` });
    expect(read).toMatchObject({ title: `GET ${path}?version=1`, status: 200, once: false, sessionId });
    expect(read.rows.find(({ pointer }) => pointer === '/data/data/user')?.what).toBe('hidden');
    const listed = await send({ method: 'LIST', path: `${v2.path}metadata/` });
    expect(listed.title).toBe(`LIST ${v2.path}metadata/`);
    app.answers.push('');
    expect(await send({ method: 'DELETE', path })).toMatchObject({ status: 204, form: 'empty' });
    expect(app.crossed()).not.toContain('never-crosses-1');
    expect(app.asked).toHaveLength(1);

    const history = await app.must('console.history', { sessionId });
    expect(history.map(({ method, path: at, status }) => [method, at, status])).toEqual([
      ['DELETE', path, 204],
      ['LIST', `${v2.path}metadata/`, 200],
      ['GET', `${path}?version=1`, 200],
      ['POST', path, 200],
    ]);
  });

  it('asks before it destroys, naming path and connection, and sends nothing where that is declined', async () => {
    const { app, send, refused, sessionId } = await open();
    await must(server, 'POST', `${v1.path}kept`, { a: '1' });
    const path = `${v1.path}kept`;
    expect(await refused({ method: 'DELETE', path })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', destructive: true, typedName: path }]);
    expect(JSON.stringify(app.asked)).toContain(
      JSON.stringify({ name: 'Server', value: server.address }).slice(1, -1),
    );
    app.answers.push('another name');
    await refused({ method: 'DELETE', path });
    expect(await refused({ method: 'POST', path, json: '{"a":"2"}' })).toMatchObject({ kind: 'cancelled' });
    expect(await app.must('console.history', { sessionId })).toEqual([]);
    expect((await send({ method: 'GET', path })).status).toBe(200);
    app.answers.push(path);
    expect((await send({ method: 'DELETE', path })).status).toBe(204);
  });

  it('puts credentials into the body, and takes them out of what comes back', async () => {
    const { app, sessionId, send, refused } = await open();
    const userpass = uniqueName('userpass');
    await must(server, 'POST', `sys/auth/${userpass}`, { type: 'userpass' });
    const password = 'never-crosses-2';
    await must(server, 'POST', `auth/${userpass}/users/ops`, { password });
    const secrets = [{ pointer: '/password', secretRef: await entered(app, sessionId, password) }];
    const login = await send({
      method: 'POST',
      path: `auth/${userpass}/login/ops`,
      secrets,
      withoutToken: true,
    });
    expect(login).toMatchObject({ once: true, login: { displayName: 'ops' } });
    expect(app.asked.map(({ kind }) => kind)).toEqual(['enter-fields']);
    // A field that the server repeats in its refusal, and that needs a consent.
    app.answers.push('');
    const echoed = await refused({
      method: 'POST',
      path: `sys/auth/${uniqueName('never')}/tune`,
      json: '{}',
      secrets: [{ pointer: '/default_lease_ttl', secretRef: secrets[0]?.secretRef ?? '' }],
    });
    expect(echoed.status).toBe(400);
    expect(JSON.stringify(echoed)).not.toContain(password);
    expect(app.crossed()).not.toContain(password);
  });

  it('says in one question what a write does and what becomes of a typed credential', async () => {
    const { app, sessionId, refused } = await open();
    const secretRef = await entered(app, sessionId, 'typed-for-a-login');
    app.asked.splice(0);
    const request: ConsoleRequest = {
      method: 'POST',
      path: 'identity/entity',
      json: '{"name":"ops"}',
      secrets: [{ pointer: '/metadata/note', secretRef }],
    };
    expect(await refused(request)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm',
        facts: [
          { name: 'Request', value: 'POST /v1/identity/entity' },
          { name: 'Server', value: expect.stringContaining(server.address) as string },
        ],
        body: [
          expect.stringContaining('which policies a login gets'),
          expect.stringContaining('The typed credential goes'),
        ],
      },
    ]);
  });

  it('renews by a long increment at once, and by a short one where a person agrees', async () => {
    const { app, send, refused } = await open();
    const { accessor } = await newToken(server, { ttl: '1h' });
    const renewal = (increment?: number): ConsoleRequest => ({
      method: 'POST',
      path: 'auth/token/renew-accessor',
      json: JSON.stringify({ accessor, increment }),
    });
    await send(renewal());
    await send(renewal(1800));
    expect(app.asked).toEqual([]);
    expect(await refused(renewal(1))).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', destructive: true }]);
    app.answers.push('');
    expect((await send(renewal(60))).status).toBe(200);
  });

  it('lets a wrapping token unwrap itself, by the header form and without a body', async () => {
    const recorder = stopping(await startRecordingProxy(server));
    const { app, sessionId, send, refused } = await open(recorder.address);
    const wrapped = await must(server, 'GET', 'auth/token/lookup-self', undefined, {
      'x-vault-wrap-ttl': '5m',
    });
    const token = textAt(wrapped, 'wrap_info', 'token');
    const tokenRef = await entered(app, sessionId, token);
    expect(await refused({ method: 'POST', path: 'auth/token/revoke-self', tokenRef })).toMatchObject({
      field: 'tokenRef',
    });
    const before = recorder.requests.length;
    const view = await send({ method: 'POST', path: 'sys/wrapping/unwrap', tokenRef });
    expect(view).toMatchObject({ status: 200, once: true });
    expect(app.asked.filter(({ kind }) => kind === 'confirm')).toEqual([]);
    const sent = recorder.requests.slice(before).filter(({ url }) => url.includes('unwrap'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['x-vault-token']).toBe(token);
    expect(sent[0]?.body ?? '').toBe('');
    expect(app.crossed()).not.toContain(token);
    expect((await app.must('session.list', {}))[0]?.trouble).toBeUndefined();
  });

  it('takes no credential of another connection', async () => {
    const { app, sessionId } = await open();
    const other = await app.login(server.address, server.rootToken);
    const secretRef = await entered(app, other, 'of-the-other');
    const request: ConsoleRequest = {
      method: 'POST',
      path: 'sys/tools/hash',
      secrets: [{ pointer: '/input', secretRef }],
    };
    expect(await app.refused('console.send', { sessionId, request })).toMatchObject({
      kind: 'invalid-input',
      field: 'secrets',
    });
  });

  it('wraps what it is told to, also as a JWT', async () => {
    const { send } = await open();
    const wrapped = await send({ method: 'GET', path: 'sys/mounts', wrapTtl: '5m' });
    expect(wrapped).toMatchObject({ once: true, wrap: { ttlSeconds: 300, jwt: false } });
    const jwt = await send({ method: 'GET', path: 'sys/mounts', wrapTtl: '60', wrapJwt: true });
    expect(jwt).toMatchObject({ wrap: { ttlSeconds: 60, jwt: true } });
    const zero = await send({ method: 'GET', path: 'sys/mounts', wrapTtl: '0s', wrapJwt: true });
    expect([zero.once, zero.wrap]).toEqual([false, undefined]);
  });

  it('keeps a minted credential, and says that it exists once', async () => {
    const { app, send } = await open();
    // The root and the role need a consent, issuing does not.
    app.answers.push('', '');
    await send({
      method: 'POST',
      path: `${pki}/root/generate/internal`,
      json: '{"common_name":"example.com","ttl":"24h"}',
    });
    await send({
      method: 'POST',
      path: `${pki}/roles/web`,
      json: '{"allowed_domains":["example.com"],"allow_subdomains":true,"max_ttl":"1h"}',
    });
    const issued = await send({
      method: 'POST',
      path: `${pki}/issue/web`,
      json: '{"common_name":"a.example.com"}',
    });
    expect(issued.once).toBe(true);
    expect(app.asked).toHaveLength(2);
    expect(issued.rows.find(({ pointer }) => pointer === '/data/private_key')?.what).toBe('credential');
    expect(app.crossed()).not.toContain('PRIVATE KEY');
    expect((await app.must('answer.list', {})).map(({ path }) => path)).toContain(`${pki}/issue/web`);
  });

  it('refuses before a byte is sent what cannot be a request', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { refused, app, sessionId } = await open(proxy.address);
    const before = proxy.requests.length;
    for (const request of [
      { method: 'GET', path: 'a/../b' },
      { method: 'POST', path: 'sys/wrapping/wrap', json: '[1]' },
      { method: 'GET', path: 'sys/mounts', wrapTtl: 'soon' },
      { method: 'GET', path: 'sys/mounts', namespace: 'team' },
      { method: 'GET', path: 'https://elsewhere.example/v1/sys/mounts' },
    ] satisfies ConsoleRequest[]) {
      expect((await refused(request)).kind).toMatch(/invalid-input|not-offered|invalid-request/);
    }
    // Reads only the mounts, to judge one.
    expect(proxy.requests.slice(before).filter(({ url }) => !url.includes('internal/ui/mounts'))).toEqual([]);
    expect(await app.must('console.history', { sessionId })).toEqual([]);
  });

  it('says a refusal with its status, and does not take another token’s for the session’s', async () => {
    const { app, sessionId, refused, send } = await open();
    expect(await refused({ method: 'GET', path: `${v2.path}data/absent` })).toMatchObject({
      kind: 'invalid-path',
      status: 404,
    });
    const dead = await entered(app, sessionId, 'hvs.dead-token-of-somebody');
    const secrets = [{ pointer: '/token', secretRef: dead }];
    expect(await refused({ method: 'POST', path: 'auth/token/lookup', secrets })).toMatchObject({
      status: 403,
    });
    await refused({ method: 'GET', path: 'auth/token/lookup-self', withoutToken: true });
    const [session] = await app.must('session.list', {});
    expect(session?.trouble).toBeUndefined();
    expect((await app.must('console.history', { sessionId })).map(({ status }) => status)).toEqual([
      403, 403, 404,
    ]);
    expect((await send({ method: 'GET', path: 'sys/seal-status', withoutToken: true })).status).toBe(200);
  });

  it('sends once, whatever happens to it', async () => {
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId, refused } = await open(faults.address);
    const at = `${v2.path}data/once`;
    faults.add({ url: /data\/once/, fault: { kind: 'answer', status: 500, body: { errors: ['no'] } } });
    expect(await refused({ method: 'GET', path: at })).toMatchObject({ kind: 'server-error', status: 500 });
    expect(faults.arrived.filter((line) => line.includes('data/once'))).toHaveLength(1);
    expect((await app.must('console.history', { sessionId }))[0]).toMatchObject({ status: 500 });
  });

  it('costs a limited token one use a request and nothing else', async () => {
    const { token } = await newToken(server, { num_uses: 4, policies: ['default'] });
    const { app, sessionId, send, refused } = await open(server.address, token);
    expect(await app.refused('console.catalogue', { sessionId })).toMatchObject({ kind: 'invalid-request' });
    await refused({ method: 'POST', path: `${v2.path}data/x`, json: '{}' });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm' });
    // One went into the look-up of the login, two are left.
    expect((await send({ method: 'GET', path: 'auth/token/lookup-self' })).status).toBe(200);
    await send({ method: 'GET', path: 'auth/token/lookup-self' });
    await send({ method: 'GET', path: 'auth/token/lookup-self' });
    expect((await refused({ method: 'GET', path: 'auth/token/lookup-self' })).status).toBe(403);
  });
});

describe('what the server says of itself', () => {
  it('is read once a session, as a line a path and the fields of one', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await open(proxy.address);
    const asked = () => proxy.requests.filter(({ url }) => url.includes('specs/openapi')).length;
    const { paths } = await app.must('console.catalogue', { sessionId });
    expect(paths.find(({ path }) => path === `${transit}/encrypt/{name}`)?.methods).toEqual(['POST']);
    expect(paths.find(({ path }) => path === `${pki}/roles/`)?.methods).toEqual(['LIST']);
    // The document grows with every mount of the shared server, and the catalogue with it.
    const document = await must(server, 'GET', 'sys/internal/specs/openapi');
    expect(JSON.stringify(paths).length).toBeLessThan(JSON.stringify(document).length / 5);
    const facts = await app.must('console.path', { sessionId, path: `${transit}/encrypt/orders?x=1` });
    expect(facts.path).toBe(`${transit}/encrypt/{name}`);
    expect(facts.operations[0]?.fields.map(({ name }) => name)).toContain('plaintext');
    await app.must('console.catalogue', { sessionId });
    expect(asked()).toBe(1);

    await app.must('lock.now', {});
    app.answers.push(server.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    await app.must('console.catalogue', { sessionId });
    expect(asked()).toBe(2);
  });

  it('tells a path’s own help without running the path', async () => {
    const { app, sessionId } = await open();
    const { text } = await app.must('console.help', { sessionId, path: `${transit}/keys/never-made` });
    expect(text).toContain('Managed named encryption keys');
    expect(await app.refused('console.help', { sessionId, path: 'nowhere/at/all' })).toMatchObject({
      status: 404,
    });
  });

  it('is asked again where it could not be read', async () => {
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await open(faults.address);
    const body = { errors: ['permission denied'] };
    faults.add({ url: /specs\/openapi/, fault: { kind: 'answer', status: 403, body } });
    expect(await app.refused('console.catalogue', { sessionId })).toMatchObject({ kind: 'forbidden' });
    faults.heal();
    expect((await app.must('console.catalogue', { sessionId })).paths.length).toBeGreaterThan(100);
  });
});
