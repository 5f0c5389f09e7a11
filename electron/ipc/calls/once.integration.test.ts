/**
 * One-time results, and a page that would throw them away: nothing is lost without the user, and a dismissal can be
 * undone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newToken, sharedServers, wrappedData } from '../../../e2e/servers/index.ts';
import { plainToken, useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { session } = useTestApps();

async function withNewToken() {
  const { app, sessionId } = await session(server);
  const view = await app.must('token.create', { sessionId, options: plainToken });
  app.asked.splice(0);
  return { app, sessionId, view, answerId: view.answerId, secretRef: view.login?.token.secretRef ?? '' };
}

async function unwrapped(app: TestApp, sessionId: string, content: object) {
  const { token } = await wrappedData(content);
  app.clipboard.text = token;
  app.answers.push('');
  const { secretRef } = await app.must('wrapping.take', { where: { sessionId }, from: 'clipboard' });
  app.answers.length = 0;
  const view = await app.must('wrapping.unwrap', { where: { sessionId }, secretRef, form: 'body' });
  app.asked.splice(0);
  return view;
}

describe('a page that throws away what exists once', () => {
  it('loses no created token: a person is asked, and declines @created-token', async () => {
    const { app, answerId, secretRef } = await withNewToken();
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', destructive: true }]);
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
    expect((await app.must('answer.view', { answerId })).login?.token.secretRef).toBe(secretRef);
  });

  it('loses none by dismissing its reference, nor by using the reference up as the id of another token', async () => {
    const { app, sessionId, answerId, secretRef } = await withNewToken();
    await app.must('secret.dismiss', { secretRef });
    await app.call('token.create', { sessionId, options: { ...plainToken, idRef: secretRef } });
    expect(await app.must('answer.list', {})).toContainEqual(expect.objectContaining({ answerId }));
    await app.must('secret.show', { secretRef });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'show-secret' });
  });

  it('cannot make main forget which token is the session’s own', async () => {
    const { app } = await withNewToken();
    const [own] = await app.must('session.list', {});
    const secretRef = own?.token.id.secretRef ?? '';
    await app.must('secret.dismiss', { secretRef });
    await app.must('secret.show', { secretRef });
  });

  it('loses no unwrapped secret and no set of key shares, of which one was read @unwrapped-and-shares', async () => {
    const { app, sessionId } = await session(server);
    const secret = await unwrapped(app, sessionId, { note: 'canary', plan: 'b' });
    expect(await app.refused('answer.dismiss', { answerId: secret.answerId })).toMatchObject({
      kind: 'cancelled',
    });
    const shares = await unwrapped(app, sessionId, { keys: ['share-one-1234', 'share-two-1234'] });
    const [first] = shares.rows.flatMap(({ credential }) => credential ?? []);
    app.answers.push('');
    await app.must('secret.show', { secretRef: first?.secretRef ?? '' });
    expect(await app.refused('answer.dismiss', { answerId: shares.answerId })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Not saved', value: '1 of 2 credentials in it', prose: true },
      ]) as unknown,
    });
    expect(await app.must('answer.list', {})).toHaveLength(2);
  });
});

describe('what a page alone counts as had', () => {
  it('is nothing that it has revealed to itself @attack-10a', async () => {
    const { app, sessionId } = await session(server, server.rootToken, {}, { gestures: 9 });
    const { answerId } = await unwrapped(app, sessionId, { note: 'canary' });
    app.rest();
    await app.must('answer.reveal', { answerId, pointer: '/data/note' });
    await app.must('answer.revealAll', { answerId });
    await app.must('answer.raw', { answerId, reveal: true });
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    app.press(1);
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ title: 'Discard a one-time result?' }]);
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
  });

  it('is not gone because it dismisses what a person has seen: it waits, and every end says so @attack-10a', async () => {
    const { app, sessionId } = await session(server, server.rootToken, {}, { gestures: 3 });
    const { answerId } = await unwrapped(app, sessionId, { note: 'canary' });
    // The user looks, and the page uses the rest of that press.
    app.press(1);
    await app.must('answer.reveal', { answerId, pointer: '/data/note' });
    app.spendGestures();
    await app.must('answer.dismiss', { answerId });
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId, restorableUntil: '' }]);
    expect(app.losses()).toMatchObject({ oneTimeResults: 1, answers: [expect.stringContaining('unwrap')] });
    await app.must('lock.now', {});
    const declining = async (call: Promise<{ readonly kind: string }>): Promise<void> => {
      expect(await call).toMatchObject({ kind: 'cancelled' });
      // Earlier presses no longer count after a refusal.
      app.press(2);
    };
    app.press(2);
    await declining(app.refused('session.close', { sessionId }));
    app.answers.push((await newToken(server, { policies: ['root'] })).token);
    await declining(app.refused('session.reauthenticate', { sessionId }));
    expect(app.asked.filter(({ kind }) => kind === 'confirm')).toMatchObject([
      { title: 'Close and lose 1 one-time result?' },
      { title: 'Is this one-time result yours?' },
    ]);
    app.answers.push(server.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    await app.must('answer.restore', { answerId });
    expect(await app.must('answer.reveal', { answerId, pointer: '/data/note' })).toEqual({
      rawJson: '"canary"',
    });
  });

  it('is no token that a session holds, because the session forgets it @attack-10b', async () => {
    const { app, answerId } = await withNewToken();
    app.answers.push('');
    await app.must('answer.adopt', { answerId, how: 'beside' });
    app.asked.splice(0);
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ title: 'Discard a one-time result?' }]);
  });

  it('is no credential whose prompt went away unread @attack-10c', async () => {
    const { app, answerId, secretRef } = await withNewToken();
    app.answers.push(null);
    await app.must('secret.show', { secretRef });
    expect(await app.refused('answer.dismiss', { answerId })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Discard a one-time result?' });
  });
});

describe('a person who dismisses', () => {
  it('is not asked where they have it: revealed, shown or saved', async () => {
    const { app, sessionId, answerId, secretRef } = await withNewToken();
    app.answers.push('');
    await app.must('secret.show', { secretRef });
    app.asked.splice(0);
    await app.must('answer.dismiss', { answerId });

    const secret = await unwrapped(app, sessionId, { note: 'canary' });
    await app.must('answer.reveal', { answerId: secret.answerId, pointer: '/data/note' });
    await app.must('answer.dismiss', { answerId: secret.answerId });

    const saved = await app.must('token.create', { sessionId, options: plainToken });
    const file = join(app.dataFolder, 'token.json');
    app.files.push(file);
    app.answers.push('');
    await app.must('answer.toFile', { answerId: saved.answerId });
    expect(readFileSync(file, 'utf8')).toContain('client_token');
    expect(app.asked.splice(0)).toMatchObject([{ title: 'Save this response to a file?' }]);
    await app.must('answer.dismiss', { answerId: saved.answerId });
    expect(app.asked).toEqual([]);
  });

  it('is not asked about a wrapping token that opens nothing any more', async () => {
    const { app, sessionId } = await session(server);
    const wrap = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '5m',
      jwt: false,
      what: { kind: 'data', json: '{"a":1}' },
    });
    const secretRef = wrap.wrap?.token.secretRef ?? '';
    // A wrapping token of its own connection can be rewrapped there.
    const again = await app.must('wrapping.rewrap', { where: { sessionId }, secretRef });
    app.asked.splice(0);
    await app.must('answer.dismiss', { answerId: wrap.answerId });
    expect(app.asked).toEqual([]);
    expect(await app.refused('answer.dismiss', { answerId: again.answerId })).toMatchObject({
      kind: 'cancelled',
    });
  });

  it('can take it back, also after a lock @taken-back', async () => {
    const { app, sessionId, answerId, view, secretRef } = await withNewToken();
    app.answers.push('');
    await app.must('answer.dismiss', { answerId });
    expect(await app.refused('answer.view', { answerId })).toMatchObject({ kind: 'invalid-input' });
    expect(app.losses().oneTimeResults).toBe(0);
    const [listed] = await app.must('answer.list', {});
    expect(Date.parse(listed?.restorableUntil ?? '')).toBeGreaterThan(Date.now());
    await app.must('lock.now', {});
    expect(await app.refused('answer.restore', { answerId })).toMatchObject({ kind: 'locked' });
    app.answers.push(server.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    expect(await app.must('answer.restore', { answerId })).toEqual(view);
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
    await app.must('secret.show', { secretRef });
  });

  it('leaves it to nobody who unlocks with another token', async () => {
    const { app, sessionId, answerId } = await withNewToken();
    app.answers.push('');
    await app.must('answer.dismiss', { answerId });
    await app.must('lock.now', {});
    app.answers.push((await newToken(server, { policies: ['root'] })).token);
    await app.must('session.reauthenticate', { sessionId });
    expect(await app.must('answer.list', {})).toEqual([]);
    expect(await app.refused('answer.restore', { answerId })).toMatchObject({ kind: 'invalid-input' });
  });
});
