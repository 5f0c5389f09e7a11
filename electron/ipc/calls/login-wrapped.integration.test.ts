/** Logging in with a wrapping token: opened once, adopted; its content is never lost. */
import { beforeEach, describe, expect, it } from 'vitest';
import { isKnown, sharedServers, startFaultProxy, wrapped, wrappedData } from '../../../e2e/servers/index.ts';
import type { FaultProxy } from '../../../e2e/servers/index.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping } = useTestApps();
let proxy: FaultProxy;
let app: TestApp;

beforeEach(async () => {
  proxy = stopping(await startFaultProxy(sharedServers().dev));
  app = newApp();
});

const byWrapping = (expectedPath = '') =>
  app.call('session.open', {
    ...openOptions(proxy.address),
    login: { type: 'wrapped', mount: '', fields: expectedPath === '' ? {} : { expectedPath } },
  });
const created = () => wrapped('POST', 'auth/token/create', { policies: ['default'], ttl: '1h' });
const arrived = (part: string): string[] => proxy.arrived.filter((line) => line.includes(part));
const kinds = (): string[] => app.asked.map(({ kind }) => kind);

describe('a wrapping token', () => {
  it('is looked up, opened once, and what is inside is adopted', async () => {
    const { token } = await created();
    app.answers.push({ wrappingToken: ` ${token}\n` });
    expect(await byWrapping()).toMatchObject({
      value: { login: { type: 'wrapped' }, token: { path: 'auth/token/create', policies: ['default'] } },
    });
    expect(kinds()).toEqual(['enter-fields']);
    expect(proxy.arrived.slice(1)).toEqual([
      'POST /v1/sys/wrapping/lookup',
      'POST /v1/sys/wrapping/unwrap',
      'GET /v1/auth/token/lookup-self',
    ]);
    expect(await app.must('answer.list', {})).toEqual([]);
    expect(await isKnown(token)).toBe(false);
    expect(app.crossed()).not.toContain(token);
  });

  it('that was opened before is said to be, and another one may be typed', async () => {
    const [used, good] = [await created(), await created()];
    app.answers.push({ wrappingToken: used.token });
    expect(await byWrapping()).toMatchObject({ ok: true });
    app.asked.length = 0;
    // Unknown to the journal: the user insists.
    app.answers.push({ wrappingToken: used.token }, '', { wrappingToken: good.token });
    expect(await byWrapping()).toMatchObject({ ok: true });
    expect(kinds()).toEqual(['enter-fields', 'confirm', 'enter-fields']);
    expect(app.asked[2]).toHaveProperty('problem', expect.stringMatching(/unwrapped before.*report it/));
  });

  it('made elsewhere is asked about before it is opened', async () => {
    const { token } = await wrappedData({ client_token: 'hvs.planted' });
    app.answers.push({ wrappingToken: token });
    expect(await byWrapping()).toMatchObject({ error: { kind: 'cancelled' } });
    expect(JSON.stringify(app.asked[1])).toMatch(/Created at “sys\/wrapping\/wrap”.*not at “auth\/…”/);
    expect(arrived('unwrap')).toEqual([]);
    expect(await isKnown(token)).toBe(true);
  });

  it('is held to the path that its sender has named', async () => {
    app.answers.push({ wrappingToken: (await created()).token });
    expect(await byWrapping('auth/userpass/login/ops')).toMatchObject({ error: { kind: 'cancelled' } });
    expect(kinds()).toEqual(['enter-fields', 'confirm']);
    app.answers.push({ wrappingToken: (await created()).token });
    expect(await byWrapping('/auth/token/create')).toMatchObject({ ok: true });
  });

  it('with no login inside is opened for a person who insists, and what was inside is kept', async () => {
    const { token } = await wrappedData({ note: 'for your eyes only' });
    app.answers.push({ wrappingToken: token }, '');
    expect(await byWrapping()).toMatchObject({
      error: { kind: 'cancelled', message: expect.stringContaining('among the one-time results') as string },
    });
    const [oneTimeResult] = await app.must('answer.list', {});
    const { text } = await app.must('answer.raw', { answerId: oneTimeResult?.answerId ?? '', reveal: true });
    expect(JSON.parse(text)).toMatchObject({ data: { note: 'for your eyes only' } });
  });

  it('whose token cannot be looked up is not lost', async () => {
    proxy.add({ fault: { kind: 'html', status: 502 }, url: /lookup-self/ });
    app.answers.push({ wrappingToken: (await created()).token });
    expect(await byWrapping()).toMatchObject({
      error: { message: expect.stringContaining('among the one-time results') as string },
    });
    expect(await app.must('answer.list', {})).toMatchObject([{ title: 'Login at sys/wrapping/unwrap' }]);
  });

  describe('whose login is overtaken', () => {
    const login = { type: 'wrapped', mount: '', fields: {} } as const;
    let sessionId: string;
    let lookedUp: PromiseWithResolvers<undefined>;

    beforeEach(async () => {
      sessionId = await app.login(proxy.address, sharedServers().dev.rootToken);
      lookedUp = Promise.withResolvers();
      proxy.add({ fault: { kind: 'held-answer', until: lookedUp.promise }, url: /lookup-self/ });
      app.answers.push({ wrappingToken: (await created()).token });
    });

    /** The wrapping token is used up, and its content is not yet delivered. */
    const isOpened = (): Promise<unknown> => expect.poll(() => arrived('lookup-self')).toHaveLength(2);
    const isStored = async (): Promise<void> =>
      expect(await app.must('answer.list', {})).toMatchObject([{ title: 'Login at sys/wrapping/unwrap' }]);
    const saysSo = {
      error: { message: expect.stringContaining('among the one-time results') as string },
    };

    it('by a lock is not lost', async () => {
      const opening = byWrapping();
      await isOpened();
      await app.must('lock.now', {});
      lookedUp.resolve(undefined);
      expect(await opening).toMatchObject(saysSo);
      app.answers.push(sharedServers().dev.rootToken);
      await app.must('session.reauthenticate', { sessionId });
      await isStored();
    });

    it('by the end of its session is not lost', async () => {
      const opening = app.call('session.reauthenticate', { sessionId, login });
      await isOpened();
      await app.must('session.close', { sessionId });
      lookedUp.resolve(undefined);
      expect(await opening).toMatchObject(saysSo);
      await isStored();
    });

    it('by the person who gives up is not lost', async () => {
      const { result, cancel } = app.begin('session.open', { ...openOptions(proxy.address), login });
      await isOpened();
      cancel();
      expect(await result).toMatchObject({ ok: false });
      lookedUp.resolve(undefined);
      await isStored();
    });
  });

  it.each(['', 'two words'])('%j is not sent', async (typed) => {
    app.answers.push({ wrappingToken: typed });
    expect(await byWrapping()).toMatchObject({ error: { kind: 'cancelled' } });
    expect(app.asked[1]).toHaveProperty('problem');
    expect(arrived('wrapping')).toEqual([]);
  });
});
