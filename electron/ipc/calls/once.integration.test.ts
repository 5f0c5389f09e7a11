/** What exists once, and a page that would throw it away: nothing is lost without a person, and a dismissal can be taken back. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newToken, sharedServers, wrappedData } from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import type { TokenWish } from '../../../shared/vault/token-work.ts';
import { makeTestDesks } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';

let server: Reachable;
const { newDesk, endDesks, stopServers } = makeTestDesks();

beforeAll(() => {
  server = sharedServers().dev;
});
afterEach(endDesks);
afterAll(stopServers);

const plainToken: TokenWish = {
  ...{ parent: 'mine', role: '', policies: [], noDefaultPolicy: false, type: 'default', ttl: '' },
  ...{ explicitMaxTtl: '', period: '', numUses: 0, renewable: true, displayName: '', entityAlias: '' },
  ...{ meta: {}, wrapTtl: '' },
};

async function withNewToken() {
  const desk = newDesk();
  const sessionId = await desk.login(server.address, server.rootToken);
  const view = await desk.must('token.create', { sessionId, wish: plainToken });
  desk.asked.splice(0);
  return { desk, sessionId, view, answerId: view.answerId, secretRef: view.login?.token.secretRef ?? '' };
}

async function unwrapped(desk: TestDesk, sessionId: string, content: object) {
  const { token } = await wrappedData(content);
  desk.clipboard.text = token;
  desk.answers.push('');
  const { secretRef } = await desk.must('wrapping.take', { where: { sessionId }, from: 'clipboard' });
  desk.answers.length = 0;
  const view = await desk.must('wrapping.unwrap', { where: { sessionId }, secretRef, form: 'body' });
  desk.asked.splice(0);
  return view;
}

describe('a page that throws away what exists once', () => {
  it('loses no created token: a person is asked, and declines', async () => {
    const { desk, answerId, secretRef } = await withNewToken();
    expect(await desk.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(desk.asked).toMatchObject([{ kind: 'confirm', destructive: true }]);
    expect(await desk.must('answer.list', {})).toMatchObject([{ answerId }]);
    expect((await desk.must('answer.view', { answerId })).login?.token.secretRef).toBe(secretRef);
  });

  it('loses none by dismissing its card, nor by using the card up as the id of another token', async () => {
    const { desk, sessionId, answerId, secretRef } = await withNewToken();
    await desk.must('secret.dismiss', { secretRef });
    await desk.call('token.create', { sessionId, wish: { ...plainToken, idRef: secretRef } });
    expect(await desk.must('answer.list', {})).toContainEqual(expect.objectContaining({ answerId }));
    await desk.must('secret.show', { secretRef });
    expect(desk.asked.at(-1)).toMatchObject({ kind: 'show-secret' });
  });

  it('cannot make main forget which token is the session’s own', async () => {
    const { desk } = await withNewToken();
    const [own] = await desk.must('session.list', {});
    const secretRef = own?.token.id.secretRef ?? '';
    await desk.must('secret.dismiss', { secretRef });
    await desk.must('secret.show', { secretRef });
  });

  it('loses no unwrapped secret and no set of key shares, of which one was read', async () => {
    const desk = newDesk();
    const sessionId = await desk.login(server.address, server.rootToken);
    const secret = await unwrapped(desk, sessionId, { note: 'canary', plan: 'b' });
    expect(await desk.refused('answer.dismiss', { answerId: secret.answerId })).toMatchObject({
      kind: 'cancelled',
    });
    const shares = await unwrapped(desk, sessionId, { keys: ['share-one-1234', 'share-two-1234'] });
    const [first] = shares.rows.flatMap(({ card }) => (card === undefined ? [] : [card]));
    await desk.must('secret.show', { secretRef: first?.secretRef ?? '' });
    expect(await desk.refused('answer.dismiss', { answerId: shares.answerId })).toMatchObject({
      kind: 'cancelled',
    });
    expect(desk.asked.at(-1)).toMatchObject({
      body: expect.arrayContaining([expect.stringContaining('1 of the 2 credentials')]) as unknown,
    });
    expect(await desk.must('answer.list', {})).toHaveLength(2);
  });
});

describe('a person who dismisses', () => {
  it('is not asked where they have it: revealed, shown, adopted or saved', async () => {
    const { desk, sessionId, answerId, secretRef } = await withNewToken();
    await desk.must('secret.show', { secretRef });
    desk.asked.splice(0);
    await desk.must('answer.dismiss', { answerId });

    const secret = await unwrapped(desk, sessionId, { note: 'canary' });
    await desk.must('answer.reveal', { answerId: secret.answerId, pointer: '/data/note' });
    await desk.must('answer.dismiss', { answerId: secret.answerId });

    const adopted = await desk.must('token.create', { sessionId, wish: plainToken });
    await desk.must('answer.adopt', { answerId: adopted.answerId, how: 'beside' });
    await desk.must('answer.dismiss', { answerId: adopted.answerId });
    expect(desk.asked).toEqual([]);
  });

  it('is not asked about a wrapping token that opens nothing any more', async () => {
    const desk = newDesk();
    const sessionId = await desk.login(server.address, server.rootToken);
    const wrap = await desk.must('wrapping.wrap', {
      ...{ sessionId, ttl: '5m', jwt: false },
      what: { kind: 'data', json: '{"a":1}' },
    });
    const secretRef = wrap.wrap?.token.secretRef ?? '';
    // What holds a wrapping token of its own connection may be rewrapped there.
    const again = await desk.must('wrapping.rewrap', { where: { sessionId }, secretRef });
    desk.asked.splice(0);
    await desk.must('answer.dismiss', { answerId: wrap.answerId });
    expect(desk.asked).toEqual([]);
    expect(await desk.refused('answer.dismiss', { answerId: again.answerId })).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('can take it back, also after a lock', async () => {
    const { desk, sessionId, answerId, view, secretRef } = await withNewToken();
    desk.answers.push('');
    await desk.must('answer.dismiss', { answerId });
    expect(await desk.refused('answer.view', { answerId })).toMatchObject({ kind: 'invalid-input' });
    expect(desk.losses().heldAnswers).toBe(0);
    const [listed] = await desk.must('answer.list', {});
    expect(Date.parse(listed?.restorableUntil ?? '')).toBeGreaterThan(Date.now());
    await desk.must('lock.now', {});
    expect(await desk.refused('answer.restore', { answerId })).toMatchObject({ kind: 'locked' });
    desk.answers.push(server.rootToken);
    await desk.must('session.reauthenticate', { sessionId });
    expect(await desk.must('answer.restore', { answerId })).toEqual(view);
    expect(await desk.must('answer.list', {})).toMatchObject([{ answerId }]);
    await desk.must('secret.show', { secretRef });
  });

  it('leaves it to nobody who unlocks with another token', async () => {
    const { desk, sessionId, answerId } = await withNewToken();
    desk.answers.push('');
    await desk.must('answer.dismiss', { answerId });
    await desk.must('lock.now', {});
    desk.answers.push((await newToken(server, { policies: ['root'] })).token);
    await desk.must('session.reauthenticate', { sessionId });
    expect(await desk.must('answer.list', {})).toEqual([]);
    expect(await desk.refused('answer.restore', { answerId })).toMatchObject({ kind: 'invalid-input' });
  });
});
