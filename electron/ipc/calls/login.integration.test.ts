/** Logging in by other means than a token: prompts, requests, and words for the user. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  factsOf,
  must,
  newPolicy,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { targetAt, openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, session, stopping } = useTestApps();
const server = sharedServers().dev;
const facts = factsOf();

const password = 'canary password-Ü/41c9';

/** A userpass mount with the user `ops`; options as of a user (`token_num_uses` …). */
async function newUsers(options: object = {}): Promise<string> {
  const mount = uniqueName('users');
  await must(server, 'POST', `sys/auth/${mount}`, { type: 'userpass', description: 'Everybody' });
  await must(server, 'POST', `auth/${mount}/users/ops`, { password, ...options });
  return mount;
}

const users = (mount: string, username = 'ops'): LoginOptions => ({
  type: 'userpass',
  mount: `${mount}/`,
  fields: username === '' ? {} : { username },
});

const sent = (proxy: RecordingProxy): string[] =>
  proxy.requests
    .map(({ method, url }) => `${method} ${url}`)
    .filter((line) => !line.includes('/v1/sys/health'));

const problems = (app: TestApp): unknown[] =>
  app.asked.map((request) => ('problem' in request ? request.problem : undefined));

describe('login.methods', () => {
  it('tells what the server advertises, without a token and without a session', async () => {
    const [shown, hidden] = [await newUsers(), await newUsers()];
    await must(server, 'POST', `sys/auth/${shown}/tune`, { listing_visibility: 'unauth' });
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const where = { target: targetAt(proxy.address), name: '' };
    const told = await app.must('login.methods', { where });
    expect(told).toMatchObject({
      server: `${facts.name} ${facts.version}`,
      namespaces: facts.namespaces,
    });
    expect(told.methods).toContainEqual({ type: 'userpass', mount: `${shown}/`, description: 'Everybody' });
    expect(JSON.stringify(told)).not.toContain(hidden);
    const sessionId = await app.login(proxy.address, server.rootToken);
    proxy.clear();
    expect(await app.must('login.methods', { where: { sessionId } })).toEqual(told);
    expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toEqual([]);
  });

  it.skipIf(facts.namespaces)('refuses a namespace that the server would ignore', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const where = { target: targetAt(proxy.address), name: '' };
    expect(await app.refused('login.methods', { where, namespace: 'team-a' })).toMatchObject({
      kind: 'invalid-input',
      field: 'namespace',
    });
    expect(sent(proxy)).toEqual([]);
  });

  it('says when it is a proxy that answers, not the server', async () => {
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault: { kind: 'html', status: 200 }, url: /ui\/mounts/ });
    const where = { target: targetAt(proxy.address), name: '' };
    expect(await newApp().refused('login.methods', { where })).toMatchObject({ kind: 'bad-answer' });
  });
});

describe('user name and password', () => {
  it('are typed in the trusted view beside where they go, sent once, and cross nowhere', async () => {
    const policy = await newPolicy(server, 'path "secret/data/ops" { capabilities = ["read"] }');
    const mount = await newUsers({ token_policies: [policy] });
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const view = await app.must('session.open', { ...openOptions(proxy.address), login: users(mount, '') });
    expect(view).toMatchObject({
      token: { displayName: `${mount}-ops`, policies: expect.arrayContaining([policy]) as string[] },
      login: { type: 'userpass', mount: `${mount}/`, fields: { username: 'ops' } },
    });
    expect(app.asked).toMatchObject([
      {
        kind: 'enter-fields',
        destination: { address: proxy.address, name: 'unsaved connection', colour: 'grey' },
        fields: [
          { name: 'username', secret: false },
          { name: 'password', secret: true },
        ],
      },
    ]);
    expect(sent(proxy)).toEqual([`POST /v1/auth/${mount}/login/ops`, 'GET /v1/auth/token/lookup-self']);
    expect(app.crossed()).not.toContain(password);
    expect(app.crossed()).not.toContain(JSON.stringify(password).slice(1, -1));
  });

  it('are asked for again with the reason, all but the password still there; nothing is sent twice', async () => {
    const mount = await newUsers();
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.answers.push(
      { username: '../x', password },
      { username: 'ops', password: '' },
      { username: '', password },
      { username: 'ops', password: 'wrong-canary-password' },
      { username: 'ops', password },
    );
    await app.must('session.open', { ...openOptions(proxy.address), login: users(mount) });
    expect(problems(app)).toEqual([
      undefined,
      expect.stringMatching(/“\.\.\/x” would lead to another path.*not sent/),
      'Type the password.',
      'Type the user name.',
      expect.stringMatching(/refused the login: invalid username or password/),
    ]);
    expect(app.asked.at(-1)).toMatchObject({ fields: [{ value: 'ops' }, { name: 'password' }] });
    expect(JSON.stringify(app.asked)).not.toContain('wrong-canary');
    expect(sent(proxy).filter((line) => line.startsWith('POST'))).toEqual([
      `POST /v1/auth/${mount}/login/ops`,
      `POST /v1/auth/${mount}/login/ops`,
    ]);
    expect(app.crossed()).not.toContain('canary');
  });

  it('can be given up', async () => {
    const app = newApp();
    const login = users(await newUsers());
    app.answers.push({ username: 'ops', password: 'wrong-canary-password' });
    expect(await app.refused('session.open', { ...openOptions(server.address), login })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await app.must('session.list', {})).toEqual([]);
  });

  it('say so where there is no such login method', async () => {
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    await app.refused('session.open', { ...openOptions(server.address), login: users('nowhere') });
    expect(problems(app).at(-1)).toMatch(/no .*login.* at “auth\/nowhere\/”/);
  });

  it.each([
    ['', 'login.mount'],
    ['../token', 'login.mount'],
    ['a//b', 'login.mount'],
    ['a\u202eb', 'login.mount'],
  ])('refuse the mount %j before anything is asked or sent', async (mount, field) => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const login: LoginOptions = { type: 'userpass', mount, fields: {} };
    expect(await app.refused('session.open', { ...openOptions(proxy.address), login })).toMatchObject({
      kind: 'invalid-input',
      field,
    });
    expect(app.asked).toEqual([]);
    expect(sent(proxy)).toEqual([]);
  });

  it.each([
    [{ kind: 'html', status: 200 } as const, 'bad-answer'],
    [{ kind: 'html' } as const, 'outcome-unknown'],
    [{ kind: 'answer', status: 200, body: { data: { fine: true } } } as const, 'bad-answer'],
    [{ kind: 'answer', status: 204, body: '' } as const, 'bad-answer'],
    [
      { kind: 'answer', status: 429, body: { errors: ['rate limit quota exceeded'] } } as const,
      'rate-limited',
    ],
    [{ kind: 'lost-answer' } as const, 'outcome-unknown'],
    [{ kind: 'answer', status: 500, body: { errors: [`broken by ${password}`] } } as const, 'server-error'],
  ])('answered by %j end with what happened, are not repeated and not told on', async (fault, kind) => {
    const mount = await newUsers();
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({ fault, url: /\/login\// });
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const error = await app.refused('session.open', { ...openOptions(proxy.address), login: users(mount) });
    expect(error).toMatchObject({ kind });
    expect(proxy.arrived.filter((line) => line.includes('/login/'))).toHaveLength(1);
    expect(app.crossed()).not.toContain(password);
    expect(await app.must('session.list', {})).toEqual([]);
  });

  it.skipIf(facts.namespaces)('are not sent to a namespace that the server would ignore', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const login = { ...users(await newUsers()), namespace: 'team-a/' };
    const error = await app.refused('session.open', { ...openOptions(proxy.address), login });
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'namespace' });
    expect(app.asked).toEqual([]);
    expect(sent(proxy)).toEqual([]);
  });

  it('go to the namespace of the login, and the token is looked up there', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    await must(bao, 'POST', 'sys/namespaces/team-a', {});
    await must(bao, 'POST', 'team-a/sys/namespaces/inner', {});
    await must(bao, 'POST', 'team-a/sys/policies/acl/inner', {
      policy: 'path "inner/*" { capabilities = ["read", "list"] }',
    });
    await must(bao, 'POST', 'team-a/sys/auth/users', { type: 'userpass' });
    const user = { password, token_policies: ['inner'] };
    await must(bao, 'POST', 'team-a/auth/users/users/ops', user);
    const proxy = stopping(await startRecordingProxy(bao));
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const { sessionId } = await app.must('session.open', {
      ...openOptions(proxy.address, { namespace: 'team-a/inner' }),
      login: { ...users('users'), namespace: '/team-a/' },
    });
    expect(app.asked).toMatchObject([{ destination: { namespace: 'team-a' } }]);
    const asked = proxy.requests.filter(({ url }) => !url.startsWith('/v1/sys/'));
    expect(asked.map(({ headers }) => headers['x-vault-namespace'])).toEqual(['team-a', 'team-a']);
    await app.must('mount.list', { sessionId });
    expect(proxy.requests.at(-1)?.headers).toMatchObject({ 'x-vault-namespace': 'team-a/inner' });
  });

  it('give a token of limited uses, which pays for one look-up and nothing else', async () => {
    const mount = await newUsers({ token_num_uses: 5 });
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const { sessionId, token } = await app.must('session.open', {
      ...openOptions(proxy.address),
      login: users(mount),
    });
    expect(token.numUses).toBe(4);
    await app.must('session.refresh', { sessionId });
    expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toHaveLength(1);
  });

  it('that give a token which may not look itself up open a session with what the login tells', async () => {
    const mount = await newUsers({
      token_no_default_policy: true,
      token_policies: ['nothing-at-all'],
      token_ttl: '30m',
      token_num_uses: 5,
    });
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const { token, trouble } = await app.must('session.open', {
      ...openOptions(server.address),
      login: users(mount),
    });
    expect(trouble).toBeUndefined();
    expect(token).toMatchObject({
      noLookUp: 'earlier',
      displayName: 'ops',
      policies: ['nothing-at-all'],
      ttlSeconds: 1800,
      // The refused look-up was a use, too.
      numUses: 4,
    });
    expect(token.expireTime).not.toBeNull();
    app.answers.push('');
    await app.must('secret.copy', { secretRef: token.id.secretRef });
    expect(app.clipboard.text.startsWith(facts.tokenPrefix)).toBe(true);
    expect(app.crossed()).not.toContain(app.clipboard.text);
  });
});

describe('logging in again', () => {
  it('goes the way the session was opened, and remembers another one', async () => {
    const mount = await newUsers();
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const { sessionId } = await app.must('session.open', {
      ...openOptions(server.address),
      login: users(mount, ''),
    });
    await app.call('lock.now', {});
    app.answers.push({ username: 'ops', password });
    expect(await app.must('session.reauthenticate', { sessionId })).toMatchObject({
      login: { type: 'userpass' },
    });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-fields', fields: [{ value: 'ops' }, {}] });
    app.answers.push(server.rootToken);
    const token = { type: 'token', mount: '', fields: {} } as const;
    expect(await app.must('session.reauthenticate', { sessionId, login: token })).toMatchObject({
      login: { type: 'token' },
      token: { policies: ['root'] },
    });
    app.answers.push(server.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'enter-token' });
  });

  it('says why it is needed', async () => {
    const mount = await newUsers();
    const app = newApp();
    app.answers.push({ username: 'ops', password });
    const { sessionId, token } = await app.must('session.open', {
      ...openOptions(server.address),
      login: users(mount),
    });
    await must(server, 'POST', 'auth/token/revoke-accessor', { accessor: token.accessor });
    await app.must('session.refresh', { sessionId });
    await app.refused('session.reauthenticate', { sessionId });
    expect(problems(app).at(-1)).toMatch(/no longer accepts this token|does not know this token/);
  });
});

describe('logging out', () => {
  it('only forgets, or revokes with all below', async () => {
    const mount = await newUsers();
    const app = newApp();
    const open = async () => {
      app.answers.push({ username: 'ops', password });
      return app.must('session.open', { ...openOptions(server.address), login: users(mount) });
    };
    const [forgotten, revoked] = [await open(), await open()];
    app.answers.push('forget');
    expect(await app.must('session.logOut', { sessionId: forgotten.sessionId })).toEqual({ revoked: false });
    expect(await app.refused('session.logOut', { sessionId: revoked.sessionId })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await app.must('session.list', {})).toHaveLength(1);
    const asked = app.asked.length;
    app.answers.push('revoke');
    expect(await app.must('session.logOut', { sessionId: revoked.sessionId })).toEqual({ revoked: true });
    // One prompt for either choice: the request that follows is covered by it.
    expect(app.asked).toHaveLength(asked + 1);
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      choices: [{ value: 'forget' }, { value: 'revoke', destructive: true }],
      facts: expect.arrayContaining([
        { name: 'Accessor', value: revoked.token.accessor },
        { name: 'Server', value: expect.stringContaining(server.address) as string, prose: true },
      ]) as unknown,
    });
    expect(await app.must('session.list', {})).toEqual([]);
    const lookUp = ({ token }: typeof revoked) =>
      must(server, 'POST', 'auth/token/lookup-accessor', { accessor: token.accessor });
    await expect(lookUp(forgotten)).resolves.toBeDefined();
    await expect(lookUp(revoked)).rejects.toThrow('invalid accessor');
  });

  it('stays where revoking fails, and says why', async () => {
    const mount = await newUsers();
    const proxy = stopping(await startFaultProxy(server));
    proxy.add({
      fault: { kind: 'answer', status: 500, body: { errors: ['no'] } },
      url: /revoke-self/,
      times: 1,
    });
    const app = newApp();
    app.answers.push({ username: 'ops', password }, 'revoke', 'revoke');
    const { sessionId } = await app.must('session.open', {
      ...openOptions(proxy.address),
      login: users(mount),
    });
    expect(await app.refused('session.logOut', { sessionId })).toMatchObject({
      kind: 'server-error',
    });
    expect(await app.must('session.list', {})).toMatchObject([{ sessionId }]);
    await app.must('session.logOut', { sessionId });
    expect(proxy.arrived.filter((line) => line.includes('revoke-self'))).toHaveLength(2);
  });
});

describe('a login by JWT', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = (audience: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: 'build', aud: audience, iat: now - 60, nbf: now - 60, exp: now + 600 };
    const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), keys.privateKey).toString('base64url')}`;
  };

  it('takes a pasted JWT, asks again for a wrong one, and keeps both to itself', async () => {
    const mount = uniqueName('jwt');
    await must(server, 'POST', `sys/auth/${mount}`, { type: 'jwt' });
    const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' });
    await must(server, 'POST', `auth/${mount}/config`, { jwt_validation_pubkeys: [publicKey] });
    const role = { role_type: 'jwt', user_claim: 'sub', bound_audiences: ['vault'] };
    await must(server, 'POST', `auth/${mount}/role/ci`, role);
    const app = newApp();
    const [wrong, right] = [jwt('elsewhere'), jwt('vault')];
    app.answers.push({ role: 'ci', jwt: wrong }, { role: 'ci', jwt: `  ${right}\n` });
    const login: LoginOptions = { type: 'jwt', mount, fields: {} };
    const view = await app.must('session.open', { ...openOptions(server.address), login });
    expect(view).toMatchObject({
      token: { displayName: `${mount}-build` },
      login: { fields: { role: 'ci' } },
    });
    expect(app.asked[0]).toMatchObject({ fields: [{ name: 'role' }, { name: 'jwt', multiline: true }] });
    expect(problems(app).at(-1)).toMatch(/audience/);
    for (const one of [wrong, right]) expect(app.crossed()).not.toContain(one.slice(0, 40));
  });
});

describe('a login by client certificate', () => {
  const mutual = sharedServers().mutualTls;

  it('shows the certificate of the connection', async () => {
    const mount = uniqueName('cert');
    await must(mutual, 'POST', `sys/auth/${mount}`, { type: 'cert' });
    const certificate = mutual.clientCertificate?.cert;
    await must(mutual, 'POST', `auth/${mount}/certs/ops`, { certificate, display_name: 'alice' });
    const app = newApp({ files: [mutual.caFile, mutual.certFile, mutual.keyFile] });
    const ca = await app.must('connection.chooseFile', { purpose: 'ca' });
    const clientCertificate = await app.must('connection.chooseFile', { purpose: 'client-certificate' });
    const clientKey = await app.must('connection.chooseFile', { purpose: 'client-key' });
    const tls = { useSystemStore: false, skipVerify: false, ca, clientCertificate, clientKey };
    app.answers.push({ name: 'nobody' }, { name: 'ops' });
    const login: LoginOptions = { type: 'cert', mount, fields: {} };
    const view = await app.must('session.open', { ...openOptions(mutual.address, { tls }), login });
    expect(view).toMatchObject({
      token: { path: `auth/${mount}/login` },
      login: { fields: { name: 'ops' } },
    });
    expect(problems(app)[1]).toMatch(/refused the login/);
  });

  it('says where there is none to show', async () => {
    const app = newApp();
    const login: LoginOptions = { type: 'cert', mount: 'cert', fields: {} };
    expect(await app.refused('session.open', { ...openOptions(server.address), login })).toMatchObject({
      message: expect.stringContaining('only be shown over https') as string,
    });
    const { tls } = sharedServers();
    const secure = newApp({ files: [tls.caFile] });
    const ca = await secure.must('connection.chooseFile', { purpose: 'ca' });
    const target = { tls: { useSystemStore: false, skipVerify: false, ca } };
    expect(
      await secure.refused('session.open', { ...openOptions(tls.address, target), login }),
    ).toMatchObject({
      field: 'tls.clientCertificate',
      message: expect.stringContaining('has no client certificate') as string,
    });
    expect(secure.asked).toEqual([]);
  });
});

describe('a login at any path', () => {
  it('sends free fields and those that were typed in the trusted view', async () => {
    const mount = await newUsers();
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    const login: LoginOptions = {
      type: 'other',
      mount: `auth/${mount}`,
      fields: { path: '/login/ops', json: '{"note": {"a": [1]}}' },
      secretFields: ['password'],
    };
    app.answers.push({ password: '' }, { password: 'not the canary' }, { password });
    await app.must('session.open', { ...openOptions(proxy.address), login });
    expect(problems(app)).toEqual([
      undefined,
      expect.stringContaining('“password” is empty'),
      expect.stringContaining('invalid username or password'),
    ]);
    const body = proxy.requests.filter(({ url }) => url.includes('/login/')).at(-1)?.body ?? '';
    expect(JSON.parse(body)).toEqual({ note: { a: [1] }, password });
    expect(app.crossed()).not.toContain(password);
  });

  it.each([
    [{ json: '[1]' }, 'login.json'],
    [{ json: '{"a": ' }, 'login.json'],
    [{ path: '../../sys/seal' }, 'login.path'],
    [{ path: 'a//b' }, 'login.path'],
  ])('refuses %j before anything is asked', async (fields, field) => {
    const app = newApp();
    const login: LoginOptions = { type: 'other', mount: 'userpass', fields: fields };
    expect(await app.refused('session.open', { ...openOptions(server.address), login })).toMatchObject({
      kind: 'invalid-input',
      field,
    });
    expect(app.asked).toEqual([]);
  });
});

describe('a login beside the session', () => {
  it('is an answer that nobody has adopted, wrapped where that is wished', async () => {
    const mount = await newUsers();
    const { app, sessionId } = await session(server);
    app.answers.push({ password }, { password });
    const aside = await app.must('login.aside', { sessionId, login: users(mount) });
    expect(aside).toMatchObject({
      sessionId,
      once: true,
      login: { displayName: expect.anything() as string },
    });
    const wrapped = await app.must('login.aside', { sessionId, login: users(mount), wrapTtl: '5m' });
    expect(wrapped).toMatchObject({ wrap: { ttlSeconds: 300, creationPath: `auth/${mount}/login/ops` } });
    expect(wrapped.login).toBeUndefined();
    expect(await app.must('session.list', {})).toMatchObject([{ token: { policies: ['root'] } }]);
    app.answers.push('');
    await app.must('answer.copy', { answerId: aside.answerId, pointer: '/auth/client_token' });
    expect(app.clipboard.text.startsWith(facts.tokenPrefix)).toBe(true);
    expect(app.crossed()).not.toContain(app.clipboard.text);
    expect(app.crossed()).not.toContain(password);
  });

  it('can be opened as another session, or take the place of the token', async () => {
    const mount = await newUsers();
    const { app, sessionId } = await session(server);
    app.answers.push({ password }, { password });
    const one = await app.must('login.aside', { sessionId, login: users(mount) });
    const name = 'as ops';
    app.answers.unshift('');
    expect(
      await app.must('answer.adopt', { answerId: one.answerId, how: 'beside', name, colour: 'teal' }),
    ).toMatchObject({ name, colour: 'teal', token: { displayName: `${mount}-ops` } });
    const two = await app.must('login.aside', { sessionId, login: users(mount) });
    app.answers.push('');
    expect(await app.must('answer.adopt', { answerId: two.answerId, how: 'replace' })).toMatchObject({
      sessionId,
      token: { displayName: `${mount}-ops` },
    });
    expect(await app.must('session.list', {})).toHaveLength(2);
  });
});
