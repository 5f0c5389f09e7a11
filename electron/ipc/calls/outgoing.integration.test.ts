/** Credentials repeated by real servers, in any spelling: none of it reaches the page. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import type { KvMount, Reachable } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let wordServer: Reachable;
let v2: KvMount;
const { session, stopping } = useTestApps();

beforeAll(async () => {
  wordServer = stopping(await startDevVault({ rootToken: 'root' }));
  v2 = await newKvMount(server, 2);
});

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const percent = (text: string): string =>
  Array.from(text, (one) => `%${one.charCodeAt(0).toString(16)}`).join('');
const escaped = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Every way to see an answer in the page. */
async function seenOf(app: TestApp, { answerId, rows }: AnswerView): Promise<string> {
  const seen = [await app.call('answer.view', { answerId })] as unknown[];
  for (const reveal of [true, false]) seen.push(await app.call('answer.raw', { answerId, reveal }));
  for (const { pointer } of rows) seen.push(await app.call('answer.reveal', { answerId, pointer }));
  return JSON.stringify(seen);
}

describe('the command line of a development server', () => {
  it.each(['random', 'root'])('does not tell its root token (%s)', async (kind) => {
    const { address, rootToken } = kind === 'root' ? wordServer : server;
    const { app, sessionId } = await session({ address, rootToken });
    const view = await app.must('console.send', {
      sessionId,
      request: { method: 'GET', path: 'sys/pprof/cmdline' },
    });
    const { answerId } = view;
    expect(view).toMatchObject({ form: 'text', rows: [{ pointer: '', what: 'credential' }] });
    expect(await seenOf(app, view)).not.toContain(`token-id=${rootToken}`);
    expect(app.crossed()).not.toContain(`token-id=${rootToken}`);
    expect(await app.refused('answer.reveal', { answerId, pointer: '' })).toMatchObject({
      kind: 'forbidden',
      hint: expect.stringContaining('Copy it') as string,
    });
    // A copy still has it, with the user's consent.
    app.answers.push('');
    await app.must('answer.copy', { answerId, pointer: '' });
    expect(app.clipboard.text).toContain(`-dev-root-token-id=${rootToken}`);
  });

  it('does not tell it in base64 either, in a text or in a value @other-encodings', async () => {
    const written = base64('vault\0server\0-dev\0-dev-root-token-id=root\0');
    const proxy = stopping(await startFaultProxy(wordServer));
    const answers = [
      { body: written, headers: { 'content-type': 'text/plain' } },
      { body: { data: { command: written } } },
      { body: { data: { command: 'server -dev-root-token-id=root' } } },
    ];
    for (const answer of answers) {
      proxy.add({ fault: { kind: 'answer', status: 200, ...answer }, url: /pprof/, times: 1 });
      const { app, sessionId } = await session(proxy, 'root');
      const view = await app.must('console.send', {
        sessionId,
        request: { method: 'GET', path: 'sys/pprof/cmdline' },
      });
      const seen = await seenOf(app, view);
      expect(seen).not.toContain(written.slice(0, 40));
      expect(seen).not.toContain('token-id=root');
    }
  });
});

describe('the token `root`', () => {
  it('takes no name away from the app', async () => {
    const { app, sessionId } = await session(wordServer, 'root');
    expect(await app.must('policy.list', { sessionId })).toContain('root');
    const [opened] = await app.must('session.list', {});
    expect(opened?.token.policies).toEqual(['root']);
    await must(wordServer, 'POST', 'secret/data/root', { data: { root: 'root', note: 'the root of it' } });
    const listed = await app.must('folder.list', { sessionId, mount: 'secret/' as never, path: '' });
    expect(listed.names).toContain('root');
    const entry = await app.must('entry.open', { sessionId, mount: 'secret/' as never, path: 'root' });
    const { entryId } = entry;
    expect(await app.must('entry.reveal', { entryId, key: 'root' })).toEqual({ rawJson: '"root"' });
    expect(await app.must('entry.reveal', { entryId, key: 'note' })).toEqual({
      rawJson: '"the root of it"',
    });
    const look = await app.must('console.send', {
      sessionId,
      request: { method: 'GET', path: 'sys/policies/acl?list=true' },
    });
    expect(JSON.stringify(look.rows)).toContain('"root\\"');
    const refused = await app.refused('token.inspect', {
      sessionId,
      token: { by: 'accessor', accessor: 'root' },
    });
    expect(refused.message).not.toContain('[redacted]');
  });
});

describe('an entry that holds the session’s own token', () => {
  it.each([
    ['plain', (token: string) => token],
    ['in base64', (token: string) => base64(`a ${token}`)],
    ['percent-encoded', percent],
    ['in JSON, escaped', (token: string) => `{"t":"${escaped(token)}"}`],
  ])('keeps it from the page, and saves it as it is (%s)', async (_name, write) => {
    const { token } = await newToken(server);
    const path = uniqueName('entry');
    const value = write(token);
    await must(server, 'POST', `${v2.path}data/${path}`, { data: { before: '1', held: value, after: '2' } });
    const { app, sessionId } = await session(server);
    const { entryId } = await app.must('entry.open', { sessionId, mount: v2.path as never, path });
    // A second connection makes the value a credential in use.
    await app.login(server.address, token);
    for (const error of [
      await app.refused('entry.reveal', { entryId, key: 'held' }),
      await app.refused('entry.revealAll', { entryId }),
    ])
      expect(error).toMatchObject({ kind: 'forbidden', hint: expect.any(String) as string });
    expect(await app.must('entry.reveal', { entryId, key: 'before' })).toEqual({ rawJson: '"1"' });
    const { text } = await app.must('entry.raw', { entryId, reveal: true });
    expect(text).toContain('"before": "1"');
    expect(app.crossed()).not.toContain(token);
    expect(app.crossed()).not.toContain(JSON.stringify(value).slice(1, -1));
    // A copy of it is a credential, too: it needs a consent, and is kept out of the page.
    app.clipboard.text = 'before';
    expect(await app.refused('entry.copy', { entryId, key: 'held' })).toMatchObject({ kind: 'cancelled' });
    expect(app.clipboard.text).toBe('before');
    app.answers.push('');
    await app.must('entry.copy', { entryId, key: 'held' });
    expect(app.clipboard).toEqual({ text: value, as: 'credential' });
    // Saving another key sends this one back unchanged.
    await app.must('entry.save', { entryId, changes: [{ op: 'set', key: 'after', rawJson: '"3"' }] });
    const now = await must(server, 'GET', `${v2.path}data/${path}`);
    expect(JSON.stringify(now)).toContain(
      JSON.stringify({ after: '3', before: '1', held: value }).slice(1, -1),
    );
  });

  it('is named without it, where its name or a key holds it', async () => {
    const { token } = await newToken(server);
    await must(server, 'POST', `${v2.path}data/named-${token}`, { data: { [`key ${token}`]: 'v' } });
    const { app, sessionId } = await session(server, token);
    await app.call('folder.list', { sessionId, mount: v2.path as never, path: '' });
    const rootSession = await app.login(server.address, server.rootToken);
    await app.must('folder.list', { sessionId: rootSession, mount: v2.path as never, path: '' });
    await app.must('entry.open', { sessionId: rootSession, mount: v2.path as never, path: `named-${token}` });
    expect(app.crossed()).not.toContain(token);
    expect(app.crossed()).toContain('[redacted]');
  });
});

describe('a server that repeats the token', () => {
  it.each([
    ['plainly', (token: string) => token],
    ['in base64', (token: string) => base64(`xy${token}`)],
    ['percent-encoded', percent],
    ['escaped', (token: string) => escaped(token)],
  ])('tells it to nobody, in errors, warnings, headers or values (%s)', async (_name, write) => {
    const { token } = await newToken(server);
    const text = write(token);
    const proxy = stopping(await startFaultProxy(server));
    const { app, sessionId } = await session(proxy, token);
    proxy.add({
      fault: { kind: 'answer', status: 400, body: { errors: [`bad: ${text}`] } },
      url: /cubbyhole\/wrong/,
      times: 1,
    });
    proxy.add({
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'x-vault-hostname': `node ${text}` },
        body: {
          request_id: text,
          warnings: [`careful: ${text}`],
          data: { note: `it is ${text}`, [`name ${text}`]: { a: 1 }, list: [text] },
        },
      },
      url: /cubbyhole\/right/,
      times: 1,
    });
    const error = await app.refused('console.send', {
      sessionId,
      request: { method: 'GET', path: 'cubbyhole/wrong' },
    });
    expect(error.kind).toBe('invalid-request');
    const view = await app.must('console.send', {
      sessionId,
      request: { method: 'GET', path: 'cubbyhole/right' },
    });
    const seen = await seenOf(app, view);
    for (const told of [JSON.stringify(error), JSON.stringify(view), seen, app.crossed()]) {
      expect(told).not.toContain(token);
      expect(told).not.toContain(JSON.stringify(text).slice(1, -1));
    }
  });
});
