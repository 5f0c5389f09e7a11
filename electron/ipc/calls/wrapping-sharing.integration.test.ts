/** Sharing by hand, against real servers: wrapped, listed, cancelled, exchanged. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  canary,
  isKnown,
  must,
  newKvMount,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  wrappedData,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { WrapWhat } from '../../../shared/vault/wrapping.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { take, withoutLogin } from './wrapping.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
});

describe('sharing', () => {
  const openAsRoot = async (token: string): Promise<unknown> =>
    must({ address: server.address, rootToken: token }, 'POST', 'sys/wrapping/unwrap', {});

  async function tokenOf(app: TestApp, view: AnswerView): Promise<string> {
    app.answers.push('');
    await app.must('secret.copy', { secretRef: view.wrap?.token.secretRef ?? '' });
    return app.clipboard.text;
  }

  it('wraps free data, digit for digit', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const sessionId = await app.login(proxy.address, server.rootToken);
    const json = '{"user":"eve","number":9007199254740993}';
    const view = await app.must('wrapping.wrap', {
      sessionId,
      what: { kind: 'data', json },
      ttl: '5m',
      jwt: false,
      recipient: ' Eve ',
    });
    // The recipient tells it apart here, and is sent to nobody.
    expect(view).toMatchObject({
      title: 'Wrapped text for “Eve”',
      wrap: { ttlSeconds: 300, creationPath: 'sys/wrapping/wrap', jwt: false },
    });
    const sent = proxy.requests.at(-1);
    expect([sent?.body, sent?.headers['x-vault-wrap-ttl']]).toEqual([json, '5m']);
    const token = await tokenOf(app, view);
    expect(app.crossed()).not.toContain(token);
    expect(at(await openAsRoot(token), 'data', 'user')).toBe('eve');
    const shared = await app.must('wrapping.shared', { sessionId });
    expect(shared).toMatchObject([
      {
        accessor: view.wrap?.accessor,
        answerId: view.answerId,
        title: 'Wrapped text for “Eve”',
        state: 'shared',
      },
    ]);
    expect(Math.abs(Date.parse(shared[0]?.endsAt ?? '') - Date.now() - 300_000)).toBeLessThan(10_000);
    await app.must('answer.dismiss', { answerId: view.answerId });
    const [after] = await app.must('wrapping.shared', { sessionId });
    expect(after?.answerId).toBeUndefined();
  });

  it('wraps a chosen file, and no other file whose handle is known', async () => {
    const app = newApp();
    const file = (name: string, content: string | Buffer): void => {
      const path = join(app.dataFolder, name);
      writeFileSync(path, content);
      app.files.push(path);
    };
    file('note.txt', 'grüße\n');
    file('key.bin', Buffer.from([0xff, 0x00]));
    file('client.key', 'PRIVATE');
    const sessionId = await app.login(server.address, server.rootToken);
    for (const [size, expected] of [
      [8, 'grüße\n'],
      [2, '/wA='],
    ] as const) {
      const { file: chosen, bytes } = await app.must('wrapping.chooseFile', {});
      expect(bytes).toBe(size);
      const view = await app.must('wrapping.wrap', {
        sessionId,
        ttl: '60',
        jwt: false,
        what: { kind: 'file', fileId: chosen.fileId, key: 'content', as: 'auto' },
      });
      expect(view.title).toBe(`Wrapped file ${chosen.name}`);
      expect(at(await openAsRoot(await tokenOf(app, view)), 'data', 'content')).toBe(expected);
    }
    const { fileId } = await app.must('connection.chooseFile', { purpose: 'client-key' });
    const error = await app.refused('wrapping.wrap', {
      sessionId,
      ttl: '60',
      jwt: false,
      what: { kind: 'file', fileId, key: 'k', as: 'auto' },
    });
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'fileId' });
    expect(await app.refused('wrapping.chooseFile', {})).toMatchObject({ kind: 'cancelled' });
  });

  it('wraps the answer of a request, also as a JWT, without the answer coming here', async () => {
    const app = newApp();
    const secret = canary();
    const path = uniqueName('shared');
    await writeEntry(server, kv, path, { k: secret });
    const sessionId = await app.login(server.address, server.rootToken);
    const request = (method: 'GET' | 'LIST' | 'POST', asked: string, json?: string) =>
      ({ kind: 'request', method, path: asked, ...(json === undefined ? {} : { json }) }) as const;
    const read = await app.must('wrapping.wrap', {
      sessionId,
      what: request('GET', `${kv.path}data/${path}?version=1`),
      ttl: '1m',
      jwt: true,
    });
    expect(read.wrap).toMatchObject({ creationPath: `${kv.path}data/${path}`, jwt: true });
    expect(at(await openAsRoot(await tokenOf(app, read)), 'data', 'data', 'k')).toBe(secret);
    const list = await app.must('wrapping.wrap', {
      sessionId,
      what: request('LIST', `${kv.path}metadata`),
      ttl: '1m',
      jwt: false,
    });
    expect(at(await openAsRoot(await tokenOf(app, list)), 'data', 'keys')).toContain(path);
    const made = await app.must('wrapping.wrap', {
      sessionId,
      what: request('POST', 'auth/token/create', '{"ttl":"5m"}'),
      ttl: '1m',
      jwt: false,
    });
    expect(made.wrap?.wrappedAccessor).not.toBe('');
    expect(app.crossed()).not.toContain(secret);
    expect(await app.must('wrapping.shared', { sessionId })).toHaveLength(3);
  });

  it('wraps the look-up and the renewal of a token: one’s own, by accessor, by a value that stays in main', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const sessionId = await app.login(proxy.address, server.rootToken);
    const { token, accessor } = await newToken(server, { policies: ['default'], ttl: '1h' });
    app.answers.push({ secret: token });
    const { secretRef } = await app.must('secret.enter', { sessionId, kind: 'token-id' });
    const wrap = async (what: WrapWhat): Promise<unknown> => {
      proxy.clear();
      const view = await app.must('wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false });
      const [sent] = proxy.requests.filter(({ headers }) => headers['x-vault-wrap-ttl'] === '5m');
      expect(`${sent?.method ?? ''} /v1/${view.wrap?.creationPath ?? ''}`).toBe(
        `${sent?.method ?? ''} ${sent?.url ?? ''}`,
      );
      expect(view.once).toBe(true);
      return { asked: sent?.body ?? '', answer: await openAsRoot(await tokenOf(app, view)) };
    };
    const byAccessor = { by: 'accessor', accessor } as const;
    const byValue = { by: 'secret', secretRef } as const;
    expect(await wrap({ kind: 'token-lookup', token: { by: 'self' } })).toMatchObject({
      answer: { data: { policies: ['root'] } },
    });
    expect(await wrap({ kind: 'token-lookup', token: byAccessor })).toMatchObject({
      asked: JSON.stringify({ accessor }),
      answer: { data: { accessor } },
    });
    expect(await wrap({ kind: 'token-lookup', token: byValue })).toMatchObject({
      asked: JSON.stringify({ token }),
      answer: { data: { id: token } },
    });
    expect(await wrap({ kind: 'token-renewal', token: byValue })).toMatchObject({
      asked: JSON.stringify({ token, increment: null }),
      answer: { auth: { accessor } },
    });
    expect(await wrap({ kind: 'token-renewal', token: byAccessor, incrementSeconds: 7200 })).toMatchObject({
      asked: JSON.stringify({ accessor, increment: 7200 }),
      answer: { auth: { lease_duration: 7200 } },
    });
    expect(app.crossed()).not.toContain(token);
    expect((await app.must('wrapping.shared', { sessionId })).map(({ title }) => title)).toEqual([
      'Wrapped token renewal',
      'Wrapped token renewal',
      'Wrapped token look-up',
      'Wrapped token look-up',
      'Wrapped token look-up',
    ]);
  });

  it('sends no credential of another session, and asks before a renewal that ends a token sooner', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const [one, other] = [
      await app.login(server.address, server.rootToken),
      await app.login(proxy.address, server.rootToken),
    ];
    const { token, accessor } = await newToken(server, { policies: ['default'], ttl: '1h' });
    app.answers.push({ secret: token });
    const { secretRef } = await app.must('secret.enter', { sessionId: one, kind: 'token-id' });
    proxy.clear();
    const wrap = (sessionId: string, what: WrapWhat) =>
      app.refused('wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false });
    for (const kind of ['token-lookup', 'token-renewal'] as const)
      expect(await wrap(other, { kind, token: { by: 'secret', secretRef } })).toMatchObject({
        field: 'secretRef',
      });
    // A token in the field of an accessor.
    expect(
      await wrap(other, { kind: 'token-lookup', token: { by: 'accessor', accessor: token } }),
    ).toMatchObject({ field: 'accessor' });
    expect(proxy.requests).toEqual([]);
    const shorter = { by: 'accessor', accessor } as const;
    expect(await wrap(other, { kind: 'token-renewal', token: shorter, incrementSeconds: 60 })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm' });
    expect(proxy.requests.filter(({ url }) => url.includes('renew'))).toEqual([]);
  });

  it.each([
    ['', 'missing'],
    ['0', 'not be wrapped'],
    ['0s', 'not be wrapped'],
    ['-5m', 'not a duration'],
    ['soon', 'not a duration'],
    ['5m\r\nX-Vault-Token: x', 'not a duration'],
  ])('refuses a life of “%s” before anything is sent', async (ttl, words) => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const sessionId = await app.login(proxy.address, server.rootToken);
    proxy.clear();
    const error = await app.refused('wrapping.wrap', {
      sessionId,
      what: { kind: 'data', json: '{}' },
      ttl,
      jwt: false,
    });
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'ttl' });
    expect(error.message).toContain(words);
    expect(proxy.requests).toEqual([]);
  });

  it('refuses what is no JSON object, and asks before a request that would destroy', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const sessionId = await app.login(proxy.address, server.rootToken);
    proxy.clear();
    for (const json of ['', '[1]', '"x"', '{"a":}', '{"a":1,"a":2}']) {
      const error = await app.refused('wrapping.wrap', {
        sessionId,
        what: { kind: 'data', json },
        ttl: '60',
        jwt: false,
      });
      expect(error).toMatchObject({ kind: 'invalid-input', field: 'json' });
    }
    expect(
      await app.refused('wrapping.wrap', {
        sessionId,
        ttl: '60',
        jwt: false,
        what: { kind: 'request', method: 'POST', path: 'sys/seal' },
      }),
    ).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', typedName: 'sys/seal' });
    expect(proxy.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('holds and names what the server has left unwrapped', async () => {
    const { app, sessionId } = await session(server);
    const path = `sys/policies/acl/${uniqueName('p')}`;
    app.answers.push(path, '');
    const view = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '60',
      jwt: false,
      what: { kind: 'request', method: 'POST', path, json: '{"policy":"# none"}' },
    });
    expect(view).toMatchObject({ title: `Not wrapped: POST ${path}`, form: 'empty', once: true });
    expect(view.wrap).toBeUndefined();
    expect(await app.must('wrapping.shared', { sessionId })).toEqual([]);
  });

  it('cancels what it has shared, and nothing else', async () => {
    const { app, sessionId } = await session(server);
    const share = async (): Promise<AnswerView> =>
      app.must('wrapping.wrap', {
        sessionId,
        what: { kind: 'data', json: '{"a":1}' },
        ttl: '5m',
        jwt: false,
      });
    const [one, two] = [await share(), await share()];
    const token = await tokenOf(app, one);
    const accessor = one.wrap?.accessor ?? '';
    app.answers.push('', '', '');
    expect(await app.must('wrapping.cancel', { sessionId, accessor })).toEqual({ warnings: [] });
    expect(await isKnown(token)).toBe(false);
    const states = async () => (await app.must('wrapping.shared', { sessionId })).map(({ state }) => state);
    expect(await states()).toEqual(['shared', 'cancelled']);
    const again = await app.must('wrapping.cancel', { sessionId, accessor });
    expect(again.warnings).toEqual([expect.stringContaining('may have been before')]);

    await openAsRoot(await tokenOf(app, two));
    const late = await app.must('wrapping.cancel', { sessionId, accessor: two.wrap?.accessor ?? '' });
    expect(late.warnings).toHaveLength(1);

    const victim = await newToken(server);
    const refused = await app.refused('wrapping.cancel', { sessionId, accessor: victim.accessor });
    expect(refused).toMatchObject({ kind: 'invalid-input', field: 'accessor' });
    await must({ address: server.address, rootToken: victim.token }, 'GET', 'auth/token/lookup-self');
  });

  it('says what is missing where it may not cancel', async () => {
    const app = newApp();
    const { token } = await newToken(server, { policies: ['default'] });
    const sessionId = await app.login(server.address, token);
    const view = await app.must('wrapping.wrap', {
      sessionId,
      what: { kind: 'data', json: '{"a":1}' },
      ttl: '5m',
      jwt: false,
    });
    app.answers.push('');
    const error = await app.refused('wrapping.cancel', { sessionId, accessor: view.wrap?.accessor ?? '' });
    expect(error).toMatchObject({ kind: 'forbidden' });
    expect(error.hint).toContain('auth/token/revoke-accessor');
    expect(await isKnown(await tokenOf(app, view))).toBe(true);
    expect((await app.must('wrapping.shared', { sessionId }))[0]?.state).toBe('shared');
  });

  it('knows its list by session', async () => {
    const app = newApp();
    const [one, two] = [
      await app.login(server.address, server.rootToken),
      await app.login(server.address, server.rootToken),
    ];
    await app.must('wrapping.wrap', {
      sessionId: one,
      what: { kind: 'data', json: '{}' },
      ttl: '5m',
      jwt: false,
    });
    expect(await app.must('wrapping.shared', { sessionId: two })).toEqual([]);
  });
});

describe('rewrapping', () => {
  it('exchanges one’s own share for a new token with its time and origin', async () => {
    const { app, sessionId } = await session(server);
    const where = { sessionId };
    const first = await app.must('wrapping.wrap', {
      sessionId,
      ttl: '10m',
      jwt: false,
      what: { kind: 'request', method: 'GET', path: `${kv.path}config` },
    });
    const secretRef = first.wrap?.token.secretRef ?? '';
    app.answers.push('');
    await app.must('secret.copy', { secretRef });
    const old = app.clipboard.text;
    const second = await app.must('wrapping.rewrap', { where, secretRef });
    expect(second).toMatchObject({
      title: 'Rewrapped',
      wrap: { creationPath: `${kv.path}config`, ttlSeconds: 600 },
    });
    expect(await isKnown(old)).toBe(false);
    const shared = await app.must('wrapping.shared', { sessionId });
    expect(shared.map(({ state, accessor }) => [state, accessor])).toEqual([
      ['shared', second.wrap?.accessor],
      ['rewrapped', first.wrap?.accessor],
    ]);
    const newRef = second.wrap?.token.secretRef ?? '';
    expect((await app.must('wrapping.lookup', { where, secretRef: newRef })).problem).toBeUndefined();
    const gone = await app.refused('wrapping.rewrap', { where, secretRef });
    expect(gone.hint).toContain('someone may have unwrapped it');
  });

  it('is never tried without a login: the server would use the token up', async () => {
    const app = newApp();
    const { token } = await wrappedData({ a: 1 });
    const secretRef = await take(app, withoutLogin(server.address), token);
    const error = await app.refused('wrapping.rewrap', { where: withoutLogin(server.address), secretRef });
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'where' });
    expect(await isKnown(token)).toBe(true);
  });

  it('uses nothing up where the token may not, and says which right is missing', async () => {
    const app = newApp();
    const { token: own } = await newToken(server, { policies: ['default'] });
    const sessionId = await app.login(server.address, own);
    const where = { sessionId };
    const { token } = await wrappedData({ a: 1 });
    const secretRef = await take(app, where, token);
    const error = await app.refused('wrapping.rewrap', { where, secretRef });
    expect(error).toMatchObject({ kind: 'forbidden' });
    expect(error.hint).toContain('sys/wrapping/rewrap');
    expect(await isKnown(token)).toBe(true);
  });

  it('says what a lost answer means', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    const sessionId = await app.login(proxy.address, server.rootToken);
    const where = { sessionId };
    const secretRef = await take(app, where, (await wrappedData({ a: 1 })).token);
    proxy.add({ url: /rewrap/, fault: { kind: 'lost-answer' } });
    const error = await app.refused('wrapping.rewrap', { where, secretRef });
    expect(error).toMatchObject({ kind: 'outcome-unknown' });
    expect(error.hint).toContain('a new token has replaced it and is lost');
    expect(proxy.arrived.filter((line) => line.includes('rewrap'))).toHaveLength(1);
  });
});
