/** A broken page and the clipboard: it copies no credential, sends nothing of it, learns nothing of it. */
import { describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  wrappedData,
} from '../../../e2e/servers/index.ts';
import type { Input } from '../../../shared/ipc/contract.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { session, stopping } = useTestApps();

async function connected() {
  const proxy = stopping(await startRecordingProxy(server));
  const { app, sessionId } = await session(proxy, server.rootToken);
  app.asked.splice(0);
  proxy.clear();
  return { app, proxy, sessionId, where: { sessionId } };
}

describe('a page that copies', () => {
  it('gets no credential on to the clipboard without a click in the trusted view', async () => {
    const { app, sessionId, where } = await connected();
    app.clipboard.text = 'what was there';
    const [session] = await app.must('session.list', {});
    const own = { secretRef: session?.token.id.secretRef ?? '' };
    expect(await app.refused('secret.copy', own)).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', action: 'Copy' }]);
    expect(JSON.stringify(app.asked)).toContain(` characters, ${session?.address ?? '?'}`);

    const { answerId } = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '5m',
      jwt: false,
      what: { kind: 'data', json: '{"a":1}' },
    });
    for (const pointer of ['/wrap_info/token', '/wrap_info', ''])
      expect(await app.refused('answer.copy', { answerId, pointer })).toMatchObject({ kind: 'cancelled' });
    expect(app.clipboard.text).toBe('what was there');
    expect(app.asked).toHaveLength(4);

    app.answers.push('');
    await app.must('answer.copy', { answerId, pointer: '/wrap_info/token' });
    expect(app.clipboard.text).toMatch(/^hvs\./);
    // The user has it now.
    await app.must('answer.dismiss', { answerId });
    expect(app.asked).toHaveLength(5);
    expect(where).toEqual({ sessionId });
  });

  it('copies a value that is no credential without a question', async () => {
    const { app, where } = await connected();
    const { token } = await wrappedData({ host: 'db.example', password: 'canary-password' });
    app.clipboard.text = token;
    app.answers.push('');
    const { secretRef } = await app.must('wrapping.take', { where, from: 'clipboard' });
    const { answerId } = await app.must('wrapping.unwrap', { where, secretRef, form: 'body' });
    app.asked.splice(0);
    await app.must('answer.copy', { answerId, pointer: '/data/host' });
    expect([app.clipboard.text, app.asked]).toEqual(['db.example', []]);
    expect(await app.refused('answer.copy', { answerId, pointer: '/data' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.clipboard.text).toBe('db.example');
  });
});

describe('a value that is a credential in use @attack-7', () => {
  /** An entry with the session's own token among its values. */
  async function entryWithToken() {
    const { token } = await newToken(server, { policies: ['root'] });
    const mount = await newKvMount(server, 2);
    const path = uniqueName('entry');
    await must(server, 'POST', `${mount.path}data/${path}`, { data: { held: token, other: 'a value' } });
    const { app, sessionId } = await session(server, token);
    const { entryId } = await app.must('entry.open', { sessionId, mount: mount.path as never, path });
    app.asked.splice(0);
    app.clipboard.text = 'what was there';
    return { app, token, entryId, path: `${mount.path}${path}` };
  }

  it('is copied alone once a person has agreed to the copy of this credential', async () => {
    const { app, token, entryId, path } = await entryWithToken();
    const copy = { entryId, key: 'held' };
    expect(await app.refused('entry.copy', copy)).toMatchObject({ kind: 'cancelled' });
    expect(app.clipboard.text).toBe('what was there');
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm',
        title: 'Copy this credential?',
        action: 'Copy',
        facts: [
          { name: 'Key', value: 'held' },
          { name: 'Path', value: path },
          { name: 'Server', value: expect.stringContaining(server.address) as string },
          { name: 'Credential', value: expect.stringContaining('in use') as string },
        ],
      },
    ]);
    expect(JSON.stringify(app.asked)).not.toContain(token);
    app.answers.push('');
    await app.must('entry.copy', copy);
    expect(app.clipboard).toEqual({ text: token, as: 'credential' });
    await app.must('entry.copy', { entryId, key: 'other' });
    expect([app.clipboard, app.asked.length]).toEqual([{ text: 'a value', as: 'secret' }, 2]);
  });

  it.each(['env', 'json', 'yaml', 'cli'] as const)('is asked about in a whole entry (%s)', async (format) => {
    const { app, token, entryId } = await entryWithToken();
    expect(await app.refused('entry.copyAs', { entryId, format })).toMatchObject({ kind: 'cancelled' });
    expect(app.asked).toMatchObject([{ kind: 'confirm', title: 'Copy this text with a credential in it?' }]);
    expect(app.clipboard.text).toBe('what was there');
    app.answers.push('');
    await app.must('entry.copyAs', { entryId, format });
    expect(app.clipboard).toEqual({ text: expect.stringContaining(token) as string, as: 'credential' });
  });

  it('is asked about in an answer, and in a text that a page hands over, however large', async () => {
    const { app, token } = await entryWithToken();
    const large = `${'x y\\n'.repeat(100_000)}${token}`;
    const tries: readonly Input<'clipboard.copyText'>[] = [
      { text: token },
      { text: `a ${token}` },
      { text: large },
    ];
    for (const given of tries) {
      for (const name of ['clipboard.copySecretText', 'clipboard.copyText'] as const) {
        expect(await app.refused(name, given)).toMatchObject({ kind: 'cancelled' });
        expect(app.clipboard.text).toBe('what was there');
        app.answers.push('');
        await app.must(name, given);
        expect(app.clipboard).toEqual({ text: given.text, as: 'credential' });
        app.clipboard.text = 'what was there';
      }
    }
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
    const { app, proxy, where } = await connected();
    app.clipboard.text = text;
    app.answers.push('', '');
    const error = await app.refused('wrapping.take', { where, from: 'clipboard' });
    expect(error).toEqual({
      kind: 'invalid-input',
      field: 'clipboard',
      message: 'The clipboard has no wrapping token.',
      hint: 'Copy the token alone, or type it.',
    });
    expect([proxy.requests, app.asked]).toEqual([[], []]);
    expect(app.crossed()).not.toContain('canary');
  });

  it('has a token sent where a person agreed that it goes, having seen how it begins', async () => {
    const { app, proxy, where } = await connected();
    const { token } = await wrappedData({ a: 1 });
    app.clipboard.text = `  ${token}\n`;
    expect(await app.refused('wrapping.take', { where, from: 'clipboard' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-token',
        // Enter agrees by itself only at a server with a login.
        enterAgrees: true,
        destination: { address: proxy.address },
        tokenFrom: `the clipboard (${token.slice(0, 8)}…, ${token.length} characters)`,
      },
    ]);
    expect(JSON.stringify(proxy.requests)).not.toContain(token);
    app.answers.push('');
    const { secretRef } = await app.must('wrapping.take', { where, from: 'clipboard' });
    await app.must('wrapping.lookup', { where, secretRef });
    expect(JSON.stringify(proxy.requests)).toContain(token);
  });
});
