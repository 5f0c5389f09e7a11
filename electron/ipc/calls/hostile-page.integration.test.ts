/**
 * Attacks by a broken page through the bridge itself: sending the credential of one server to another, writing one to
 * a readable place, ending tokens unasked, getting past a lock.
 */
import { describe, expect, it } from 'vitest';
import {
  ask,
  isKnown,
  must,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  wrappedData,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { plainToken, useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { session, stopping } = useTestApps();

function everythingSentTo({ requests }: RecordingProxy): string {
  return JSON.stringify(requests);
}

/** A connection here and one elsewhere; the token of the first must not go to the second. */
async function twoPlaces() {
  const proxy = stopping(await startRecordingProxy(server));
  const { token } = await newToken(server);
  const { app, sessionId: here } = await session(server, token);
  const elsewhere = await app.login(proxy.address, server.rootToken);
  const [own] = (await app.must('session.list', {})).filter(({ sessionId }) => sessionId === here);
  app.asked.splice(0);
  proxy.clear();
  return { app, proxy, token, here, elsewhere, secretRef: own?.token.id.secretRef ?? '' };
}

describe('a credential of one server', () => {
  it('is not sent to another by its reference, whatever a page asks for @foreign-reference', async () => {
    const { app, proxy, token, elsewhere, secretRef } = await twoPlaces();
    const bySecret: TokenChoice = { by: 'secret', secretRef };
    const sessionId = elsewhere;
    const tries = [
      await app.refused('token.inspect', { sessionId, token: bySecret }),
      await app.refused('token.renew', { sessionId, token: bySecret }),
      await app.refused('token.revoke', { sessionId, token: bySecret, orphan: true }),
      await app.refused('token.create', { sessionId, options: { ...plainToken, idRef: secretRef } }),
      await app.refused('console.send', {
        sessionId,
        request: { method: 'POST', path: 'auth/token/lookup', secrets: [{ pointer: '/token', secretRef }] },
      }),
      await app.refused('wrapping.lookup', { where: { sessionId }, secretRef }),
    ];
    for (const error of tries) expect(error).toMatchObject({ kind: 'invalid-input' });
    expect(app.asked).toEqual([]);
    expect(everythingSentTo(proxy)).not.toContain(token);
    expect(await ask({ ...server, rootToken: token }, 'GET', 'auth/token/lookup-self')).toMatchObject({
      status: 200,
    });
  });

  it('is not sent to another by way of the clipboard without a person who agrees', async () => {
    const { app, proxy, token, here, elsewhere, secretRef } = await twoPlaces();
    app.answers.push('');
    await app.must('secret.copy', { secretRef });
    app.asked.splice(0);
    const where = { sessionId: elsewhere };
    expect(await app.refused('wrapping.take', { where, from: 'clipboard' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-token',
        destination: { address: proxy.address },
        problem: expect.stringContaining('from another server') as string,
      },
    ]);
    expect(everythingSentTo(proxy)).not.toContain(token);
    // The prompt at its own server has no warning.
    app.answers.push('');
    await app.must('wrapping.take', { where: { sessionId: here }, from: 'clipboard' });
    expect(app.asked).toHaveLength(2);
    expect(app.asked[1]).not.toHaveProperty('problem');
  });

  it('needs no warning where two connections lead to the same server', async () => {
    const { app, sessionId: giver } = await session(server);
    const taker = await app.login(server.address, (await newToken(server)).token);
    const { wrap } = await app.must('wrapping.wrap', {
      sessionId: giver,
      ttl: '5m',
      jwt: false,
      what: { kind: 'data', json: '{"a":1}' },
    });
    app.answers.push('');
    await app.must('secret.copy', { secretRef: wrap?.token.secretRef ?? '' });
    app.asked.splice(0);
    const where = { sessionId: taker };
    app.answers.push('');
    const { secretRef } = await app.must('wrapping.take', { where, from: 'clipboard' });
    expect(app.asked).toHaveLength(1);
    expect(app.asked[0]).not.toHaveProperty('problem');
    expect((await app.must('wrapping.lookup', { where, secretRef })).problem).toBeUndefined();
  });
});

describe('a credential that a page would write where it can be read', () => {
  it('is asked about first: the own token anywhere, a typed one wherever none is known to go', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await newToken(server);
    const { app, sessionId } = await session(proxy, token);
    const [own] = await app.must('session.list', {});
    const secretRef = own?.token.id.secretRef ?? '';
    app.answers.push({ secret: 'typed-canary-value' });
    const typed = await app.must('secret.enter', { sessionId, kind: 'password' });
    // Neither the words of the question nor the place come from the page.
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Enter a password',
      destination: { address: proxy.address },
    });
    app.asked.splice(0);
    const tries = [
      { path: 'secret/data/leak', secrets: [{ pointer: '/data/v', secretRef }] },
      { path: 'auth/token/lookup', secrets: [{ pointer: '/token', secretRef }] },
      { path: 'secret/data/leak', secrets: [{ pointer: '/data/v', secretRef: typed.secretRef }] },
      { path: 'sys/wrapping/wrap', secrets: [{ pointer: '/v', secretRef: typed.secretRef }] },
      { path: 'sys/tools/hash/sha2-256', secrets: [{ pointer: '/input', secretRef: typed.secretRef }] },
      { path: 'auth/token/create', secrets: [{ pointer: '/meta/v', secretRef: typed.secretRef }] },
      { path: 'identity/entity', secrets: [{ pointer: '/metadata/v', secretRef: typed.secretRef }] },
    ];
    for (const request of tries) {
      const error = await app.refused('console.send', {
        sessionId,
        request: { method: 'POST', ...request },
      });
      expect(error).toMatchObject({ kind: 'cancelled' });
    }
    expect(app.asked.map(({ kind }) => kind)).toEqual(tries.map(() => 'confirm'));
    expect(proxy.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    // A look-up of the typed token needs no question.
    await app.refused('console.send', {
      sessionId,
      request: {
        method: 'POST',
        path: 'auth/token/lookup',
        secrets: [{ pointer: '/token', secretRef: typed.secretRef }],
      },
    });
    expect(app.asked).toHaveLength(tries.length);
    expect(app.crossed()).not.toContain(token);
    expect(app.crossed()).not.toContain('typed-canary-value');
  });
});

describe('a renewal by less than is left', () => {
  it('ends a token in all but name, so it is asked about; others are not', async () => {
    const { token, accessor } = await newToken(server, { ttl: '1h', explicit_max_ttl: '4h' });
    const { app, sessionId } = await session(server);
    app.asked.splice(0);
    const choice: TokenChoice = { by: 'accessor', accessor };
    const renewed = { sessionId, token: choice };
    expect(await app.refused('token.renew', { ...renewed, incrementSeconds: 1 })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked).toMatchObject([{ kind: 'confirm', destructive: true }]);
    expect((await app.must('token.inspect', renewed)).ttlSeconds).toBeGreaterThan(3500);
    for (const incrementSeconds of [1800, 0]) await app.must('token.renew', { ...renewed, incrementSeconds });
    const periodic = await newToken(server, { period: '1h' });
    await app.must('token.renew', {
      sessionId,
      incrementSeconds: 1,
      token: { by: 'accessor', accessor: periodic.accessor },
    });
    expect(app.asked).toHaveLength(1);
    app.answers.push('');
    expect((await app.must('token.renew', { ...renewed, incrementSeconds: 60 })).grantedSeconds).toBe(60);
    expect(app.crossed()).not.toContain(token);
  });
});

describe('an answer that exists once, behind a lock', () => {
  async function lockedWithAnswer() {
    const { token } = await newToken(server, { policies: ['root'] });
    const { app, sessionId } = await session(server, token);
    const { answerId } = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '5m',
      jwt: false,
      what: { kind: 'data', json: '{"a":1}' },
    });
    await app.call('lock.now', {});
    app.asked.splice(0);
    return { app, sessionId, answerId, token };
  }

  it('does not come to light by closing what is locked', async () => {
    const { app, sessionId, answerId } = await lockedWithAnswer();
    expect((await app.refused('session.close', { sessionId })).kind).toBe('cancelled');
    expect((await app.refused('answer.view', { answerId })).kind).toBe('locked');
    expect((await app.must('lock.state', {})).oneTimeResults).toBe(1);
    app.answers.push('');
    await app.must('session.close', { sessionId });
    expect((await app.must('lock.state', {})).locked).toBe(false);
    expect(await app.must('answer.list', {})).toEqual([]);
    expect((await app.refused('answer.view', { answerId })).message).toContain('is gone');
  });

  it('is shown to whoever left it, and to somebody else only where the person says so', async () => {
    const { app, sessionId, answerId, token } = await lockedWithAnswer();
    const other = await newToken(server, { policies: ['root'] });
    app.answers.push(other.token, null, null);
    expect((await app.refused('session.reauthenticate', { sessionId })).kind).toBe('cancelled');
    expect((await app.must('lock.state', {})).locked).toBe(true);
    expect(app.asked.slice(1).map((asked) => ('title' in asked ? asked.title : ''))).toEqual([
      'Is this one-time result yours?',
      'Discard a one-time result?',
    ]);
    app.answers.push(token);
    await app.must('session.reauthenticate', { sessionId });
    expect((await app.must('answer.view', { answerId })).once).toBe(true);

    const second = await lockedWithAnswer();
    second.app.answers.push(other.token, null, '');
    await second.app.must('session.reauthenticate', { sessionId: second.sessionId });
    expect(await second.app.must('answer.list', {})).toEqual([]);
  });
});

describe('what a page may ask for without a person', () => {
  it('does not revoke, cancel, unseal, overwrite or write to a file @grave-requests', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { accessor } = await newToken(server, { ttl: '1h' });
    const mine = uniqueName('mine');
    await must(server, 'POST', `cubbyhole/${mine}`, { a: 0 });
    await must(server, 'POST', `secret/data/${mine}`, { data: { a: 0 } });
    const foreign = await wrappedData({ a: 1 });
    const { app, sessionId } = await session(proxy, server.rootToken);
    const { answerId } = await app.must('console.send', {
      sessionId,
      request: { method: 'GET', path: 'sys/mounts' },
    });
    // A page can repeat this endlessly: every question is declined.
    await app.refused('token.revoke', { sessionId, token: { by: 'self' }, orphan: false });
    await app.refused('token.revoke', { sessionId, token: { by: 'accessor', accessor }, orphan: false });
    await app.refused('token.revokeMany', { sessionId, accessors: [accessor] });
    await app.refused('session.logOut', { sessionId });
    await app.refused('wrapping.cancel', { sessionId, accessor });
    await app.refused('wrapping.cancel', { sessionId, accessor: foreign.accessor });
    await app.refused('answer.toFile', { answerId });
    await app.must('ceremony.resetUnseal', { where: { sessionId }, more: [] });
    for (const request of [
      { method: 'POST', path: 'auth/token/revoke-accessor', json: JSON.stringify({ accessor }) },
      { method: 'POST', path: '/v1/auth/token/revoke-self' },
      { method: 'PUT', path: 'sys/seal' },
      { method: 'DELETE', path: 'sys/mounts/cubbyhole' },
      { method: 'POST', path: `cubbyhole/${mine}`, json: '{"a":1}' },
      { method: 'POST', path: 'sys/policies/acl/default', json: '{"policy":""}' },
      {
        method: 'POST',
        path: 'auth/token/renew-accessor',
        json: JSON.stringify({ accessor, increment: '1s' }),
      },
      { method: 'PUT', path: 'sys/leases/renew', json: '{"lease_id":"x","increment":18446744074}' },
      { method: 'POST', path: 'auth/token/create', json: '{"id":"known-to-the-page"}' },
      { method: 'POST', path: 'auth/userpass/users/ops/password', json: '{"password":"mine"}' },
      { method: 'POST', path: 'auth/approle/role/app/custom-secret-id', json: '{"secret_id":"mine"}' },
      { method: 'POST', path: 'auth/jwt/config', json: '{"jwks_url":"https://example.com"}' },
      { method: 'POST', path: 'identity/entity/name/ops', json: '{"policies":["root"]}' },
      { method: 'POST', path: 'sys/control-group/authorize', json: JSON.stringify({ accessor }) },
      { method: 'POST', path: 'sys/loggers', json: '{"level":"trace"}' },
      { method: 'POST', path: `secret/metadata/${mine}`, json: '{"max_versions":1}' },
    ] as const)
      expect(await app.refused('console.send', { sessionId, request })).toMatchObject({ kind: 'cancelled' });
    expect(proxy.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url)).toEqual([
      // The tokens in question, and the seal: looked up, nothing changed.
      '/v1/auth/token/lookup-accessor',
      '/v1/auth/token/lookup-accessor',
      '/v1/auth/token/lookup-accessor',
    ]);
    expect(await isKnown(foreign.token)).toBe(true);
    expect(await app.must('session.list', {})).toHaveLength(1);
  });
});
