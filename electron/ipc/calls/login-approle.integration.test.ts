/** AppRole: role ID and secret ID, plain or wrapped. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must, sharedServers, startFaultProxy, textAt, uniqueName } from '../../../e2e/servers/index.ts';
import type { FaultProxy } from '../../../e2e/servers/index.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping } = useTestApps();
const server = sharedServers().dev;
const mount = uniqueName('approle');
let roleId = '';
let proxy: FaultProxy;
let app: TestApp;

beforeAll(async () => {
  await must(server, 'POST', `sys/auth/${mount}`, { type: 'approle' });
  await must(server, 'POST', `auth/${mount}/role/ci`, { token_policies: ['ci'] });
  roleId = textAt(await must(server, 'GET', `auth/${mount}/role/ci/role-id`), 'data', 'role_id');
});
beforeEach(async () => {
  proxy = stopping(await startFaultProxy(server));
  app = newApp();
});

async function secretId(): Promise<string> {
  return textAt(await must(server, 'POST', `auth/${mount}/role/ci/secret-id`), 'data', 'secret_id');
}

async function wrapped(path = `auth/${mount}/role/ci/secret-id`, body: object = {}): Promise<string> {
  const answer = await must(server, 'POST', path, body, { 'X-Vault-Wrap-TTL': '5m' });
  return textAt(answer, 'wrap_info', 'token');
}

const plain = (): LoginOptions => ({ type: 'approle', mount, fields: { roleId } });
const byWrapping = (fields: Readonly<Record<string, string>> = {}): LoginOptions => ({
  type: 'approle',
  mount,
  fields: { roleId, secretId: 'wrapped', ...fields },
});
const open = (login: LoginOptions) => app.call('session.open', { ...openOptions(proxy.address), login });
const arrived = (part: string): string[] => proxy.arrived.filter((line) => line.includes(part));
const kinds = (): string[] => app.asked.map(({ kind }) => kind);

describe('a plain secret ID', () => {
  it('logs in', async () => {
    const secret = await secretId();
    app.answers.push({ secretId: 'no-such-secret-id' }, { secretId: secret });
    expect(await open(plain())).toMatchObject({
      value: { token: { policies: expect.arrayContaining(['ci']) as string[] } },
    });
    expect(app.asked[0]).toMatchObject({ fields: [{ name: 'roleId', value: roleId }, { secret: true }] });
    expect(app.asked[1]).toHaveProperty('problem', expect.stringContaining('invalid role or secret ID'));
    expect(app.crossed()).not.toContain(secret);
  });
});

describe('a wrapped secret ID', () => {
  it('is looked up, opened once and used', async () => {
    const token = await wrapped();
    app.answers.push({ wrappingToken: token });
    const result = await open(byWrapping());
    expect(result).toMatchObject({
      value: { login: { fields: { roleId, secretId: 'wrapped' } }, token: { path: `auth/${mount}/login` } },
    });
    expect(kinds()).toEqual(['enter-fields']);
    expect(proxy.arrived.slice(1)).toEqual([
      'POST /v1/sys/wrapping/lookup',
      'POST /v1/sys/wrapping/unwrap',
      `POST /v1/auth/${mount}/login`,
      'GET /v1/auth/token/lookup-self',
    ]);
    expect(await app.must('answer.list', {})).toEqual([]);
    expect(app.crossed()).not.toContain(token);
  });

  it('from elsewhere is warned of before it is opened', async () => {
    const token = await wrapped('sys/wrapping/wrap', { secret_id: await secretId() });
    app.answers.push({ wrappingToken: token });
    expect(await open(byWrapping())).toMatchObject({ error: { kind: 'cancelled' } });
    expect(app.asked[1]).toMatchObject({ kind: 'confirm', notes: [{ tone: 'risk' }, { tone: 'risk' }] });
    expect(JSON.stringify(app.asked[1])).toMatch(
      /Created at “sys\/wrapping\/wrap”.*unwrapped the real one.*report it/,
    );
    expect(arrived('unwrap')).toEqual([]);
    // Unused: it still opens if the user insists.
    app.answers.push({ wrappingToken: token }, '');
    expect(await open(byWrapping())).toMatchObject({ ok: true });
    expect(arrived('unwrap')).toHaveLength(1);
  });

  it('is held to the path that its sender has named', async () => {
    app.answers.push({ wrappingToken: await wrapped() });
    const other = byWrapping({ expectedPath: `auth/${mount}/role/deploy/secret-id` });
    expect(await open(other)).toMatchObject({ error: { kind: 'cancelled' } });
    expect(kinds()).toEqual(['enter-fields', 'confirm']);
    app.answers.push({ wrappingToken: await wrapped() });
    const named = byWrapping({ expectedPath: `/auth/${mount}/role/ci/secret-id/` });
    expect(await open(named)).toMatchObject({ ok: true });
  });

  it.each([
    `auth/${mount}/role/x/y/secret-id`,
    `auth/${mount}-2/role/ci/secret-id`,
    `auth/${mount}/role//secret-id`,
  ])('made at %s is not from the role', async (path) => {
    const data = { creation_path: path, creation_time: '2026-01-01T00:00:00Z', creation_ttl: 300 };
    proxy.add({ fault: { kind: 'answer', status: 200, body: { data } }, url: /wrapping\/lookup/ });
    app.answers.push({ wrappingToken: await wrapped() });
    expect(await open(byWrapping())).toMatchObject({ error: { kind: 'cancelled' } });
    expect(kinds()).toEqual(['enter-fields', 'confirm']);
  });

  it('that was opened before you is an incident, in words', async () => {
    const token = await wrapped();
    await must({ ...server, rootToken: token }, 'POST', 'sys/wrapping/unwrap');
    app.answers.push({ wrappingToken: token }, '');
    expect(await open(byWrapping())).toMatchObject({ error: { kind: 'cancelled' } });
    expect(JSON.stringify(app.asked[1])).toMatch(/does not know this wrapping token.*report it/);
    expect(app.asked[2]).toHaveProperty('problem', expect.stringMatching(/unwrapped before.*report it/));
  });

  it.each(['', 'two words', 'zwölf'])('typed as %j is not sent', async (wrappingToken) => {
    app.answers.push({ wrappingToken });
    await open(byWrapping());
    expect(arrived('wrapping')).toEqual([]);
    expect(app.asked[1]).toHaveProperty('problem');
  });

  it('is not lost where the login fails: it is asked for nothing but the role ID, and then held', async () => {
    app.answers.push({ roleId: 'no-such-role', wrappingToken: await wrapped() }, null);
    expect(await open(byWrapping())).toMatchObject({ error: { kind: 'cancelled' } });
    expect(app.asked[1]).toMatchObject({ kind: 'enter-fields', fields: [{ name: 'roleId' }] });
    const [oneTimeResult] = await app.must('answer.list', {});
    const view = await app.must('answer.view', { answerId: oneTimeResult?.answerId ?? '' });
    const row = view.rows.find(({ pointer }) => pointer === '/data/secret_id');
    expect(row).toMatchObject({ what: 'credential' });
    app.answers.push('');
    await app.must('answer.copy', { answerId: view.answerId, pointer: '/data/secret_id' });
    expect(app.crossed()).not.toContain(app.clipboard.text);
    app.answers.push({ secretId: app.clipboard.text });
    expect(await open(plain())).toMatchObject({ ok: true });
  });
});
