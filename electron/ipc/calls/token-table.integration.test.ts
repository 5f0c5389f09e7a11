/** The table of all tokens, revoking many, and creating tokens, against real servers of their own. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  at,
  must,
  newPolicy,
  newToken,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  until,
} from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { AccessorRow, RevokedRow, TokenOptions } from '../../../shared/vault/token-work.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

let server: Reachable;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  // Its list of accessors holds only those of these tests.
  server = stopping(await startDevVault());
});

async function asRoot(address = server.address): Promise<{ app: TestApp; sessionId: string }> {
  const app = newApp();
  return { app, sessionId: await app.login(address, server.rootToken) };
}

function untilTrue(state: () => boolean): Promise<void> {
  return until(() => Promise.resolve(state()));
}

async function endOf(app: TestApp, jobId: string): Promise<JobEnd> {
  const ended = (): JobEnd | undefined =>
    app.events.flatMap((event) =>
      event.name === 'job.ended' && event.payload.jobId === jobId ? [event.payload] : [],
    )[0];
  await until(() => Promise.resolve(ended() !== undefined));
  const end = ended();
  if (end === undefined) throw new Error('no end');
  return end;
}

function found(app: TestApp, jobId: string): readonly AccessorRow[] {
  return app.events.flatMap((event) =>
    event.name === 'token.accessorsFound' && event.payload.jobId === jobId ? event.payload.rows : [],
  );
}

function revoked(app: TestApp, jobId: string): readonly RevokedRow[] {
  return app.events.flatMap((event) =>
    event.name === 'token.revoked' && event.payload.jobId === jobId ? event.payload.rows : [],
  );
}

async function lives(token: string): Promise<boolean> {
  return (await ask({ ...server, rootToken: token }, 'GET', 'auth/token/lookup-self')).status === 200;
}

describe('the table of all tokens', () => {
  it('has a row for every accessor, and never a token', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => newToken(server, { display_name: `row-${String(index)}` })),
    );
    const { app, sessionId } = await asRoot();
    const { jobId } = await app.must('token.accessors', { sessionId });
    const end = await endOf(app, jobId);
    const listed = at(await must(server, 'LIST', 'auth/token/accessors'), 'data', 'keys') as string[];
    const rows = found(app, jobId);
    expect(rows.map(({ accessor }) => accessor).sort()).toEqual([...listed].sort());
    expect(end).toMatchObject({ outcome: 'done', foldersRead: listed.length, namesSeen: listed.length });
    for (const [index, { accessor }] of made.entries()) {
      const row = rows.find((one) => one.accessor === accessor);
      expect(row?.token).toMatchObject({ displayName: `token-row-${String(index)}`, accessor });
    }
    const last = app.events.filter(({ name }) => name === 'token.accessorsFound').at(-1);
    expect(last?.payload).toMatchObject({ done: listed.length, total: listed.length });
    for (const { token } of made) expect(app.crossed()).not.toContain(token);
  });

  it('names what could not be looked up instead of leaving it out', async () => {
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await asRoot(faults.address);
    const refusal = { errors: ['1 error occurred:\n\t* invalid accessor\n\n'] };
    faults.add({
      url: /lookup-accessor/,
      fault: { kind: 'answer', status: 400, body: refusal },
      times: 1,
    });
    const { jobId } = await app.must('token.accessors', { sessionId });
    const end = await endOf(app, jobId);
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 1 });
    const failed = found(app, jobId).filter(({ token }) => token === undefined);
    expect(failed.map(({ problem }) => problem)).toEqual([
      'It expired or was revoked after the list was read.',
    ]);
    expect(end.unread[0]?.path).toBe(failed[0]?.accessor);
  });

  it('stops where the whole server is of no use, and can be cancelled', async () => {
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await asRoot(faults.address);
    faults.add({
      url: /lookup-accessor/,
      fault: { kind: 'answer', status: 503, body: { errors: ['Vault is sealed'] } },
    });
    const { jobId } = await app.must('token.accessors', { sessionId });
    expect(await endOf(app, jobId)).toMatchObject({ outcome: 'stopped', error: { kind: 'sealed' } });
    faults.heal();
    faults.add({ url: /lookup-accessor/, fault: { kind: 'never' } });
    const second = await app.must('token.accessors', { sessionId });
    await until(() => Promise.resolve(faults.arrived.some((line) => line.includes('list=true'))));
    await app.must('job.cancel', { jobId: second.jobId });
    expect((await endOf(app, second.jobId)).outcome).toBe('cancelled');
  });

  it('says which right is missing, and refuses a token that would pay for every row', async () => {
    const { token } = await newToken(server, { policies: ['default'] });
    const { app, sessionId } = await session(server, token);
    const { jobId } = await app.must('token.accessors', { sessionId });
    const { outcome, error } = await endOf(app, jobId);
    expect([outcome, error?.kind]).toEqual(['stopped', 'forbidden']);
    expect(error?.hint).toContain('“sudo” on “auth/token/accessors/”');
    const limited = await newToken(server, { num_uses: 5 });
    const { app: other, sessionId: poor } = await session(server, limited.token);
    expect((await other.refused('token.accessors', { sessionId: poor })).message).toContain(
      'one use for every token',
    );
    const many = { sessionId: poor, accessors: [limited.accessor] };
    expect((await other.refused('token.revokeMany', many)).kind).toBe('invalid-request');
  });
});

describe('revoking many', () => {
  it('asks once, naming policies, root tokens and the own one, which goes last', async () => {
    const policy = await newPolicy(server, 'path "nothing" { capabilities = ["deny"] }');
    const made = await Promise.all(
      Array.from({ length: 20 }, () => newToken(server, { policies: [policy], display_name: 'bulk' })),
    );
    const root = await newToken(server, { policies: ['root'], display_name: 'bulk-root' });
    const own = await newToken(server, { policies: ['root'] });
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, own.token);
    const accessors = [
      own.accessor,
      root.accessor,
      ...made.map(({ accessor }) => accessor),
      'gone0000000000000000gone',
    ];
    app.answers.push('');
    const { jobId } = await app.must('token.revokeMany', { sessionId, accessors });
    const question = app.asked.at(-1);
    expect(question).toMatchObject({ kind: 'confirm', title: 'Revoke 23 tokens?', destructive: true });
    const words = JSON.stringify(question);
    for (const part of [
      `${policy} (20)`,
      `accessor ${root.accessor}`,
      'can do nothing until you log in again',
      '"Not looked up","value":"1: gone',
    ])
      expect(words).toContain(part);
    expect(await endOf(app, jobId)).toMatchObject({ outcome: 'done', foldersRead: 23 });
    const rows = revoked(app, jobId);
    expect(rows.filter(({ outcome }) => outcome === 'revoked')).toHaveLength(22);
    expect(rows.filter(({ outcome }) => outcome === 'gone').map(({ accessor }) => accessor)).toEqual([
      'gone0000000000000000gone',
    ]);
    expect(rows.at(-1)?.accessor).toBe(own.accessor);
    for (const { token } of [...made, root, own]) expect(await lives(token)).toBe(false);
    expect((await app.must('session.list', {}))[0]?.trouble?.kind).toBe('unauthenticated');
    const sent = proxy.requests.filter(({ url }) => url.endsWith('revoke-accessor'));
    expect(sent).toHaveLength(23);
  });

  it('does nothing where the question is declined, and tells what is not known for what it is', async () => {
    const one = await newToken(server);
    const other = await newToken(server);
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await asRoot(faults.address);
    const accessors = [one.accessor, other.accessor];
    expect((await app.refused('token.revokeMany', { sessionId, accessors })).kind).toBe('cancelled');
    expect(await lives(one.token)).toBe(true);
    faults.add({ url: /revoke-accessor/, fault: { kind: 'lost-answer' }, times: 1 });
    app.answers.push('');
    const { jobId } = await app.must('token.revokeMany', { sessionId, accessors });
    await endOf(app, jobId);
    const outcomes = revoked(app, jobId).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['revoked', 'unknown']);
    expect(faults.arrived.filter((line) => line.includes('revoke-accessor'))).toHaveLength(2);
  });
});

describe('a lock while many are revoked', () => {
  it('lets what was sent come to its end, and sends no more', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => newToken(server)));
    const faults = stopping(await startFaultProxy(server));
    const { app, sessionId } = await asRoot(faults.address);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const until = promise.then(() => undefined);
    faults.add({ url: /revoke-accessor/, fault: { kind: 'held-answer', until } });
    app.answers.push('');
    const accessors = made.map(({ accessor }) => accessor);
    const { jobId } = await app.must('token.revokeMany', { sessionId, accessors });
    const sent = (): number => faults.arrived.filter((line) => line.includes('revoke-accessor')).length;
    await untilTrue(() => sent() === 8);
    await app.must('lock.now', {});
    resolve(undefined);
    expect((await endOf(app, jobId)).outcome).toBe('cancelled');
    expect(sent()).toBe(8);
    expect(revoked(app, jobId).map(({ outcome }) => outcome)).toEqual(Array(8).fill('revoked'));
    const living = await Promise.all(made.map(({ token }) => lives(token)));
    expect(living.filter(Boolean)).toHaveLength(22);
  });
});

const plain: TokenOptions = {
  parent: 'mine',
  role: '',
  policies: [],
  noDefaultPolicy: false,
  type: 'default',
  ttl: '',
  explicitMaxTtl: '',
  period: '',
  numUses: 0,
  renewable: true,
  displayName: '',
  entityAlias: '',
  meta: {},
  wrapTtl: '',
};

describe('creating', () => {
  async function created(options: Partial<TokenOptions>) {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await asRoot(proxy.address);
    proxy.clear();
    const view = await app.must('token.create', { sessionId, options: { ...plain, ...options } });
    const [request, ...others] = proxy.requests;
    expect(others).toEqual([]);
    return { app, sessionId, view, request };
  }

  async function tokenOf(app: TestApp, secretRef: string): Promise<string> {
    app.answers.push('');
    await app.must('secret.copy', { secretRef });
    return app.clipboard.text;
  }

  it('sends only what was set, and holds the answer with the token as a ref', async () => {
    const { app, view, request } = await created({});
    expect([request?.url, request?.body]).toEqual(['/v1/auth/token/create', '{}']);
    expect(view).toMatchObject({ once: true, title: 'New token', path: 'auth/token/create' });
    const token = await tokenOf(app, view.login?.token.secretRef ?? '');
    expect(await lives(token)).toBe(true);
    expect(app.crossed()).not.toContain(token);
    expect(await app.must('answer.list', {})).toHaveLength(1);
  });

  it('sends every field', async () => {
    const policy = uniqueName('policy');
    const { view, request } = await created({
      parent: 'none',
      policies: [policy],
      noDefaultPolicy: true,
      type: 'service',
      ttl: '1h',
      explicitMaxTtl: '4h',
      period: '30m',
      numUses: 7,
      renewable: false,
      displayName: 'every field',
      meta: { team: 'payments' },
    });
    expect(request?.url).toBe('/v1/auth/token/create-orphan');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      policies: [policy],
      no_default_policy: true,
      type: 'service',
      ttl: '1h',
      explicit_max_ttl: '4h',
      period: '30m',
      num_uses: 7,
      renewable: false,
      display_name: 'every field',
      meta: { team: 'payments' },
    });
    expect(view.login).toMatchObject({ numUses: 7, policies: [policy] });
  });

  it('creates by role, wrapped, with 2,000 policies and with an id of one’s own', async () => {
    const role = uniqueName('role');
    await must(server, 'POST', `auth/token/roles/${role}`, { allowed_policies: 'default', orphan: true });
    const byRole = await created({ parent: 'role', role });
    expect(byRole.request?.url).toBe(`/v1/auth/token/create/${role}`);
    expect(await byRole.app.must('token.roles', { sessionId: byRole.sessionId })).toContain(role);

    const wrapped = await created({ wrapTtl: '5m' });
    expect(wrapped.view.wrap).toMatchObject({ ttlSeconds: 300, creationPath: 'auth/token/create' });

    const policies = Array.from({ length: 2000 }, (_, index) => `many-${String(index)}`);
    expect((await created({ policies })).view.login?.policies).toHaveLength(2001);

    const id = uniqueName('my-own-id');
    const { app, sessionId } = await asRoot();
    app.answers.push({ secret: id });
    const ref = await app.must('secret.enter', { sessionId, kind: 'token-id' });
    // The one who chose the ID knows the token.
    app.answers.push('');
    await app.must('token.create', { sessionId, options: { ...plain, idRef: ref.secretRef } });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      fields: expect.arrayContaining([
        { name: 'id', lines: [{ kind: 'sent', text: '[credential]' }] },
      ]) as unknown,
    });
    expect(JSON.stringify(app.asked)).not.toContain(id);
    expect(await lives(id)).toBe(true);
    expect(app.crossed()).not.toContain(id);
  });

  it('keeps the server’s refusals, and refuses a role that would lead elsewhere', async () => {
    const { app, sessionId } = await asRoot();
    const refused = (options: Partial<TokenOptions>) =>
      app.refused('token.create', { sessionId, options: { ...plain, ...options } });
    expect((await refused({ ttl: 'soon' })).serverErrors).toEqual(['time: invalid duration "soon"']);
    expect((await refused({ parent: 'role', role: 'nobody' })).serverErrors).toEqual(['unknown role nobody']);
    for (const role of ['', 'a/../b']) {
      expect(await refused({ parent: 'role', role })).toMatchObject({ kind: 'invalid-input', field: 'role' });
    }
    const other = await asRoot();
    await must(server, 'LIST', 'auth/token/roles');
    expect(Array.isArray(await other.app.must('token.roles', { sessionId: other.sessionId }))).toBe(true);
  });
});
