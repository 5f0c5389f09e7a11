import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchIdleness } from './idle.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(limitMs: () => number, onIdle = vi.fn(() => Promise.resolve(true)), exposed = () => false) {
  return { onIdle, watch: watchIdleness({ limitMs, onIdle, exposed }) };
}

it('tells once when nobody has touched anything for so long', () => {
  const { onIdle, watch } = watched(() => 5 * MINUTE_MS);
  vi.advanceTimersByTime(4.9 * MINUTE_MS);
  watch.touch();
  vi.advanceTimersByTime(4.9 * MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0.2 * MINUTE_MS);
  expect(onIdle).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60 * MINUTE_MS);
  expect(onIdle).toHaveBeenCalledOnce();
  watch.touch();
  vi.advanceTimersByTime(6 * MINUTE_MS);
  expect(onIdle).toHaveBeenCalledTimes(2);
});

it('tells again after the same time where there was nothing to lock yet', async () => {
  const onIdle = vi.fn(() => Promise.resolve(false));
  watched(() => 5 * MINUTE_MS, onIdle);
  await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
  expect(onIdle).toHaveBeenCalledOnce();
  onIdle.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(onIdle).toHaveBeenCalledTimes(2);
});

it('follows a changed limit, and never tells without one', () => {
  let limitMs = 0;
  const { onIdle, watch } = watched(() => limitMs);
  vi.advanceTimersByTime(600 * MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
  limitMs = MINUTE_MS;
  watch.check();
  expect(onIdle).toHaveBeenCalledOnce();
});

it('has one timer for the whole limit, and none where nothing is waited for', async () => {
  // Restoring a spy here would leave the real timers faked for the next file: it hides the fake clock's own record of
  // them.
  const faked = globalThis.setTimeout;
  let set = 0;
  globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) => {
    set++;
    return faked(...given);
  }) as typeof setTimeout;
  const { watch } = watched(() => 15 * MINUTE_MS);
  for (let at = 0; at < 100; at++) {
    watch.touch();
    vi.advanceTimersByTime(100);
  }
  globalThis.setTimeout = faked;
  expect([set, vi.getTimerCount()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
  expect(vi.getTimerCount()).toBe(0);
  watched(() => 0);
  expect(vi.getTimerCount()).toBe(0);
});

it('locks before a touch that ends a sleep counts', () => {
  const { onIdle, watch } = watched(() => 5 * MINUTE_MS);
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  watch.touch();
  expect(onIdle).toHaveBeenCalledOnce();
});

it('counts a time of sleep, in which no timer runs', () => {
  const { onIdle, watch } = watched(() => 5 * MINUTE_MS);
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  watch.check();
  expect(onIdle).toHaveBeenCalledOnce();
});

it('stops', () => {
  const { onIdle, watch } = watched(() => 1_000);
  watch.stop();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
});

it('locks soon after a sleep of which nobody said anything while a secret could be read', () => {
  let exposed = false;
  const { onIdle, watch } = watched(
    () => 15 * MINUTE_MS,
    undefined,
    () => exposed,
  );
  exposed = true;
  watch.check();
  // A sleep: wall time goes on, timers do not.
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  vi.advanceTimersByTime(5_000);
  expect(onIdle).toHaveBeenCalledOnce();
});
