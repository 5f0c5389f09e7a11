/** Health of servers without a token: the board of a locked app, and the background look for notices. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  must,
  newToken,
  sharedServers,
  startDevVault,
  startRecordingProxy,
  until,
} from '../../../e2e/servers/index.ts';
import type { RecordedRequest } from '../../../e2e/servers/index.ts';
import { allCalls } from './index.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

const health = /^\/v1\/sys\/(health|leader)(\?|$)/;

function expectHealthOnly(requests: readonly RecordedRequest[]): void {
  for (const { method, url, headers } of requests) {
    expect([method, url]).toEqual(['GET', expect.stringMatching(health)]);
    expect(headers).not.toHaveProperty('x-vault-token');
    expect(headers).not.toHaveProperty('x-vault-namespace');
  }
}

describe('the board of a locked app', () => {
  it('is refused, and asks no server, unless the person has allowed it', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    await app.login(proxy.address, server.rootToken);
    await app.must('lock.now', {});
    const before = proxy.requests.length;
    expect(await app.refused('board.health', {})).toMatchObject({ kind: 'locked' });
    expect(proxy.requests).toHaveLength(before);
  });

  it('is allowed in the secure prompt only', async () => {
    const app = newApp();
    expect(await app.refused('app.setPreferences', { boardOnLock: true })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.preferences.now.boardOnLock).toBe(false);
    app.answers.push('');
    expect(await app.must('app.setPreferences', { boardOnLock: true })).toMatchObject({ boardOnLock: true });
  });

  it('asks for health alone, without a token, and a locked page gets nothing else @board-on-lock', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.preferences.now = { ...app.preferences.now, boardOnLock: true };
    const { token } = await newToken(server, { display_name: 'board' });
    const sessionId = await app.login(proxy.address, token);
    await app.must('lock.now', {});
    const before = proxy.requests.length;
    const crossed = app.crossed().length;
    const [tile] = await app.must('board.health', {});
    expect(tile).toMatchObject({
      sessionId,
      status: { verdict: { state: 'healthy', reasons: [] }, nodes: [{ state: 'leader' }] },
    });
    expect(Object.keys(tile ?? {}).sort()).toEqual(['sessionId', 'status']);
    expect(Object.keys(tile?.status ?? {}).sort()).toEqual(['at', 'nodes', 'verdict']);

    // A hostile page makes every call about the session that the board names.
    for (const row of allCalls.filter(({ whenLocked }) => whenLocked === 'refused')) {
      const good: object = goodInputs[row.name];
      const input = {
        ...good,
        ...('sessionId' in good ? { sessionId } : {}),
        ...('where' in good ? { where: { sessionId } } : {}),
      };
      expect([row.name, await app.begin(row.name, input).result]).toMatchObject([
        row.name,
        { ok: false, error: { kind: 'locked' } },
      ]);
    }
    expect(app.asked.slice(1)).toEqual([]);
    const requests = proxy.requests.slice(before);
    expect(requests.map(({ url }) => url.replace(/\?.*/, '')).sort()).toEqual([
      '/v1/sys/health',
      '/v1/sys/leader',
    ]);
    expectHealthOnly(requests);
    expect(app.crossed().slice(crossed)).not.toContain(token);
    expect(app.events.filter(({ name }) => name === 'cluster.seen')).toEqual([]);
  });

  it('asks a server once in two seconds, however often a page asks', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.preferences.now = { ...app.preferences.now, boardOnLock: true };
    await app.login(proxy.address, server.rootToken);
    await app.must('lock.now', {});
    const before = proxy.requests.length;
    await Promise.all(Array.from({ length: 50 }, () => app.must('board.health', {})));
    expect(proxy.requests.length - before).toBe(2);
  });

  it('contacts no place that nobody has confirmed, and asks nobody @no-watch', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp({ contact: 'ask' });
    app.preferences.now = { ...app.preferences.now, boardOnLock: true };
    app.answers.push(server.rootToken);
    const { sessionId } = await app.must('session.open', {
      name: 'test',
      colour: 'red',
      target: {
        address: proxy.address,
        namespace: '',
        timeoutMs: 5_000,
        proxy: 'direct',
        tls: { useSystemStore: true, skipVerify: false },
      },
    });
    await app.must('lock.now', {});
    const before = proxy.requests.length;
    const asked = app.asked.length;
    // Confirmed by the login: asked.
    expect(await app.must('board.health', {})).toMatchObject([{ sessionId, status: {} }]);
    expect(proxy.requests.length - before).toBe(2);
    expect(app.asked).toHaveLength(asked);
  });

  it('sends neither an extra header nor a client key, and says so', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp();
    app.preferences.now = { ...app.preferences.now, boardOnLock: true };
    const headers = await app.headers(proxy.address, { 'X-Gateway': 'gateway-password' });
    const sessionId = await app.login(proxy.address, server.rootToken, { headers });
    await app.must('lock.now', {});
    const before = proxy.requests.length;
    expect(await app.must('board.health', {})).toEqual([
      { sessionId, problem: expect.stringContaining('Not asked while locked') as unknown },
    ]);
    expect(proxy.requests).toHaveLength(before);
  });
});

describe('the look in the background', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  it('asks nobody where nobody has switched notices on', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const app = newApp({ healthEveryMs: 20 });
    const other = stopping(await startRecordingProxy(server));
    await app.login(proxy.address, server.rootToken);
    const noticing = await app.login(other.address, server.rootToken);
    await until(() => Promise.resolve(proxy.requests.every(({ status }) => status !== undefined)));
    const before = proxy.requests.length;
    expect(await app.must('session.setNotices', { sessionId: noticing, on: true })).toMatchObject({
      notices: true,
    });
    const asked = other.requests.length;
    await until(() => Promise.resolve(other.requests.length > asked + 1));
    expect(proxy.requests).toHaveLength(before);
    // The nodes of its cluster are asked for once, with the token; only health after that.
    const withToken = (from: number) =>
      other.requests.slice(from).filter(({ headers }) => 'x-vault-token' in headers);
    await until(() => Promise.resolve(withToken(asked).length === 6));
    const learned = other.requests.length;
    await until(() => Promise.resolve(other.requests.length > learned + 8));
    const later = other.requests.findLastIndex(({ headers }) => 'x-vault-token' in headers) + 1;
    expect(withToken(asked)).toHaveLength(6);
    expectHealthOnly(other.requests.slice(later));
  });

  it('notices a node that was sealed, and a click leads to its session', async () => {
    const own = await startDevVault();
    ends.push(own.stop);
    const { app, sessionId } = await session(own, own.rootToken, {}, { healthEveryMs: 20 });
    await app.must('session.setNotices', { sessionId, on: true });
    const proxyless = { address: own.address, rootToken: own.rootToken };
    // Known as unsealed before it is sealed.
    await until(async () => (await app.services.healthLooks.look(sessionId))?.verdict?.state === 'healthy');
    await must(proxyless, 'PUT', 'sys/seal');
    await until(() => Promise.resolve(app.notices.length > 0));
    expect(app.notices).toMatchObject([
      { title: 'test', body: expect.stringMatching(/^\S+ was sealed\.$/) as unknown },
    ]);
    expect(JSON.stringify(app.notices)).not.toContain(own.rootToken);
    app.notices[0]?.chosen();
    expect(app.events.at(-1)).toEqual({ name: 'board.noticeChosen', payload: { sessionId } });
  });

  it('asks nobody while the app is locked, and a click then leads nowhere', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken, {}, { healthEveryMs: 20 });
    await app.must('session.setNotices', { sessionId, on: true });
    const atFirst = proxy.requests.length;
    await until(() => Promise.resolve(proxy.requests.length > atFirst));
    await app.must('lock.now', {});
    await until(() => Promise.resolve(proxy.requests.every(({ status }) => status !== undefined)));
    const before = proxy.requests.length;
    await expect(app.services.healthLooks.look(sessionId)).rejects.toMatchObject({
      error: { kind: 'locked' },
    });
    expect(proxy.requests).toHaveLength(before);
  });
});
