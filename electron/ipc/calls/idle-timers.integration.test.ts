/**
 * Idle main: no timer of ours on the connect screen or behind a hidden window, and no request. The user's own
 * requests go on: desktop notices, and the renewal of a token.
 */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { sharedServers, startRecordingProxy, until } from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import type { Seen } from '../../core/seen.ts';
import { recordTimers } from './recorded-timers.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, session, stopping } = useTestApps();
const { dev } = sharedServers();
const timers = recordTimers();
let proxy: RecordingProxy;

/** Longer than the row `idle-timers` of the bench looks. */
const SOON_MS = 60_000;

beforeEach(async () => {
  proxy = stopping(await startRecordingProxy(dev));
});
afterAll(timers.stop);

function window(): Seen & { readonly become: (seen: boolean) => void } {
  const listeners = new Set<() => void>();
  let isSeen = true;
  return {
    isSeen: () => isSeen,
    follow: (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    become: (seen) => {
      isSeen = seen;
      for (const listener of listeners) listener();
    },
  };
}

/** The one-time end of the worker's thread after its last task is not a continuing timer. */
const ours = (): readonly string[] =>
  timers.ours(SOON_MS).filter((where) => !where.includes('/worker/worker.ts'));
const untilNone = (): Promise<void> => until(() => Promise.resolve(ours().length === 0));

it('nothing on the connect screen', async () => {
  newApp();
  await untilNone();
  expect(ours()).toEqual([]);
});

it('nothing behind a hidden window, whatever its page asks for, and all again once it is shown', async () => {
  const seen = window();
  const { app, sessionId } = await session(proxy, dev.rootToken, {}, { seen });
  const first = app.begin('cluster.watch', { where: { sessionId }, watchId: 'w', everyMs: 200 });
  const looks = (): number => proxy.requests.filter(({ url }) => url.includes('sys/leader')).length;
  await until(() => Promise.resolve(looks() > 2));
  expect(ours().length).toBeGreaterThan(1);
  seen.become(false);
  await untilNone();
  const before = proxy.requests.length;
  // A page that goes on asking: the watch begins, and rests.
  const second = app.begin('cluster.watch', { where: { sessionId }, watchId: 'x', everyMs: 200 });
  expect(await app.must('board.health', {})).toMatchObject([{ sessionId }]);
  expect(ours()).toEqual([]);
  expect(proxy.requests).toHaveLength(before);
  seen.become(true);
  await until(() => Promise.resolve(proxy.requests.length > before + 4));
  for (const under of [first, second]) under.cancel();
  await Promise.all([first.result, second.result]);
});

it('the look for notices, where a person has switched them on', async () => {
  const seen = window();
  const { app, sessionId } = await session(proxy, dev.rootToken, {}, { seen, healthEveryMs: 20 });
  seen.become(false);
  await untilNone();
  await app.must('session.setNotices', { sessionId, on: true });
  const before = proxy.requests.length;
  await until(() => Promise.resolve(proxy.requests.length > before));
  await app.must('session.setNotices', { sessionId, on: false });
  await untilNone();
});
