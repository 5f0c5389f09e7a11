/** Second factors: a passcode, two at once, one of several, and an approval on a phone. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  must,
  sharedServers,
  startFaultProxy,
  textAt,
  uniqueName,
  until,
  wrapped,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy } from '../../../e2e/servers/index.ts';
import { enableUserpass, requireTotp } from '../../../e2e/servers/login-vault.ts';
import { totpCode } from '../../../e2e/servers/totp.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping } = useTestApps();
const server = sharedServers().dev;
const password = 'canary-first-factor';
let proxy: FaultProxy;
let app: TestApp;

beforeEach(async () => {
  proxy = stopping(await startFaultProxy(server));
  app = newApp();
});

async function newUsers(): Promise<string> {
  const mount = uniqueName('users');
  await enableUserpass(server, mount, 'ops', password);
  return mount;
}

const users = (mount: string): LoginOptions => ({ type: 'userpass', mount, fields: { username: 'ops' } });
const open = (mount: string) =>
  app.call('session.open', { ...openOptions(proxy.address), login: users(mount) });
const validations = (): string[] => proxy.arrived.filter((line) => line.includes('mfa/validate'));

/** Answer of a login that needs more, with the constraints as the server writes them. */
function wants(constraints: object, requestId = 'request-1'): void {
  const auth = {
    client_token: '',
    mfa_requirement: { mfa_request_id: requestId, mfa_constraints: constraints },
  };
  proxy.add({ fault: { kind: 'answer', status: 200, body: { auth } }, url: /\/login\//, times: 1 });
}

describe('an authenticator app', () => {
  it('is asked for its passcode, a wrong one again with what the server says', async () => {
    const mount = await newUsers();
    const key = await requireTotp(server, mount, 'ops');
    const method = await methodOf(mount);
    const code = totpCode(key);
    const wrong = code === '000000' ? '000001' : '000000';
    app.answers.push({ password }, { [method]: '' }, { [method]: wrong }, { [method]: code });
    const result = await open(mount);
    expect(result).toMatchObject({ value: { token: { displayName: `${mount}-ops` } } });
    expect(app.asked[1]).toMatchObject({
      kind: 'enter-fields',
      destination: { address: proxy.address },
      fields: [{ name: method, secret: true, form: 'digits' }],
    });
    expect(app.asked[2]).toHaveProperty('problem', expect.stringContaining('Nothing was sent'));
    expect(app.asked[3]).toHaveProperty('problem', expect.stringContaining('did not accept the passcode'));
    expect(validations()).toHaveLength(2);
    expect(proxy.arrived.filter((line) => line.includes('/login/'))).toHaveLength(1);
    expect(app.crossed()).not.toContain(password);
  });

  it('that was guessed at too often, or too fast, says how long to wait', async () => {
    const mount = await newUsers();
    const code = totpCode(await requireTotp(server, mount, 'ops'));
    const method = await methodOf(mount);
    const wrong = { [method]: code === '000000' ? '000001' : '000000' };
    app.answers.push({ password }, ...Array.from({ length: 6 }, () => wrong));
    await open(mount);
    expect(app.asked.at(-1)).toHaveProperty('problem', expect.stringMatching(/attempts.* try again in 30s/i));
    const busy = { errors: ['rate limit quota exceeded'] };
    proxy.add({
      fault: { kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: busy },
      url: /mfa\/validate/,
    });
    app.answers.push({ password }, wrong);
    expect(await open(mount)).toMatchObject({ error: { kind: 'cancelled' } });
    expect(app.asked.at(-1)).toHaveProperty('problem', expect.stringContaining('7 s'));
  });

  it('can be given up', async () => {
    const mount = await newUsers();
    await requireTotp(server, mount, 'ops');
    app.answers.push({ password });
    expect(await open(mount)).toMatchObject({ error: { kind: 'cancelled' } });
    expect(await app.must('session.list', {})).toEqual([]);
  });

  it('that is given up does not lose what a wrapping token held: it opens once', async () => {
    const mount = await newUsers();
    await requireTotp(server, mount, 'ops');
    const { token } = await wrapped('POST', `auth/${mount}/login/ops`, { password });
    app.answers.push({ wrappingToken: token });
    const login: LoginOptions = { type: 'wrapped', mount: '', fields: {} };
    expect(await app.call('session.open', { ...openOptions(proxy.address), login })).toMatchObject({
      error: { kind: 'cancelled' },
    });
    const [oneTimeResult] = await app.must('answer.list', {});
    const { text } = await app.must('answer.raw', { answerId: oneTimeResult?.answerId ?? '', reveal: true });
    expect(JSON.parse(text)).toHaveProperty('auth.mfa_requirement.mfa_request_id');
  });

  it('is asked for by a wrapped login too', async () => {
    const mount = await newUsers();
    const key = await requireTotp(server, mount, 'ops');
    const method = await methodOf(mount);
    const sessionId = await app.login(server.address, server.rootToken);
    app.answers.push({ password }, { [method]: totpCode(key) });
    const view = await app.must('login.aside', { sessionId, login: users(mount), wrapTtl: '60s' });
    expect(view.wrap).toMatchObject({ ttlSeconds: 60 });
    expect(view.wrap?.wrappedAccessor).not.toBe('');
  });
});

describe('two constraints', () => {
  it('are answered together, in one prompt and one request', async () => {
    const mount = await newUsers();
    const first = await requireTotp(server, mount, 'ops');
    const second = await alsoTotp(mount);
    const [one, two] = [await methodOf(mount), second.id];
    app.answers.push({ password }, { [one]: totpCode(first), [two]: totpCode(second.key) });
    expect(await open(mount)).toMatchObject({ ok: true });
    expect(app.asked[1]).toMatchObject({ fields: [{ form: 'digits' }, { form: 'digits' }] });
    expect(validations()).toHaveLength(1);
  });
});

describe('a push', () => {
  it('is waited for; its approval goes on by itself', async () => {
    wants({ phone: { any: [{ type: 'duo', id: 'duo-1', uses_passcode: false }] } });
    const approval = Promise.withResolvers<undefined>();
    proxy.add({ fault: { kind: 'delay', until: approval.promise }, url: /mfa\/validate/ });
    app.answers.push({ password });
    const opening = open(await newUsers());
    await until(() => Promise.resolve(app.asked.at(-1)?.kind === 'wait'));
    expect(app.asked.at(-1)).toMatchObject({ kind: 'wait', lines: [expect.stringContaining('Duo')] });
    approval.resolve(undefined);
    // The real server does not know this request: that is an end, and not a reason to ask again.
    expect(await opening).toMatchObject({ error: { kind: 'forbidden' } });
    expect(validations()).toHaveLength(1);
    expect(app.asked).toHaveLength(2);
  });

  it('ends with a lock while it is waited for', async () => {
    wants({ phone: { any: [{ type: 'duo', id: 'duo-1', uses_passcode: false }] } });
    proxy.add({ fault: { kind: 'never' }, url: /mfa\/validate/ });
    await app.login(server.address, server.rootToken);
    app.answers.push({ password });
    const opening = open(await newUsers());
    await until(() => Promise.resolve(app.asked.at(-1)?.kind === 'wait'));
    await app.call('lock.now', {});
    expect(await opening).toMatchObject({ ok: false });
    expect(await app.must('session.list', {})).toHaveLength(1);
  });

  it('or a passcode is enough where either is: the empty field means the push', async () => {
    const either = [
      { type: 'totp', id: 'totp-1', uses_passcode: true },
      { type: 'pingid', id: 'ping-1', uses_passcode: false },
    ];
    wants({ either: { any: either } });
    app.answers.push({ password }, { 'totp-1': '' });
    expect(await open(await newUsers())).toMatchObject({ error: { kind: 'forbidden' } });
    expect(app.asked[1]).toMatchObject({
      fields: [{ name: 'totp-1', optional: true, hint: expect.stringContaining('PingID') as string }],
    });
    expect(app.asked[2]).toMatchObject({ kind: 'wait', lines: [expect.stringContaining('PingID')] });
  });

  it('is not waited for where the server names no way at all', async () => {
    wants({ none: { any: [] } });
    app.answers.push({ password });
    expect(await open(await newUsers())).toMatchObject({ error: { kind: 'bad-answer' } });
    expect(validations()).toEqual([]);
  });
});

/** Id of the method that a login at the mount asks for first. */
async function methodOf(mount: string): Promise<string> {
  const enforcement = await must(server, 'GET', `identity/mfa/login-enforcement/totp-${mount}`);
  return textAt(enforcement, 'data', 'mfa_method_ids', 0);
}

/** Another authenticator app for the same user. */
async function alsoTotp(mount: string): Promise<{ readonly id: string; readonly key: string }> {
  const made = await must(server, 'POST', 'identity/mfa/method/totp', {
    issuer: 'Second',
    period: 30,
    algorithm: 'SHA1',
    digits: 6,
    key_size: 20,
  });
  const id = textAt(made, 'data', 'method_id');
  const entity = await must(server, 'GET', `identity/entity/name/${mount}-ops`);
  const generated = await must(server, 'POST', 'identity/mfa/method/totp/admin-generate', {
    method_id: id,
    entity_id: textAt(entity, 'data', 'id'),
  });
  const accessor = textAt(await must(server, 'GET', 'sys/auth'), 'data', `${mount}/`, 'accessor');
  await must(server, 'POST', `identity/mfa/login-enforcement/second-${mount}`, {
    mfa_method_ids: [id],
    auth_method_accessors: [accessor],
  });
  return { id, key: new URL(textAt(generated, 'data', 'url')).searchParams.get('secret') ?? '' };
}
