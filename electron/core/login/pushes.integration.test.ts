/**
 * Logins that somebody approves elsewhere (okta, the push methods of login MFA) and one of a cluster (kubernetes): the
 * methods' answers as documented, the tokens and all else from the real server.
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
import type { LoginWish } from '../../../shared/vault/login.ts';
import { makeTestDesks, wish } from '../../ipc/calls/services.fixture.ts';
import type { TestDesk } from '../../ipc/calls/services.fixture.ts';

const { newDesk, endDesks, stopping, stopServers } = makeTestDesks();
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
  await endDesks();
  await answers.stop();
});
afterAll(stopServers);

const okta: LoginWish = { type: 'okta', mount: 'okta/', fields: { username: 'alice' } };
const kubernetes: LoginWish = { type: 'kubernetes', mount: 'kubernetes/', fields: { role: 'deployer' } };
const phones: LoginWish = { type: 'userpass', mount: 'phones/', fields: { username: 'alice' } };

const by = (login: LoginWish) => ({ ...wish(answers.address), login });
const waitCards = (desk: TestDesk) => desk.asked.filter((request) => request.kind === 'wait');
/** Closes the card once the phone has been asked. */
const noMoreWaiting = () => answers.pushed().then(() => null);
const problemsOf = (desk: TestDesk) =>
  desk.asked.flatMap((request) => (request.kind === 'enter-fields' ? [request.problem] : []));

describe('okta', () => {
  it('shows the number to choose on the phone, and goes on by itself once it was chosen', async () => {
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: answers.okta.password });
    const opening = desk.must('session.open', by(okta));
    await until(() => Promise.resolve(waitCards(desk).some(({ code }) => code === String(answers.number))));
    await answers.decide('approved');
    const session = await opening;
    expect(session.token.displayName).toBe('token-okta-alice');
    expect(answers.tokensMade()).toBe(1);
    expect(answers.asked.filter((line) => line.startsWith('POST'))).toEqual(['POST auth/okta/login/alice']);
    expect(desk.crossed()).not.toContain(answers.okta.password);
  });

  it('asks again after a push that was denied, and after a wrong password, without a phone by its passcode', async () => {
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: answers.okta.password });
    const opening = desk.refused('session.open', by(okta));
    await answers.decide('denied');
    expect(await opening).toMatchObject({ kind: 'cancelled' });
    expect(problemsOf(desk)).toEqual([
      undefined,
      expect.stringMatching(/multi-factor authentication denied/),
    ]);

    const again = newDesk();
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
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: answers.okta.password }, noMoreWaiting());
    expect(await desk.refused('session.open', by(okta))).toMatchObject({ kind: 'cancelled' });
    await answers.givenUp();
    expect(answers.tokensMade()).toBe(0);
    expect(await desk.must('session.list', {})).toEqual([]);
  });
});

describe('kubernetes', () => {
  it('logs in with a service account’s token', async () => {
    const desk = newDesk();
    desk.answers.push({ role: 'deployer', jwt: answers.kubernetes.jwt });
    const session = await desk.must('session.open', by(kubernetes));
    expect(session.token.meta).toMatchObject({ service_account_namespace: 'payments' });
    expect(desk.crossed()).not.toContain(answers.kubernetes.jwt);
  });

  it('asks again after a role that is not there and after a token that is not accepted', async () => {
    const desk = newDesk();
    desk.answers.push(
      { role: 'unknown', jwt: answers.kubernetes.jwt },
      { role: 'deployer', jwt: `${answers.kubernetes.jwt}x` },
      { role: 'deployer', jwt: answers.kubernetes.jwt },
    );
    const session = await desk.must('session.open', by({ ...kubernetes, fields: {} }));
    expect(problemsOf(desk)).toEqual([
      undefined,
      expect.stringMatching(/invalid role name "unknown"/),
      expect.stringMatching(/refused the login/),
    ]);
    expect(session.login.fields).toEqual({ role: 'deployer' });
  });
});

describe('login MFA by push', () => {
  it('waits for the phone, hands the factor in once, and looks the token up', async () => {
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: MFA_PASSWORD });
    const opening = desk.must('session.open', by(phones));
    await until(() => Promise.resolve(waitCards(desk).length === 1));
    expect(waitCards(desk)[0]?.lines.join(' ')).toContain('Duo');
    await answers.decide('approved');
    expect((await opening).token.displayName).toBe('token-userpass-alice');
    expect(answers.asked).toEqual(['POST sys/mfa/validate']);
    expect(desk.crossed()).not.toContain(MFA_PASSWORD);
  });

  it('says that the push was denied', async () => {
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: MFA_PASSWORD });
    const opening = desk.refused('session.open', by(phones));
    await answers.decide('denied');
    const error = await opening;
    expect(error).toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(/Login request denied/) as string,
    });
    expect(answers.tokensMade()).toBe(0);
  });

  it('stops asking when the person does not want to wait', async () => {
    const desk = newDesk();
    desk.answers.push({ username: 'alice', password: MFA_PASSWORD }, noMoreWaiting());
    expect(await desk.refused('session.open', by(phones))).toMatchObject({ kind: 'cancelled' });
    await answers.givenUp();
    expect(answers.tokensMade()).toBe(0);
  });
});
