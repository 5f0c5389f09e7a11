/** Limits of everything that a page can pile up: tried through the calls, as a page would. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newKvMount,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { namesOnly } from '../../../shared/vault/search.ts';
import { MOST_ONCE } from '../../core/credentials/answer-shelf.ts';
import { MOST_TYPED } from '../../core/credentials/secrets.ts';
import { MOST_DRAFTS } from '../../core/entries/drafts.ts';
import { defaultBounds } from '../../core/entries/open-entries.ts';
import { MOST_JOBS } from '../../work/jobs.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { targetAt } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
let mount: MountPath;
const { newApp, session, stopping } = useTestApps();

beforeAll(async () => {
  const kv = await newKvMount(server, 2);
  mount = kv.path as MountPath;
  await writeEntry(server, kv, 'entry', { key: 'value' });
});

/** An error in words, with advice for the user. */
const told: AppError = expect.objectContaining({
  kind: expect.stringMatching(/^invalid-(?:request|input)$/) as string,
  message: expect.any(String) as string,
  hint: expect.any(String) as string,
}) as AppError;

/** Makes one more call of its kind; rejects if it is refused. */
type More = (app: TestApp, sessionId: string, number: number) => Promise<unknown>;

const bounded: readonly (readonly [what: string, most: number, more: More])[] = [
  [
    'drafts',
    MOST_DRAFTS,
    (app, sessionId, n) => app.must('draft.put', { sessionId, mount, path: `new/${n}`, text: '' }),
  ],
  [
    'typed credentials',
    MOST_TYPED,
    (app, sessionId, n) => {
      app.answers.push({ secret: `typed ${n}` });
      return app.must('secret.enter', { sessionId, kind: 'other' });
    },
  ],
  [
    'searches at once',
    MOST_JOBS,
    (app, sessionId) =>
      app.must('search.start', {
        sessionId,
        places: [{ sessionId, mount, path: '' }],
        ...namesOnly,
        text: '',
      }),
  ],
  [
    'backups of key shares',
    MOST_ONCE,
    (app, sessionId) => app.must('ceremony.backup', { where: { sessionId }, ceremony: 'rekey' }),
  ],
  [
    'saved connections',
    500,
    (app) => app.must('profile.save', { ...targetAt(server.address), name: 'one of many', colour: 'grey' }),
  ],
];

describe('what a page can make main hold', () => {
  it.each(bounded)('has an end that is told in words (%s)', async (_what, most, more) => {
    const slow = stopping(await startFaultProxy(server));
    slow.add({ fault: { kind: 'never' }, url: /metadata.*list=true/ });
    const body = { data: { keys_base64: { abcd: ['c2hhcmU='] } } };
    slow.add({ fault: { kind: 'answer', status: 200, body }, url: /rekey\/backup/ });
    const { app, sessionId } = await session(slow, server.rootToken);
    for (let number = 0; number < most; number++) await more(app, sessionId, number);
    for (let number = most; number < most + 2; number++)
      await expect(more(app, sessionId, number)).rejects.toMatchObject({ error: told });
  });

  it('does not keep what is there from being changed (drafts)', async () => {
    const { app, sessionId } = await session(server);
    const put = (path: string, text: string) => app.call('draft.put', { sessionId, mount, path, text });
    for (let number = 0; number < MOST_DRAFTS; number++) await put(String(number), '');
    expect(await put('more', '')).toMatchObject({ ok: false });
    expect(await put('0', 'changed')).toMatchObject({ ok: true });
    // A restorable draft counts until it expires, so that dropping many pushes none of them out.
    await app.must('draft.drop', { sessionId, mount, path: '1' });
    expect(await put('more', '')).toMatchObject({ ok: false });
    expect(await app.must('draft.dropped', { sessionId })).toHaveLength(1);
  });

  it('of answers that exist once has an end before anything is sent, for every call that brings one @held-answers', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const what = { kind: 'data', json: '{"a":"b"}' } as const;
    for (let number = 0; number < MOST_ONCE; number++)
      await app.must('wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false });
    proxy.clear();
    app.asked.length = 0;
    const bringing = allCalls.filter(
      (row) => row.effect === 'once' || (row.effect === 'write' && row.bringsOnce),
    );
    expect(bringing.length).toBeGreaterThan(5);
    for (const { name } of bringing) {
      const { result } = app.begin(name, { ...goodInputs[name], ...namesSession(name, sessionId) });
      expect([name, await result]).toEqual([name, { ok: false, error: told }]);
    }
    expect(proxy.requests).toEqual([]);
    expect(app.asked).toEqual([]);
    // A dismissed one can be restored for ten minutes: it makes no room.
    const [oldest] = (await app.must('answer.list', {})).slice(-1);
    app.answers.push('');
    await app.must('answer.dismiss', { answerId: oldest?.answerId ?? '' });
    expect(await app.refused('wrapping.wrap', { sessionId, what, ttl: '5m', jwt: false })).toEqual(told);
  });

  it('of other answers has an end: the oldest go, and the console remembers so many lines', async () => {
    const { app, sessionId } = await session(server);
    const send = () =>
      app.must('console.send', { sessionId, request: { method: 'GET', path: 'sys/leader' } });
    const first = await send();
    for (let number = 1; number < 60; number++) await send();
    await app.must('answer.view', { answerId: first.answerId });
    const latest = await send();
    expect(await app.refused('answer.view', { answerId: first.answerId })).toMatchObject({
      kind: 'invalid-input',
    });
    await app.must('answer.view', { answerId: latest.answerId });
    for (let number = 61; number < 202; number++) await send();
    expect(await app.must('console.history', { sessionId })).toHaveLength(200);
  });

  it('of opened entries has an end: the values of the oldest are read again', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const open = () => app.must('entry.open', { sessionId, mount, path: 'entry' });
    const first = await open();
    for (let number = 1; number < defaultBounds.texts; number++) await open();
    const requestsOf = async (entryId: string): Promise<number> => {
      proxy.clear();
      await app.must('entry.reveal', { entryId, key: 'key' });
      return proxy.requests.length;
    };
    expect(await requestsOf(first.entryId)).toBe(0);
    const oldest = await open();
    for (let number = 0; number < defaultBounds.texts; number++) await open();
    expect(await requestsOf(oldest.entryId)).toBeGreaterThan(0);
  });

  it('of servers that are asked without a login has an end: the oldest is asked anew', async () => {
    const places = await Promise.all(
      Array.from({ length: 9 }, async () => stopping(await startRecordingProxy(server))),
    );
    const app = newApp();
    const look = (address = '') =>
      app.must('cluster.panel', { where: { target: targetAt(address), name: '' }, panel: 'seal' });
    for (const { address } of places) await look(address);
    const healthAskedAgain = async (place: RecordingProxy | undefined): Promise<number | undefined> => {
      place?.clear();
      await look(place?.address);
      return place?.requests.filter(({ url }) => url.includes('sys/health')).length;
    };
    expect(await healthAskedAgain(places.at(-1))).toBe(0);
    expect(await healthAskedAgain(places[0])).toBe(1);
  });
});

/** The session, if the call's input names one. */
function namesSession(name: keyof typeof goodInputs, sessionId: string): object {
  const input = goodInputs[name];
  return {
    ...('sessionId' in input ? { sessionId } : {}),
    ...('where' in input ? { where: { sessionId } } : {}),
  };
}
