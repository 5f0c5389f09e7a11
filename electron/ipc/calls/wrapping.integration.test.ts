/** Opening wrapping tokens, against real servers: taken, looked up, opened once by either wire form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  canary,
  isKnown,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  uniqueName,
  until,
  wrapped,
  wrappedData,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount, RecordedRequest, WrappingToken } from '../../../e2e/servers/index.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import { pointers, take, withoutLogin } from './wrapping.fixture.ts';

const server = sharedServers().dev;
let kv: KvMount;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  kv = await newKvMount(server, 2);
});

function unwraps(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  return requests.filter(({ url }) => url.includes('sys/wrapping/unwrap'));
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { until: promise.then(() => undefined), open: () => resolve(undefined) };
}

describe('taking a wrapping token', () => {
  it('cleans what is pasted, keeps it to itself, and asks where it goes before it goes there', async () => {
    const app = newApp();
    const { token } = await wrappedData({ a: 1 });
    app.clipboard.text = `\r\n ${token.slice(0, 30)}\n${token.slice(30)} `;
    app.answers.push('');
    const ref = await app.must('wrapping.take', { where: withoutLogin(server.address), from: 'clipboard' });
    expect(ref).toMatchObject({ kind: 'wrapping-token', length: token.length });
    expect(app.asked).toMatchObject([
      {
        kind: 'confirm-token',
        tokenFrom: expect.stringContaining(token.slice(0, 8)) as string,
        destination: { address: server.address },
      },
    ]);
    expect(app.crossed()).not.toContain(token);
  });

  it('takes nothing that is declined, and nothing that is no token', async () => {
    const app = newApp();
    app.clipboard.text = (await wrappedData({})).token;
    expect(
      await app.refused('wrapping.take', { where: withoutLogin(server.address), from: 'clipboard' }),
    ).toMatchObject({
      kind: 'cancelled',
    });
    for (const text of ['', ' \n', 'dear colleague, here it is', 'x'.repeat(20_000)]) {
      app.clipboard.text = text;
      const error = await app.refused('wrapping.take', {
        where: withoutLogin(server.address),
        from: 'clipboard',
      });
      expect(error).toMatchObject({ kind: 'invalid-input', field: 'clipboard' });
    }
    expect(app.asked).toHaveLength(1);
  });

  it('takes a typed one beside the place where it goes, until it can be one', async () => {
    const { app, sessionId } = await session(server);
    const { token } = await wrappedData({});
    app.answers.push({ token: 'two words' }, { token });
    const { length } = await app.must('wrapping.take', { where: { sessionId }, from: 'typed' });
    expect(length).toBe(token.length);
    expect(app.asked.slice(1)).toMatchObject([
      {
        kind: 'enter-fields',
        destination: { address: server.address },
        fields: [{ form: 'token', secret: true }],
      },
      { kind: 'enter-fields', problem: expect.stringContaining('several words or lines') as string },
    ]);
  });

  it('sends it nowhere but to where it was taken for', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await wrappedData({});
    const secretRef = await take(app, withoutLogin(server.address), token);
    const sessionId = await app.login(server.address, server.rootToken);
    const elsewhere: readonly Where[] = [
      withoutLogin(proxy.address),
      { target: targetAt(server.address, { timeoutMs: 5_000 }), name: '' },
      { sessionId },
    ];
    for (const where of elsewhere) {
      for (const error of [
        await app.refused('wrapping.lookup', { where, secretRef }),
        await app.refused('wrapping.unwrap', { where, secretRef, form: 'header' }),
        await app.refused('wrapping.rewrap', { where, secretRef }),
      ])
        expect(error).toMatchObject({ kind: 'invalid-input', field: 'secretRef' });
    }
    expect(proxy.requests).toEqual([]);
    expect(await isKnown(token)).toBe(true);
  });
});

describe('looking it up', () => {
  it('uses nothing up, needs no login, and counts on this clock', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const { token } = await wrapped('GET', `${kv.path}config`);
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, token);
    for (let times = 0; times < 3; times++) {
      const look = await app.must('wrapping.lookup', { where, secretRef });
      expect(look).toMatchObject({ creationPath: `${kv.path}config`, creationTtlSeconds: 300, jwt: false });
      expect(look.problem).toBeUndefined();
      expect(Math.abs(Date.parse(look.endsAt) - Date.now() - 300_000)).toBeLessThan(10_000);
      expect(Date.parse(look.endsAt) - Date.parse(look.createdAt)).toBe(300_000);
    }
    const sent = proxy.requests.filter(({ url }) => url.includes('wrapping'));
    expect(sent.map(({ headers }) => headers['x-vault-token'])).toEqual([undefined, undefined, undefined]);
    expect(await isKnown(token)).toBe(true);
  });

  it('goes by this clock where the server’s is an hour behind', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    const serverNow = Date.now() - 3_600_000;
    proxy.add({
      url: /wrapping\/lookup/,
      fault: {
        kind: 'answer',
        status: 200,
        headers: { date: new Date(serverNow).toUTCString() },
        body: {
          data: {
            creation_path: 'x',
            creation_time: new Date(serverNow - 60_000).toISOString(),
            creation_ttl: 300,
          },
        },
      },
    });
    const where = withoutLogin(proxy.address);
    const look = await app.must('wrapping.lookup', {
      where,
      secretRef: await take(app, where, `hvs.${'any'.repeat(10)}`),
    });
    expect(Math.abs(Date.parse(look.endsAt) - Date.now() - 240_000)).toBeLessThan(10_000);
  });

  it.each([
    ['opened already', 'someone may have unwrapped it before you', 'unwrapped or revoked'],
    ['expired', 'someone may have unwrapped it before you', 'expired'],
    ['from another server', 'someone may have unwrapped it before you', 'another server'],
    ['no wrapping token', 'someone may have unwrapped it before you', 'does not know'],
    ['an accessor', 'Ask the sender for the token itself', 'is an accessor'],
  ])('says what it means that it is not known: %s', async (what, hint, message) => {
    const app = newApp();
    const tokens: Readonly<Record<string, () => Promise<string>>> = {
      'opened already': async () => {
        const { token } = await wrappedData({});
        await must({ address: server.address, rootToken: token }, 'POST', 'sys/wrapping/unwrap', {});
        return token;
      },
      expired: async () => {
        const { token } = await wrapped('GET', `${kv.path}config`, undefined, { 'X-Vault-Wrap-TTL': '1' });
        await until(async () => !(await isKnown(token)));
        return token;
      },
      'from another server': async () => (await wrappedData({}, sharedServers().tls)).token,
      'no wrapping token': async () => (await newToken(server)).token,
      'an accessor': async () => (await wrappedData({})).accessor,
    };
    const token = (await tokens[what]?.()) ?? '';
    // An accessor has no shape of its own: it is not taken from the clipboard.
    app.answers.push(what === 'an accessor' ? { token } : '');
    app.clipboard.text = token;
    const from = what === 'an accessor' ? 'typed' : 'clipboard';
    const { secretRef } = await app.must('wrapping.take', { where: withoutLogin(server.address), from });
    const { problem } = await app.must('wrapping.lookup', { where: withoutLogin(server.address), secretRef });
    expect(problem).toMatchObject({ kind: 'invalid-request', status: 400 });
    expect(problem?.message).toContain(message);
    expect(problem?.hint).toContain(hint);
    const error = await app.refused('wrapping.unwrap', {
      where: withoutLogin(server.address),
      secretRef,
      form: 'header',
    });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(app.crossed()).not.toContain(token);
  });

  it('does not take a server that is in no state to answer for a finding', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, `hvs.${'any'.repeat(10)}`);
    proxy.add({ fault: { kind: 'answer', status: 503, body: { errors: ['Vault is sealed'] } } });
    expect(await app.refused('wrapping.lookup', { where, secretRef })).toMatchObject({ kind: 'sealed' });
  });
});

describe('opening it', () => {
  it('without a login: the wrapping token is the request’s token, once, and the answer is held', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const secret = canary();
    const { token } = await wrappedData({ note: secret, list: [secret], n: 1.5 });
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, token);
    const view = await app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
    expect(view).toMatchObject({ title: 'Unwrapped', status: 200, once: true, form: 'json' });
    expect(view.sessionId).toBeUndefined();
    expect(app.crossed()).not.toContain(secret);
    const sent = unwraps(proxy.requests);
    expect(sent.map(({ headers, body }) => [headers['x-vault-token'], body])).toEqual([[token, '{}']]);
    const { answerId } = view;
    expect(await app.must('answer.list', {})).toMatchObject([{ answerId }]);
    expect(app.events.at(-1)).toMatchObject({ name: 'answer.changed', payload: [{ answerId }] });
    expect(app.losses()).toEqual({
      paths: [],
      drafts: 0,
      oneTimeResults: 1,
      answers: ['Unwrapped (sys/wrapping/unwrap)'],
    });
    await app.must('answer.copy', { answerId, pointer: '/data/note' });
    expect(app.clipboard.text).toBe(secret);
    expect(app.crossed()).not.toContain(secret);
    expect(await app.must('answer.reveal', { answerId, pointer: '/data/note' })).toEqual({
      rawJson: JSON.stringify(secret),
    });
    await app.must('answer.dismiss', { answerId });
    expect(await app.must('answer.list', {})).toMatchObject([
      { restorableUntil: expect.any(String) as string },
    ]);
    expect(app.losses().oneTimeResults).toBe(0);
  });

  it('in a session: the own token beside the wrapping token in the body, or the wrapping token alone', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const { token: own } = await newToken(server, { policies: ['default'] });
    const sessionId = await app.login(proxy.address, own);
    const where = { sessionId };
    const [one, two] = [await wrappedData({ a: 1 }), await wrappedData({ b: 2 })];
    const body = await app.must('wrapping.unwrap', {
      where,
      form: 'body',
      secretRef: await take(app, where, one.token),
    });
    const header = await app.must('wrapping.unwrap', {
      where,
      form: 'header',
      secretRef: await take(app, where, two.token),
    });
    expect([pointers(body), pointers(header)]).toMatchObject([
      expect.arrayContaining(['/data/a']),
      expect.arrayContaining(['/data/b']),
    ]);
    expect(body.sessionId).toBe(sessionId);
    expect(unwraps(proxy.requests).map((sent) => [sent.headers['x-vault-token'], sent.body])).toEqual([
      [own, JSON.stringify({ token: one.token })],
      [two.token, '{}'],
    ]);
    expect((await app.must('session.list', {}))[0]?.trouble).toBeUndefined();
  });

  it('has no second form to offer where nobody is logged in', async () => {
    const app = newApp();
    const { token } = await wrappedData({});
    const secretRef = await take(app, withoutLogin(server.address), token);
    const error = await app.refused('wrapping.unwrap', {
      where: withoutLogin(server.address),
      secretRef,
      form: 'body',
    });
    expect(error).toMatchObject({ kind: 'invalid-input', field: 'form' });
    expect(await isKnown(token)).toBe(true);
  });

  it('says that nothing was used up where the own token may not open', async () => {
    const app = newApp();
    const { token: own } = await newToken(server, {
      no_default_policy: true,
      policies: [await lookUpOnly()],
    });
    const sessionId = await app.login(server.address, own);
    const { token } = await wrappedData({ a: 1 });
    const where = { sessionId };
    const secretRef = await take(app, where, token);
    const error = await app.refused('wrapping.unwrap', { where, secretRef, form: 'body' });
    expect(error).toMatchObject({
      kind: 'forbidden',
      hint: expect.stringContaining('no permission') as string,
    });
    expect(error.message).toContain('was not used');
    await app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
  });

  it('opens JWTs, wrapped by any request, by either form', async () => {
    const { app, sessionId } = await session(server);
    for (const form of ['header', 'body'] as const) {
      const { token } = await wrapped('GET', `${kv.path}config`, undefined, { 'X-Vault-Wrap-Format': 'jwt' });
      expect(token).toMatch(/^eyJ/);
      const where = { sessionId };
      const secretRef = await take(app, where, token);
      const look = await app.must('wrapping.lookup', { where, secretRef });
      expect(look).toMatchObject({ jwt: true, creationPath: `${kv.path}config` });
      const view = await app.must('wrapping.unwrap', { where, secretRef, form });
      expect(pointers(view)).toContain('/data/max_versions');
      expect(app.crossed()).not.toContain(token);
    }
  });

  it('gives back what was wrapped, whatever it is: a deleted version, bytes, nothing', async () => {
    const app = newApp();
    const path = uniqueName('gone');
    await writeEntry(server, kv, path, { k: 'v' });
    await must(server, 'DELETE', `${kv.path}data/${path}`);
    const open = async ({ token }: WrappingToken): Promise<AnswerView> => {
      const secretRef = await take(app, withoutLogin(server.address), token);
      return app.must('wrapping.unwrap', { where: withoutLogin(server.address), secretRef, form: 'header' });
    };
    const gone = await open(await wrapped('GET', `${kv.path}data/${path}`));
    expect(gone).toMatchObject({ status: 404, form: 'json', once: true });
    expect(pointers(gone)).toContain('/data/metadata/deletion_time');

    const pki = uniqueName('pki');
    await must(server, 'POST', `sys/mounts/${pki}`, { type: 'pki' });
    await must(server, 'POST', `${pki}/root/generate/internal`, { common_name: 'x', key_type: 'ec' });
    const pem = await open(await wrapped('GET', `${pki}/ca/pem`));
    expect(pem).toMatchObject({ form: 'text', rows: [{ pointer: '', what: 'hidden' }] });
    await app.must('answer.copy', { answerId: pem.answerId, pointer: '' });
    expect(app.clipboard.text).toMatch(/^-----BEGIN CERTIFICATE-----/);
    const der = await open(await wrapped('GET', `${pki}/ca`));
    app.answers.push('');
    const file = join(app.dataFolder, 'ca.der');
    app.files.push(file);
    await app.must('answer.toFile', { answerId: der.answerId });
    expect(readFileSync(file)[0]).toBe(0x30);

    const empty = stopping(await startFaultProxy(server));
    empty.add({ url: /unwrap/, fault: { kind: 'answer', status: 204, body: '' } });
    const where = withoutLogin(empty.address);
    const secretRef = await take(app, where, `hvs.wrapped-${'nothing'.repeat(3)}`);
    const none = await app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
    expect(none).toMatchObject({ status: 204, form: 'empty', rows: [], once: true });
  });

  it('tells a page of a gateway from an answer', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    const { token } = await wrappedData({ a: 1 });
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, token);
    proxy.add({ url: /unwrap/, fault: { kind: 'html', status: 200 } });
    expect(await app.refused('wrapping.unwrap', { where, secretRef, form: 'header' })).toMatchObject({
      kind: 'bad-answer',
    });
    expect(await app.must('answer.list', {})).toEqual([]);
  });

  it('is one use of a limited-use token, and none where it goes alone', async () => {
    const app = newApp();
    const proxy = stopping(await startRecordingProxy(server));
    const { token: own } = await newToken(server, { policies: ['default'], num_uses: 3 });
    const sessionId = await app.login(proxy.address, own);
    const where = { sessionId };
    for (const form of ['header', 'body'] as const) {
      const secretRef = await take(app, where, (await wrappedData({ a: 1 })).token);
      await app.must('wrapping.lookup', { where, secretRef });
      await app.must('wrapping.unwrap', { where, secretRef, form });
    }
    const withOwn = proxy.requests.filter(({ headers }) => headers['x-vault-token'] === own);
    expect(withOwn.map(({ url }) => url)).toEqual(['/v1/auth/token/lookup-self', '/v1/sys/wrapping/unwrap']);
  });
});

async function lookUpOnly(): Promise<string> {
  return newPolicy(server, 'path "auth/token/lookup-self" { capabilities = ["read"] }');
}

describe('when the answer is lost', () => {
  it('sends nothing twice, and says what can still be learned', async () => {
    const app = newApp();
    const recorder = stopping(await startRecordingProxy(server));
    const proxy = stopping(await startFaultProxy({ address: recorder.address }));
    const { token } = await wrappedData({ note: canary() });
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, token);
    proxy.add({ url: /unwrap/, fault: { kind: 'lost-answer' } });
    const error = await app.refused('wrapping.unwrap', { where, secretRef, form: 'header' });
    expect(error).toMatchObject({
      kind: 'outcome-unknown',
      hint: expect.stringContaining('Check the token again') as string,
    });
    expect(error.message).toContain('Unknown whether the token was unwrapped');
    expect(unwraps(recorder.requests)).toHaveLength(1);
    expect(proxy.arrived.filter((line) => line.includes('unwrap'))).toHaveLength(1);
    const { problem } = await app.must('wrapping.lookup', { where, secretRef });
    expect(problem?.message).toMatch(/^You unwrapped it here at \d\d:\d\d.*; the response was lost\.$/);
    expect(problem?.hint).toContain('ask the sender for a new one');
    expect(await app.must('answer.list', {})).toEqual([]);
  });

  it('knows that it was not opened where nothing arrived', async () => {
    const app = newApp();
    const proxy = stopping(await startFaultProxy(server));
    const { token } = await wrappedData({ a: 1 });
    const where = withoutLogin(proxy.address);
    const secretRef = await take(app, where, token);
    proxy.add({ url: /unwrap/, fault: { kind: 'cut' }, times: 1 });
    const error = await app.refused('wrapping.unwrap', { where, secretRef, form: 'header' });
    expect(error.kind).toBe('outcome-unknown');
    expect((await app.must('wrapping.lookup', { where, secretRef })).problem).toBeUndefined();
    await app.must('wrapping.unwrap', { where, secretRef, form: 'header' });
  });
});

describe('a lock while it is being opened', () => {
  it.each(['a session', 'an unauthenticated connection'])(
    'keeps the answer, unseen, until the app is unlocked (%s)',
    async (which) => {
      const app = newApp();
      const proxy = stopping(await startFaultProxy(server));
      const secret = canary();
      const sessionId = await app.login(proxy.address, server.rootToken);
      const where: Where = which === 'a session' ? { sessionId } : withoutLogin(proxy.address);
      const { token } = await wrappedData({ note: secret });
      const secretRef = await take(app, where, token);
      const release = gate();
      proxy.add({ url: /unwrap/, fault: { kind: 'held-answer', until: release.until } });
      const opening = app.call('wrapping.unwrap', { where, secretRef, form: 'header' });
      await until(() => Promise.resolve(proxy.arrived.some((line) => line.includes('unwrap'))));
      await app.call('lock.now', {});
      release.open();
      expect((await opening).ok).toBe(true);
      expect(await app.must('lock.state', {})).toMatchObject({ locked: true, oneTimeResults: 1 });
      expect(app.events.at(-1)).toMatchObject({ name: 'lock.changed', payload: { oneTimeResults: 1 } });
      expect(await app.refused('answer.list', {})).toMatchObject({ kind: 'locked' });
      expect(await app.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'locked' });

      app.answers.push(server.rootToken);
      await app.must('session.reauthenticate', { sessionId });
      const [result] = await app.must('answer.list', {});
      const answerId = result?.answerId ?? '';
      expect(app.events.filter(({ name }) => name === 'answer.changed').at(-1)).toMatchObject({
        payload: [{ answerId }],
      });
      await app.must('answer.copy', { answerId, pointer: '/data/note' });
      expect(app.clipboard.text).toBe(secret);
      // A taken token can be taken again; its reference went with the lock.
      expect(await app.refused('secret.copy', { secretRef })).toMatchObject({ kind: 'invalid-input' });
      expect(app.crossed()).not.toContain(secret);
    },
  );
});
