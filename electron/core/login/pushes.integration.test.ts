/**
 * Logins that are approved elsewhere (okta, the push methods of login MFA) and one of a cluster (kubernetes): the
 * methods' responses as documented, the tokens and all else from the real server.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  enableUserpass,
  requirePush,
  startDevVault,
  startLoginAnswers,
  uniqueName,
  until,
} from '../../../e2e/servers/index.ts';
import type { LoginAnswers, VaultServer } from '../../../e2e/servers/index.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { makeTestApps, openOptions } from '../../ipc/calls/services.fixture.ts';
import type { TestApp } from '../../ipc/calls/services.fixture.ts';

const { newApp, endApps, stopping, stopServers } = makeTestApps();
const MFA_PASSWORD = uniqueName('password');
let vault: VaultServer;
let answers: LoginAnswers;

beforeAll(async () => {
  vault = stopping(await startDevVault());
  await enableUserpass(vault, 'phones', 'alice', MFA_PASSWORD);
  await requirePush(vault, 'phones');
});
beforeEach(async () => {
  answers = await startLoginAnswers(vault);
});
afterEach(async () => {
  await endApps();
  await answers.stop();
});
afterAll(stopServers);

const okta: LoginOptions = { type: 'okta', mount: 'okta/', fields: { username: 'alice' } };
const kubernetes: LoginOptions = { type: 'kubernetes', mount: 'kubernetes/', fields: { role: 'deployer' } };
const phones: LoginOptions = { type: 'userpass', mount: 'phones/', fields: { username: 'alice' } };

const by = (login: LoginOptions) => ({ ...openOptions(answers.address), login });
const waitCards = (app: TestApp) => app.asked.filter((request) => request.kind === 'wait');
/** Closes the prompt once the phone has been asked. */
const noMoreWaiting = () => answers.pushed().then(() => null);
const problemsOf = (app: TestApp) =>
  app.asked.flatMap((request) => (request.kind === 'enter-fields' ? [request.problem] : []));

describe('okta', () => {
  it('shows the number to choose on the phone, and goes on by itself once it was chosen', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: answers.okta.password });
    const opening = app.must('session.open', by(okta));
    await until(() => Promise.resolve(waitCards(app).some(({ code }) => code === String(answers.number))));
    await answers.decide('approved');
    const session = await opening;
    expect(session.token.displayName).toBe('token-okta-alice');
    expect(answers.tokensMade()).toBe(1);
    expect(answers.asked.filter((line) => line.startsWith('POST'))).toEqual(['POST auth/okta/login/alice']);
    expect(app.crossed()).not.toContain(answers.okta.password);
  });

  it('asks again after a push that was denied, and after a wrong password, without a phone by its passcode', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: answers.okta.password });
    const opening = app.refused('session.open', by(okta));
    await answers.decide('denied');
    expect(await opening).toMatchObject({ kind: 'cancelled' });
    expect(problemsOf(app)).toEqual([undefined, expect.stringMatching(/multi-factor authentication denied/)]);

    const again = newApp();
    again.answers.push(
      { username: 'alice', password: 'not her password', totp: '' },
      { username: 'alice', password: answers.okta.password, totp: answers.okta.passcode },
    );
    const session = await again.must('session.open', by(okta));
    expect(session.token.meta).toMatchObject({ username: 'alice' });
    expect(problemsOf(again)).toEqual([undefined, expect.stringMatching(/Authentication failed/)]);
    expect(again.crossed()).not.toContain(answers.okta.passcode);
  });

  it('stops asking when the person does not want to wait, and no token is left over', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: answers.okta.password }, noMoreWaiting());
    expect(await app.refused('session.open', by(okta))).toMatchObject({ kind: 'cancelled' });
    await answers.givenUp();
    expect(answers.tokensMade()).toBe(0);
    expect(await app.must('session.list', {})).toEqual([]);
  });
});

describe('kubernetes', () => {
  it('logs in with a service account’s token', async () => {
    const app = newApp();
    app.answers.push({ role: 'deployer', jwt: answers.kubernetes.jwt });
    const session = await app.must('session.open', by(kubernetes));
    expect(session.token.meta).toMatchObject({ service_account_namespace: 'payments' });
    expect(app.crossed()).not.toContain(answers.kubernetes.jwt);
  });

  it('asks again after a role that is not there and after a token that is not accepted', async () => {
    const app = newApp();
    app.answers.push(
      { role: 'unknown', jwt: answers.kubernetes.jwt },
      { role: 'deployer', jwt: `${answers.kubernetes.jwt}x` },
      { role: 'deployer', jwt: answers.kubernetes.jwt },
    );
    const session = await app.must('session.open', by({ ...kubernetes, fields: {} }));
    expect(problemsOf(app)).toEqual([
      undefined,
      expect.stringMatching(/invalid role name "unknown"/),
      expect.stringMatching(/refused the login/),
    ]);
    expect(session.login.fields).toEqual({ role: 'deployer' });
  });
});

describe('login MFA by push', () => {
  it('waits for the phone, hands the factor in once, and looks the token up', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: MFA_PASSWORD });
    const opening = app.must('session.open', by(phones));
    await until(() => Promise.resolve(waitCards(app).length === 1));
    expect(waitCards(app)[0]?.lines.join(' ')).toContain('Duo');
    await answers.decide('approved');
    expect((await opening).token.displayName).toBe('token-userpass-alice');
    expect(answers.asked).toEqual(['POST sys/mfa/validate']);
    expect(app.crossed()).not.toContain(MFA_PASSWORD);
  });

  it('says that the push was denied', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: MFA_PASSWORD });
    const opening = app.refused('session.open', by(phones));
    await answers.decide('denied');
    const error = await opening;
    expect(error).toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(/Login request denied/) as string,
    });
    expect(answers.tokensMade()).toBe(0);
  });

  it('stops asking when the person does not want to wait', async () => {
    const app = newApp();
    app.answers.push({ username: 'alice', password: MFA_PASSWORD }, noMoreWaiting());
    expect(await app.refused('session.open', by(phones))).toMatchObject({ kind: 'cancelled' });
    await answers.givenUp();
    expect(answers.tokensMade()).toBe(0);
  });
});
