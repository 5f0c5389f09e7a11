/**
 * Mistaken inputs that no other file covers: the wrong kind of credential in a field, a namespace that would be
 * ignored, an invalid wrapping time, and unusually large answers.
 */
import { describe, expect, it } from 'vitest';
import {
  must,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  wrapped,
} from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { targetAt, openOptions } from './services.fixture.ts';
import { plainToken, useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { take, withoutLogin } from './wrapping.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

describe('the wrong kind of credential', () => {
  it('an accessor typed as the token of a login is refused, and asked for again', async () => {
    const { accessor } = await newToken(server);
    const app = newApp();
    app.answers.push(accessor, server.rootToken);
    await app.must('session.open', openOptions(server.address));
    expect(app.asked.map((request) => ('problem' in request ? request.problem : ''))).toEqual([
      '',
      expect.stringMatching(/does not know this token.*looks like an accessor/) as string,
    ]);
  });

  it('a JWT that was opened here is told as such, and sent once each time it is asked for', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await wrapped('POST', 'sys/wrapping/wrap', { a: 1 }, { 'X-Vault-Wrap-Format': 'jwt' });
    expect(token).toMatch(/^eyJ/);
    const app = newApp();
    const where = withoutLogin(proxy.address);
    // A mail has broken it over lines.
    const secretRef = await take(app, where, `${token.slice(0, 60)}\r\n ${token.slice(60)}\n`);
    await app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
    const again = await app.refused('wrapping.unwrap', { where, secretRef, form: 'header' });
    expect(again.message).toMatch(/^You unwrapped it here at \d\d:\d\d.*, and the response arrived\.$/);
    expect(again.hint).not.toContain('report it');
    expect(proxy.requests.filter(({ url }) => url.includes('unwrap'))).toHaveLength(2);
    expect(app.crossed()).not.toContain(token);
  });

  it('a token with one use left pays for its login, and the session says that it is used up', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server, { num_uses: 1 });
    const { app, sessionId } = await session(proxy, token);
    const [view] = await app.must('session.list', {});
    expect(view?.token.numUses).toBe(-1);
    expect(view?.trouble).toMatchObject({
      kind: 'unauthenticated',
      message: expect.stringContaining('no uses') as string,
    });
    await app.must('session.refresh', { sessionId });
    expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toHaveLength(1);
  });
});

describe('a login', () => {
  const password = 'canary password-Ü/77aa';

  async function usersWith(options: object): Promise<LoginOptions> {
    const mount = uniqueName('users');
    await must(server, 'POST', `sys/auth/${mount}`, { type: 'userpass' });
    await must(server, 'POST', `auth/${mount}/users/ops`, { password, ...options });
    return { type: 'userpass', mount: `${mount}/`, fields: { username: 'ops' } };
  }

  it('with 2,000 policies is whole, adopted or beside', async () => {
    const policies = Array.from({ length: 2000 }, (_, index) => `team-${String(index)}`);
    const login = await usersWith({ token_policies: policies });
    const app = newApp();
    app.answers.push({ username: 'ops', password }, { username: 'ops', password });
    const { sessionId, token } = await app.must('session.open', { ...openOptions(server.address), login });
    expect(new Set(token.policies)).toEqual(new Set(['default', ...policies]));
    const beside = await app.must('login.aside', { sessionId, login });
    expect(beside.login?.policies).toHaveLength(2001);
    expect(beside.rowsLeftOut).toBe(0);
    expect(app.crossed()).not.toContain(password);
  });

  it('whose token could not be looked up loses nothing: the token is held and can be opened', async () => {
    const login = await usersWith({});
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'cut' }, url: /lookup-self/, times: 1 });
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const error = await app.refused('session.open', { ...openOptions(proxy.address), login });
    expect(error.message).toContain('among the one-time results');
    const [result] = await app.must('answer.list', {});
    expect(result?.title).toContain(login.mount);
    const answerId = result?.answerId ?? '';
    app.answers.push('');
    const { token } = await app.must('answer.adopt', { answerId, how: 'beside', name: 'ops' });
    expect(token.displayName).toContain('ops');
    app.answers.push('');
    await app.must('answer.copy', { answerId, pointer: '/auth/client_token' });
    expect(app.clipboard.text).toMatch(/^hvs\./);
    expect(app.crossed()).not.toContain(app.clipboard.text);
  });
});

describe('a namespace on a server that ignores namespaces', () => {
  const target = () => targetAt(server.address, { namespace: 'team-a' });
  const elsewhere = () => ({ target: target(), name: '' });
  const cases: readonly (readonly [CallName, (sessionId: string) => object])[] = [
    ['wrapping.take', () => ({ where: elsewhere(), from: 'typed' })],
    ['cluster.panel', () => ({ where: elsewhere(), panel: 'keys' })],
    ['ceremony.giveShare', () => ({ where: elsewhere(), ceremony: 'rekey', nonce: 'n' })],
    ['login.methods', () => ({ where: elsewhere() })],
    ['login.methods', (sessionId) => ({ where: { sessionId }, namespace: 'team-a' })],
    [
      'login.aside',
      (sessionId) => ({
        sessionId,
        login: { type: 'userpass', mount: 'userpass/', namespace: 'team-a', fields: {} },
      }),
    ],
    [
      'session.reauthenticate',
      (sessionId) => ({
        sessionId,
        login: { type: 'token', mount: '', namespace: 'team-a', fields: {} },
      }),
    ],
    [
      'console.send',
      (sessionId) => ({ sessionId, request: { method: 'GET', path: 'sys/mounts', namespace: 'team-a' } }),
    ],
  ];

  it.each(cases)('is refused by %s before anything is asked of a person or sent', async (name, input) => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    app.asked.splice(0);
    proxy.clear();
    const error = await refusedCall(app, name, input(sessionId));
    expect(error.message).toMatch(/no namespaces.*Nothing was sent/);
    expect(app.asked).toEqual([]);
    expect(proxy.requests.map(({ url }) => url).filter((url) => !url.includes('sys/health'))).toEqual([]);
  });

  function refusedCall<N extends CallName>(app: TestApp, name: N, input: object) {
    return app.refused(name, input);
  }
});

describe('a wrapping time that is none', () => {
  it.each(['0', '0s', 'soon', '-5m'])(
    '%j is refused before a token would come unwrapped',
    async (wrapTtl) => {
      const proxy = stopping(await startRecordingProxy(server));
      const { app, sessionId } = await session(proxy, server.rootToken);
      app.asked.splice(0);
      proxy.clear();
      const login: LoginOptions = { type: 'userpass', mount: 'userpass/', fields: {} };
      for (const error of [
        await app.refused('token.create', { sessionId, options: { ...plainToken, wrapTtl } }),
        await app.refused('login.aside', { sessionId, login, wrapTtl }),
        await app.refused('wrapping.wrap', {
          sessionId,
          ttl: wrapTtl,
          jwt: false,
          what: { kind: 'data', json: '{}' },
        }),
      ])
        expect(error.message).toContain('Nothing was sent');
      expect(app.asked).toEqual([]);
      expect(proxy.requests).toEqual([]);
    },
  );
});
