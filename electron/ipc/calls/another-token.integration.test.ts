/**
 * Another token under an open session, against real servers: the questions, and the login that unlocks afterwards.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { must, newKvMount, newPolicy, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { TrustChange, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { openOptions } from './services.fixture.ts';
import type { TestApp, TestAppOptions } from './services.fixture.ts';
import { plainToken, useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const password = 'known to both';
let users: string;
let kv: KvMount;
let policy: string;
const { newApp, session } = useTestApps();

beforeAll(async () => {
  users = uniqueName('users');
  await must(server, 'POST', `sys/auth/${users}`, { type: 'userpass' });
  kv = await newKvMount(server, 2);
  policy = await newPolicy(server, `path "${kv.path}data/*" { capabilities = ["read"] }`);
  for (const name of ['alice', 'mallory'])
    await must(server, 'POST', `auth/${users}/users/${name}`, { password, token_policies: [policy] });
});

const by = (username: string): LoginOptions => ({
  type: 'userpass',
  mount: `${users}/`,
  fields: { username },
});

/** Alice, logged in by her password. */
async function alice(options?: TestAppOptions) {
  const app = newApp(options);
  app.answers.push({ password });
  const { sessionId, token } = await app.must('session.open', {
    ...openOptions(server.address),
    login: by('alice'),
  });
  app.asked.splice(0);
  return { app, sessionId, token };
}

/** A login that the page sends through the console, with any user's password. */
async function malloryAnswer(app: TestApp, sessionId: string): Promise<string> {
  const { answerId } = await app.must('console.send', {
    sessionId,
    request: { method: 'POST', path: `auth/${users}/login/mallory`, json: JSON.stringify({ password }) },
  });
  app.asked.splice(0);
  return answerId;
}

const rows = (request: TrustedRequest | undefined): readonly TrustChange[] =>
  request?.kind === 'confirm-trust' ? request.changes : [];

const holder = async (app: TestApp): Promise<string | undefined> =>
  (await app.must('session.list', {}))[0]?.token.displayName;

const edit = (sessionId: string) =>
  ({ sessionId, mount: kv.path as MountPath, path: 'app', text: 'hours of work' }) as const;

describe('another token for an open session @attack-3', () => {
  it('is refused without a gesture, and by a person who reads whose it is @attack-3', async () => {
    const { app, sessionId, token } = await alice();
    const answerId = await malloryAnswer(app, sessionId);
    expect(await app.refused('answer.adopt', { answerId, how: 'replace' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked).toMatchObject([
      { kind: 'confirm-trust', title: 'Switch this session to another identity?' },
    ]);
    const { login } = await app.must('answer.view', { answerId });
    expect(rows(app.asked[0])).toEqual([
      { what: 'Display name', before: `${users}-alice`, after: `${users}-mallory` },
      { what: 'Policies', before: `default, ${policy}`, after: `default, ${policy}` },
      { what: 'Entity', before: token.entityId, after: expect.stringMatching(/^[\da-f-]{36}$/) as string },
      { what: 'Accessor', before: token.accessor, after: login?.accessor },
    ]);
    expect(rows(app.asked[0])[2]?.after).not.toBe(token.entityId);
    expect(await holder(app)).toBe(`${users}-alice`);
    app.answers.push('');
    await app.must('answer.adopt', { answerId, how: 'replace' });
    expect(await holder(app)).toBe(`${users}-mallory`);
  });

  it('without a gesture opens no question of its own @attack-3', async () => {
    const { app, sessionId } = await alice({ gestures: 9 });
    const answerId = await malloryAnswer(app, sessionId);
    app.press(-9);
    await app.refused('answer.adopt', { answerId, how: 'replace' });
    expect(app.asked).toMatchObject([{ title: 'Allow this without a key press or click?' }]);
    expect(await holder(app)).toBe(`${users}-alice`);
  });

  it('logging out names the token that ends, and the one that does not @attack-3', async () => {
    const { app, sessionId, token } = await alice();
    const answerId = await malloryAnswer(app, sessionId);
    await app.refused('session.logOut', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Log out?',
      facts: expect.arrayContaining([
        { name: 'Display name', value: `${users}-alice`, prose: true },
        { name: 'Policies', value: `default, ${policy}` },
        { name: 'Accessor', value: token.accessor },
      ]) as unknown,
    });
    app.answers.push('');
    const { token: now } = await app.must('answer.adopt', { answerId, how: 'replace' });
    await app.refused('session.logOut', { sessionId });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Display name', value: `${users}-mallory`, prose: true },
        { name: 'Accessor', value: now.accessor },
      ]) as unknown,
      body: [expect.stringContaining(`“${users}-alice” (accessor ${token.accessor})`) as string],
    });
  });
});

describe('the lock @attack-n5', () => {
  it('is not moved by another token: the other person’s password shows no draft @attack-n5', async () => {
    const { app, sessionId } = await alice();
    const answerId = await malloryAnswer(app, sessionId);
    app.answers.push('');
    await app.must('answer.adopt', { answerId, how: 'replace' });
    await app.must('draft.put', edit(sessionId));
    await app.must('lock.now', {});
    app.asked.splice(0);
    app.answers.push({ password });
    await app.refused('session.reauthenticate', { sessionId, login: by('mallory') });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Discard an unsaved edit and a one-time result?' });
    app.answers.push({ password });
    await app.must('session.reauthenticate', { sessionId, login: by('alice') });
    expect(await app.must('draft.list', { sessionId })).toMatchObject([{ path: 'app' }]);
  });

  it('what is unsaved is settled before a switch to another entity, which is not made without @attack-n5', async () => {
    const { app, sessionId } = await alice();
    const answerId = await malloryAnswer(app, sessionId);
    await app.must('draft.put', edit(sessionId));
    app.answers.push('');
    await app.refused('answer.adopt', { answerId, how: 'replace' });
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Discard an unsaved edit?',
      action: 'Discard and switch',
    });
    expect(await app.must('draft.list', { sessionId })).toHaveLength(1);
    expect(await holder(app)).toBe(`${users}-alice`);
    app.answers.push('', '');
    await app.must('answer.adopt', { answerId, how: 'replace' });
    expect(await app.must('draft.list', { sessionId })).toEqual([]);
    // The adopted answer remains.
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
  });

  it('a login as another person over an open session names both, and settles the same @attack-n5', async () => {
    const { app, sessionId } = await alice();
    await app.must('draft.put', edit(sessionId));
    app.answers.push({ password });
    await app.refused('session.reauthenticate', { sessionId, login: by('mallory') });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm-trust',
      title: 'Log in as another identity?',
      changes: expect.arrayContaining([
        { what: 'Display name', before: `${users}-alice`, after: `${users}-mallory` },
      ]) as unknown,
    });
    expect(await holder(app)).toBe(`${users}-alice`);
    app.answers.push({ password }, '', '');
    await app.must('session.reauthenticate', { sessionId, login: by('mallory') });
    expect(await holder(app)).toBe(`${users}-mallory`);
    expect(await app.must('draft.list', { sessionId })).toEqual([]);
  });
});

describe('a created token @attack-10b', () => {
  it('is not marked as taken by a session that the page opens with it @attack-10b', async () => {
    const { app, sessionId } = await session(server);
    const { answerId, login } = await app.must('token.create', { sessionId, options: plainToken });
    app.asked.splice(0);
    await app.refused('answer.adopt', { answerId, how: 'beside' });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-trust',
        title: 'Open a new session with this token?',
        changes: expect.arrayContaining([
          { what: 'Accessor', before: '', after: login?.accessor },
        ]) as unknown,
      },
    ]);
    expect(await app.must('session.list', {})).toHaveLength(1);
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
  });
});
