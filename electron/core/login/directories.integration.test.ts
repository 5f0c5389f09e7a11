/** Logs in through real directories behind a real server: OpenLDAP, FreeRADIUS, and the used part of GitHub's API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { startLoginVault } from '../../../e2e/servers/index.ts';
import type { LoginVault } from '../../../e2e/servers/index.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { targetAt, openOptions } from '../../ipc/calls/services.fixture.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import type { TestApp } from '../../ipc/calls/services.fixture.ts';

const { newApp, stopping } = useTestApps();
let vault: LoginVault;

beforeAll(async () => {
  vault = stopping(await startLoginVault());
});

const ldap: LoginOptions = { type: 'ldap', mount: 'people/', fields: { username: 'alice' } };
const radius: LoginOptions = { type: 'radius', mount: 'radius/', fields: { username: 'alice' } };
const github: LoginOptions = { type: 'github', mount: 'github/', fields: {} };

const by = (login: LoginOptions) => ({ ...openOptions(vault.address), login });

/** Problems shown by the forms of a login, one per form; undefined: none. */
function problemsOf(app: TestApp): (string | undefined)[] {
  return app.asked.map((request) => (request.kind === 'enter-fields' ? request.problem : request.kind));
}

it('shows which logins the server advertises, with their descriptions, before anybody has logged in', async () => {
  const app = newApp();
  const where = { target: targetAt(vault.address), name: 'test' };
  expect(await app.must('login.methods', { where })).toMatchObject({
    methods: [{ type: 'ldap', mount: 'people/', description: 'Everybody at Payments' }],
    server: 'Vault 1.21.2',
    namespaces: false,
  });
  expect(app.asked).toEqual([]);
});

describe('ldap', () => {
  it('logs in with the rights of the group', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: vault.ldap.people.alice });
    const session = await app.must('session.open', by(ldap));
    expect(session.token).toMatchObject({ displayName: 'people-alice', path: 'auth/people/login/alice' });
    expect(session.token.policies).toContain(vault.policy);
    expect(session.login).toMatchObject(ldap);
    expect(app.crossed()).not.toContain(vault.ldap.people.alice);
  });

  it('gives a person outside of the group less, and takes the name that was typed last', async () => {
    const app = newApp();
    app.answers.push({ username: 'bob', password: vault.ldap.people.bob });
    const session = await app.must('session.open', by(ldap));
    expect(session.token.policies).toEqual(['default']);
    expect(session.login.fields).toEqual({ username: 'bob' });
  });

  it('asks again after a wrong password, saying what the server said, the name kept and the password not', async () => {
    const app = newApp();
    app.answers.push(
      { username: 'alice', password: 'not her password' },
      { username: 'alice', password: vault.ldap.people.alice },
    );
    await app.must('session.open', by(ldap));
    expect(problemsOf(app)).toEqual([undefined, expect.stringMatching(/invalid credentials/)]);
    const again = app.asked[1];
    expect(again).toMatchObject({
      fields: [
        { name: 'username', value: 'alice' },
        { name: 'password', secret: true },
      ],
    });
    expect(JSON.stringify(again)).not.toContain('not her password');
    expect(app.crossed()).not.toContain('not her password');
  });

  it('opens nothing when the person gives up', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: 'not her password' });
    expect(await app.refused('session.open', by(ldap))).toMatchObject({ kind: 'cancelled' });
    expect(await app.must('session.list', {})).toEqual([]);
  });
});

describe('radius', () => {
  it('logs in with the rights of the user’s own line, at the second try', async () => {
    const app = newApp();
    app.answers.push(
      { username: 'alice', password: 'not her password' },
      { username: 'alice', password: vault.radius.people.alice },
    );
    const session = await app.must('session.open', by(radius));
    expect(problemsOf(app)).toEqual([undefined, expect.stringMatching(/access denied/)]);
    expect(session.token.policies).toContain(vault.policy);
    expect(session.token.displayName).toBe('radius-alice');
    expect(app.crossed()).not.toContain(vault.radius.people.alice);
  });
});

describe('github', () => {
  it('logs in with the rights of the team', async () => {
    const app = newApp();
    app.answers.push({ token: vault.github.tokens.alice });
    const session = await app.must('session.open', by(github));
    expect(session.token.policies).toContain(vault.policy);
    expect(session.token.displayName).toBe('github-alice');
    expect(app.crossed()).not.toContain(vault.github.tokens.alice);
  });

  it.each([
    [
      'somebody of another organisation',
      () => vault.github.tokens.mallory,
      /user is not part of required org/,
    ],
    ['a token that GitHub does not know', () => 'ghp_unknown', /401 Bad credentials/],
  ])('says why %s is not let in, and has asked once', async (_who, token, why) => {
    const app = newApp();
    const before = vault.github.askedFor('/user');
    app.answers.push({ token: token() });
    const error = await app.refused('session.open', by(github));
    // The server reports this as its own failure (500); the app does not repeat a failed login.
    expect(vault.github.askedFor('/user') - before).toBe(1);
    expect([error.message, ...(error.serverErrors ?? []), ...problemsOf(app)].join('\n')).toMatch(why);
    expect(app.crossed()).not.toContain(token());
  });
});
