/** The policy tester on a real Vault: its subjects, its lines, and a token created for the test. */
import { describe, expect, it } from 'vitest';
import {
  ask,
  at,
  must,
  newKvMount,
  newNamespace,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  textAt,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { PolicyTest } from '../../../shared/vault/policy-effect.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();

const reads = 'path "secret/data/team/*" {\n  capabilities = ["read"]\n}\n';
const denies = '# never\n\npath "secret/data/team/pay" {\n  capabilities = ["deny"]\n}\n';

async function asRoot(address = dev.address): Promise<{ app: TestApp; sessionId: string }> {
  const app = newApp();
  return { app, sessionId: await app.login(address, dev.rootToken) };
}

function linesOf({ rows }: PolicyTest, row = 0) {
  const local = rows[row]?.local;
  const short = (all: typeof local extends undefined ? never : NonNullable<typeof local>['deciding']) =>
    all.map(({ policy, line }) => `${policy}:${String(line)}`);
  return { deciding: short(local?.deciding ?? []), outranked: short(local?.outranked ?? []) };
}

async function accessors(): Promise<readonly string[]> {
  return at(await must(dev, 'GET', 'auth/token/accessors/?list=true'), 'data', 'keys') as string[];
}

/** Tokens of a test that are alive. The server removes one a moment after its last use. */
async function leftOver(before: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const accessor of await accessors()) {
    if (before.includes(accessor)) continue;
    const found = await ask(dev, 'POST', 'auth/token/lookup-accessor', { accessor });
    if (found.status === 200) names.push(textAt(found.json, 'data', 'display_name'));
  }
  return names.filter((name) => name.includes('strongroom-policy-test'));
}

describe('testing a path', () => {
  it('asks about the session’s own token, with the lines of its policies', async () => {
    const [granting, denying] = [await newPolicy(dev, reads), await newPolicy(dev, denies)];
    const reading = await newPolicy(dev, 'path "sys/policies/acl/*" { capabilities = ["read"] }');
    const { token } = await newToken(dev, { policies: [granting, denying, reading] });
    const { app, sessionId } = await session(dev, token);
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'self' },
      path: 'secret/data/team/pay',
    });
    expect(test).toMatchObject({
      endpoint: 'sys/capabilities-self',
      unread: [],
      rows: [{ path: 'secret/data/team/pay', server: ['deny'], agrees: true, sudo: false }],
    });
    expect(linesOf(test)).toEqual({ deciding: [`${denying}:3`], outranked: [`${granting}:1`] });
  });

  it('asks about another token by its accessor, and costs that token no use', async () => {
    const granting = await newPolicy(dev, reads);
    const { token, accessor } = await newToken(dev, { policies: [granting], num_uses: 1 });
    const { app, sessionId } = await asRoot();
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'accessor', accessor },
      path: 'v1/secret/data/team/db',
    });
    expect(test.rows).toMatchObject([{ path: 'secret/data/team/db', server: ['read'], agrees: true }]);
    expect(linesOf(test).deciding).toEqual([`${granting}:1`]);
    expect((await ask({ ...dev, rootToken: token }, 'GET', 'auth/token/lookup-self')).status).toBe(200);
  });

  it('tests both API paths of an entry that is given as it is browsed', async () => {
    const mount = await newKvMount(dev, 2, 'tester');
    const granting = await newPolicy(dev, `path "${mount.path}data/*" { capabilities = ["read"] }`);
    const { app, sessionId } = await asRoot();
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'policies', names: [granting] },
      path: `${mount.path}team/db`,
    });
    expect(test.rows.map(({ path, local }) => [path, local?.capabilities])).toEqual([
      [`${mount.path}data/team/db`, ['read']],
      [`${mount.path}metadata/team/db`, ['deny']],
    ]);
    expect(test.endpoint).toBeUndefined();
  });

  it('says what it does not know: unreadable and absent policies, templates, wildcards', async () => {
    const granting = await newPolicy(dev, reads);
    const absent = uniqueName('absent');
    const template = await newPolicy(
      dev,
      'path "secret/data/{{identity.entity.name}}/*" { capabilities = ["read"] }',
    );
    const { app, sessionId } = await asRoot();
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'policies', names: [template, absent] },
      path: 'secret/data/bob/*',
    });
    expect(test.rows[0]?.local?.capabilities).toEqual(['deny']);
    expect(test.notes.join(' ')).toContain(`“${absent}” does not exist`);
    expect(test.notes.join(' ')).toContain('{{identity.entity.name}}');
    expect(test.notes.join(' ')).toContain('plain characters');

    const { token } = await newToken(dev, { policies: [granting] });
    const own = newApp();
    const blind = await own.must('policy.test', {
      sessionId: await own.login(dev.address, token),
      subject: { kind: 'self' },
      path: 'secret/data/team/x',
    });
    expect(blind.rows).toMatchObject([{ server: ['read'] }]);
    expect(blind.rows[0]).not.toHaveProperty('agrees');
    expect(blind.unread.map(({ name }) => name)).toContain(granting);
  });

  it('fills in the templates of the token’s entity, and agrees with the server', async () => {
    const name = uniqueName('bob');
    const policy = await newPolicy(
      dev,
      [
        'path "secret/data/{{identity.entity.name}}/*" { capabilities = ["read"] }',
        'path "secret/data/{{identity.entity.metadata.team}}/*" { capabilities = ["update"] }',
        'path "secret/data/{{identity.entity.metadata.none}}/*" { capabilities = ["delete"] }',
      ].join('\n'),
    );
    const mount = uniqueName('people');
    await must(dev, 'POST', `sys/auth/${mount}`, { type: 'userpass' });
    const methods = await must(dev, 'GET', 'sys/auth');
    const entity = await must(dev, 'POST', 'identity/entity', {
      name,
      policies: [policy],
      metadata: { team: 'payments' },
    });
    await must(dev, 'POST', 'identity/entity-alias', {
      name: 'bob',
      canonical_id: textAt(entity, 'data', 'id'),
      mount_accessor: textAt(methods, 'data', `${mount}/`, 'accessor'),
    });
    await must(dev, 'POST', `auth/${mount}/users/bob`, { password: 'hunter2' });
    const login = await must(dev, 'POST', `auth/${mount}/login/bob`, { password: 'hunter2' });
    const { app, sessionId } = await asRoot();
    const subject = { kind: 'accessor', accessor: textAt(login, 'auth', 'accessor') } as const;
    for (const [path, capability] of [
      [`secret/data/${name}/x`, 'read'],
      ['secret/data/payments/x', 'update'],
      ['secret/data//x', 'deny'],
    ] as const) {
      const test = await app.must('policy.test', { sessionId, subject, path });
      expect(test.rows).toMatchObject([
        { server: [capability], local: { capabilities: [capability] }, agrees: true },
      ]);
    }
  });

  it('judges an unsaved text beside the saved one, and sends nothing of it', async () => {
    const name = await newPolicy(dev, reads);
    const proxy = stopping(await startRecordingProxy(dev));
    const { app, sessionId } = await asRoot(proxy.address);
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'policies', names: [name] },
      path: 'secret/data/team/pay',
      unsaved: { name, text: `${reads}\n${denies}` },
    });
    expect(test.rows).toMatchObject([
      {
        local: { capabilities: ['read'] },
        draft: { capabilities: ['deny'], deciding: [{ policy: name, line: 7 }] },
      },
    ]);
    expect(JSON.stringify(proxy.requests)).not.toContain('# never');
    expect(textAt(await must(dev, 'GET', `sys/policies/acl/${name}`), 'data', 'policy')).toBe(reads);
  });

  it('takes the root policy, a faulty text, a policy of a megabyte and 10,000 rules', async () => {
    const { app, sessionId } = await asRoot();
    const of = (names: readonly string[], text?: string) =>
      app.must('policy.test', {
        sessionId,
        subject: { kind: 'policies', names },
        path: 'secret/data/team/pay',
        ...(text === undefined ? {} : { unsaved: { name: names[0] ?? '', text } }),
      });
    expect((await of(['root'])).rows).toMatchObject([{ local: { capabilities: ['root'] } }]);
    const faulty = `${'# line\n'.repeat(399)}path "secret/data/team/pay" { capabilities = ["read\n}`;
    expect((await of([uniqueName('faulty')], faulty)).rows).toHaveLength(1);
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `path "secret/data/+/${String(index)}/*" {\n  capabilities = ["read"]\n}\n`,
    ).join('');
    const long = `${many}# ${'x'.repeat(1_048_576 - many.length - 200)}\n${denies}`;
    const test = await of([uniqueName('long')], long);
    expect(test.rows).toMatchObject([{ draft: { capabilities: ['deny'], deciding: [{ line: 30_004 }] } }]);
  });

  it('pays one use at most, and only for what a person asked', async () => {
    const granting = await newPolicy(dev, `${reads}path "sys/policies/acl/*" { capabilities = ["read"] }`);
    const { token, accessor } = await newToken(dev, { policies: ['default', granting], num_uses: 5 });
    const { app, sessionId } = await session(dev, token);
    const left = async () =>
      at(await must(dev, 'POST', 'auth/token/lookup-accessor', { accessor }), 'data', 'num_uses');
    const before = Number(await left());
    const test = await app.must('policy.test', {
      sessionId,
      subject: { kind: 'self' },
      path: 'secret/data/team/x',
    });
    expect(test.rows).toMatchObject([{ server: ['read'] }]);
    expect(await left()).toBe(before - 1);
    expect(
      await app.refused('policy.test', {
        sessionId,
        subject: { kind: 'policies', names: [granting] },
        path: 'secret/data/x',
      }),
    ).toMatchObject({ kind: 'invalid-request' });
    expect(await left()).toBe(before - 1);
  });
});

describe('in a namespace below the token’s own', () => {
  it('its own policies are read where it is at home, and judged with the namespace before the path', async () => {
    const server = stopping(await startDevVault({ product: 'openbao' }));
    const inTeam = await newNamespace(server);
    const team = inTeam.namespace;
    await newKvMount(inTeam, 2, 'kv');
    const proxy = stopping(await startRecordingProxy(server));
    const granting = await newPolicy(
      server,
      `path "sys/policies/acl/*" { capabilities = ["read"] }\npath "${team}/kv/data/*" { capabilities = ["read"] }\npath "kv/data/*" { capabilities = ["deny"] }\npath "${team}/sys/capabilities-self" { capabilities = ["update"] }`,
    );
    // The namespace has another policy of the same name.
    await newPolicy(inTeam, 'path "kv/data/*" { capabilities = ["delete"] }', granting);
    const { token } = await newToken(server, { policies: [granting, 'default'] });
    const { app, sessionId: home } = await session(proxy, token);
    const { sessionId } = await app.must('session.openNamespace', { sessionId: home, namespace: team });
    proxy.clear();
    const test = await app.must('policy.test', { sessionId, subject: { kind: 'self' }, path: 'kv/data/app' });
    expect(test).toMatchObject({
      rows: [{ path: 'kv/data/app', server: ['read'], agrees: true }],
      unread: [],
      notes: [expect.stringContaining(`paths here begin with “${team}/”`)],
    });
    expect(linesOf(test).deciding).toEqual([`${granting}:2`]);
    const asked = (part: string) =>
      proxy.requests.flatMap(({ url, headers }) =>
        url.includes(part) ? [headers['x-vault-namespace']] : [],
      );
    expect(asked('sys/capabilities-self')).toEqual([team]);
    expect(new Set(asked('/policies/'))).toEqual(new Set([undefined]));

    // A path at home has no prefix.
    const atHome = await app.must('policy.test', {
      sessionId: home,
      subject: { kind: 'self' },
      path: 'kv/data/app',
    });
    expect(atHome).toMatchObject({ rows: [{ server: ['deny'], agrees: true }], notes: [] });

    // A set of policies belongs to the open namespace.
    const root = await app.login(proxy.address, server.rootToken);
    const below = await app.must('session.openNamespace', { sessionId: root, namespace: team });
    proxy.clear();
    const set = await app.must('policy.test', {
      sessionId: below.sessionId,
      subject: { kind: 'policies', names: [granting] },
      path: 'kv/data/app',
    });
    expect(asked(`/policies/acl/${granting}`)).toEqual([team]);
    expect(linesOf(set).deciding).toEqual([`${granting}:1`]);
    expect(set.rows[0]?.local?.capabilities).toEqual(['delete']);
  });
});

describe('a token created for a test', () => {
  it('has exactly these policies, is asked about, and is gone; its value never crosses', async () => {
    const [granting, denying] = [await newPolicy(dev, reads), await newPolicy(dev, denies)];
    const proxy = stopping(await startRecordingProxy(dev));
    const { app, sessionId } = await asRoot(proxy.address);
    const before = await accessors();
    app.answers.push('');
    const test = await app.must('policy.testWithToken', {
      sessionId,
      names: [granting, denying.toUpperCase()],
      path: 'secret/data/team/pay',
    });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      title: 'Create a token for this test?',
      action: 'Create and test',
      facts: expect.arrayContaining([
        { name: 'Token', value: 'orphan, 30 s, 1 use, never shown', prose: true },
        { name: 'Created by', value: 'POST /v1/auth/token/create-orphan' },
        { name: 'Revoked by', value: 'the new token itself; yours stays', prose: true },
        { name: 'Request', value: 'POST /v1/auth/token/revoke-self' },
      ]) as unknown,
    });
    expect(test).toMatchObject({
      endpoint: 'sys/capabilities-accessor',
      rows: [{ server: ['deny'], agrees: true }],
    });
    expect([...test.policies].sort()).toEqual([granting, denying].sort());
    await expect.poll(() => leftOver(before)).toEqual([]);
    const created = proxy.requests.find(({ url }) => url.includes('create-orphan'));
    expect(created?.body).toContain('"num_uses":1');
    expect(app.crossed()).not.toMatch(/hvs\.[A-Za-z0-9]{20}/);
  });

  it('is not created where the person declines, for the root policy, or where it may not be', async () => {
    const granting = await newPolicy(dev, reads);
    const { app, sessionId } = await asRoot();
    const before = await accessors();
    const names = [granting];
    expect(await app.refused('policy.testWithToken', { sessionId, names, path: 'secret/x' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(
      await app.refused('policy.testWithToken', { sessionId, names: ['root'], path: 'secret/x' }),
    ).toMatchObject({ kind: 'invalid-input' });
    await expect.poll(() => leftOver(before)).toEqual([]);

    const { token } = await newToken(dev, { policies: [granting, 'default'] });
    const weak = newApp();
    const refused = await weak.refused('policy.testWithToken', {
      sessionId: await weak.login(dev.address, token),
      names,
      path: 'secret/x',
    });
    expect(refused).toMatchObject({ kind: 'forbidden', path: 'sys/capabilities-accessor' });
    expect(weak.asked.map(({ kind }) => kind)).toEqual(['enter-token']);
  });

  it('is a child where an orphan may not be created, and the server’s refusal is said', async () => {
    const granting = await newPolicy(dev, reads);
    const creating = await newPolicy(
      dev,
      ['auth/token/create', 'sys/capabilities-accessor']
        .map((path) => `path "${path}" { capabilities = ["update"] }`)
        .join('\n'),
    );
    const { token } = await newToken(dev, { policies: [granting, creating, 'default'] });
    const { app, sessionId } = await session(dev, token);
    const before = await accessors();
    app.answers.push('', '');
    const test = await app.must('policy.testWithToken', {
      sessionId,
      names: [granting],
      path: 'secret/data/team/x',
    });
    expect(test).toMatchObject({ policies: [granting], rows: [{ server: ['read'] }] });
    const other = await newPolicy(dev, denies);
    expect(
      await app.refused('policy.testWithToken', { sessionId, names: [other], path: 'secret/data/team/x' }),
    ).toMatchObject({ kind: 'invalid-request' });
    await expect.poll(() => leftOver(before)).toEqual([]);
  });

  it('is ended where the answer fails', async () => {
    const granting = await newPolicy(dev, reads);
    const proxy = stopping(await startFaultProxy(dev));
    const { app, sessionId } = await asRoot(proxy.address);
    const before = await accessors();
    app.answers.push('');
    proxy.add({
      fault: { kind: 'answer', status: 500, body: '{"errors":["no"]}' },
      method: 'POST',
      url: /capabilities-accessor/,
    });
    expect(
      await app.refused('policy.testWithToken', { sessionId, names: [granting], path: 'secret/x' }),
    ).toMatchObject({ kind: 'server-error' });
    await expect.poll(() => leftOver(before)).toEqual([]);
  });

  it('is ended where the app quits while the server does not answer about it', async () => {
    const granting = await newPolicy(dev, reads);
    const proxy = stopping(await startFaultProxy(dev));
    // No limit of its own ends the request within the test.
    const { app, sessionId } = await session(proxy, dev.rootToken, { timeoutMs: 600_000 });
    const before = await accessors();
    app.answers.push('');
    const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
    proxy.add({ fault: { kind: 'delay', until }, url: /capabilities-accessor/ });
    const testing = app.begin('policy.testWithToken', { sessionId, names: [granting], path: 'secret/x' });
    await expect.poll(() => proxy.arrived.join()).toContain('capabilities-accessor');
    expect(await leftOver(before)).toHaveLength(1);
    await app.end();
    await expect.poll(() => leftOver(before)).toEqual([]);
    release(undefined);
    expect(await testing.result).toMatchObject({ ok: false });
  });

  it('is ended where the app locks, or closes the session, while the server answers', async () => {
    const granting = await newPolicy(dev, reads);
    for (const how of ['lock', 'close'] as const) {
      const proxy = stopping(await startFaultProxy(dev));
      const { app, sessionId } = await asRoot(proxy.address);
      const before = await accessors();
      app.answers.push('');
      const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
      proxy.add({
        fault: { kind: 'delay', until: until.then(() => undefined) },
        url: /capabilities-accessor/,
      });
      const testing = app.begin('policy.testWithToken', { sessionId, names: [granting], path: 'secret/x' });
      await expect.poll(() => proxy.arrived.join()).toContain('capabilities-accessor');
      if (how === 'lock') await app.must('lock.now', {});
      else void app.call('session.close', { sessionId });
      release(undefined);
      await testing.result;
      await expect.poll(() => leftOver(before)).toEqual([]);
    }
  });
});
