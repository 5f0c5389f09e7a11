/** What a broken page may do with the clipboard: copy no credential, send nothing of it, learn nothing of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedServers, startRecordingProxy, wrappedData } from '../../../e2e/servers/index.ts';
import type { Reachable } from '../../../e2e/servers/index.ts';
import { makeTestDesks } from './services.fixture.ts';

let server: Reachable;
const { newDesk, endDesks, stopping, stopServers } = makeTestDesks();

beforeAll(() => {
  server = sharedServers().dev;
});
afterEach(endDesks);
afterAll(stopServers);

async function connected() {
  const proxy = stopping(await startRecordingProxy(server));
  const desk = newDesk();
  const sessionId = await desk.login(proxy.address, server.rootToken);
  desk.asked.splice(0);
  proxy.clear();
  return { desk, proxy, sessionId, where: { sessionId } };
}

describe('a page that copies', () => {
  it('gets no credential on to the clipboard without a click in the trusted view', async () => {
    const { desk, sessionId, where } = await connected();
    desk.clipboard.text = 'what was there';
    const [session] = await desk.must('session.list', {});
    const own = { secretRef: session?.token.id.secretRef ?? '' };
    expect(await desk.refused('secret.copy', own)).toMatchObject({ kind: 'cancelled' });
    expect(desk.asked).toMatchObject([{ kind: 'confirm', action: 'Copy' }]);
    expect(JSON.stringify(desk.asked)).toContain(session?.name);

    const { answerId } = await desk.must('wrapping.wrap', {
      ...{ sessionId, ttl: '5m', jwt: false },
      what: { kind: 'data', json: '{"a":1}' },
    });
    for (const pointer of ['/wrap_info/token', '/wrap_info', ''])
      expect(await desk.refused('answer.copy', { answerId, pointer })).toMatchObject({ kind: 'cancelled' });
    expect(desk.clipboard.text).toBe('what was there');
    expect(desk.asked).toHaveLength(4);

    desk.answers.push('');
    await desk.must('answer.copy', { answerId, pointer: '/wrap_info/token' });
    expect(desk.clipboard.text).toMatch(/^hvs\./);
    // It is in the person's hands now.
    await desk.must('answer.dismiss', { answerId });
    expect(desk.asked).toHaveLength(5);
    expect(where).toEqual({ sessionId });
  });

  it('copies a value that is no credential without a question', async () => {
    const { desk, where } = await connected();
    const { token } = await wrappedData({ host: 'db.example', password: 'canary-password' });
    desk.clipboard.text = token;
    desk.answers.push('');
    const { secretRef } = await desk.must('wrapping.take', { where, from: 'clipboard' });
    const { answerId } = await desk.must('wrapping.unwrap', { where, secretRef, form: 'body' });
    desk.asked.splice(0);
    await desk.must('answer.copy', { answerId, pointer: '/data/host' });
    expect([desk.clipboard.text, desk.asked]).toEqual(['db.example', []]);
    expect(await desk.refused('answer.copy', { answerId, pointer: '/data' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(desk.clipboard.text).toBe('db.example');
  });
});

describe('a page that asks for what other programs have copied', () => {
  it.each([
    ['a password', 'canary-Pa55w0rd!'],
    ['a password with a dot', 's.canaryPa55word'],
    ['a long word', 'canary'.repeat(30)],
    ['a text too long for any token', 'canary'.repeat(20_000)],
    ['something of a JWT', 'eyJcanary.abc.def'],
    ['a text of several lines', 'canary one\ncanary two'],
  ])('has nothing sent, and learns nothing, not even its length: %s', async (_what, text) => {
    const { desk, proxy, where } = await connected();
    desk.clipboard.text = text;
    desk.answers.push('', '');
    const error = await desk.refused('wrapping.take', { where, from: 'clipboard' });
    expect(error).toEqual({
      kind: 'invalid-input',
      field: 'clipboard',
      message: 'The clipboard holds no wrapping token.',
      hint: 'Copy the token alone, or type it.',
    });
    expect([proxy.requests, desk.asked]).toEqual([[], []]);
    expect(desk.crossed()).not.toContain('canary');
  });

  it('has a token sent where a person agreed that it goes, having seen how it begins', async () => {
    const { desk, proxy, where } = await connected();
    const { token } = await wrappedData({ a: 1 });
    desk.clipboard.text = `  ${token}\n`;
    expect(await desk.refused('wrapping.take', { where, from: 'clipboard' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(desk.asked).toMatchObject([
      {
        kind: 'confirm-token',
        destination: { origin: proxy.address },
        tokenFrom: `the clipboard (${token.slice(0, 8)}…, ${token.length} characters)`,
      },
    ]);
    expect(JSON.stringify(proxy.requests)).not.toContain(token);
    desk.answers.push('');
    const { secretRef } = await desk.must('wrapping.take', { where, from: 'clipboard' });
    await desk.must('wrapping.lookup', { where, secretRef });
    expect(JSON.stringify(proxy.requests)).toContain(token);
  });
});
