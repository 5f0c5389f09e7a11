// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { createSeenTimers } from './seen-timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function see(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('no query has a timer while the page is hidden, and what was due is asked when it is seen again', async () => {
  const queryFn = vi.fn(() => Promise.resolve(1));
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['x'],
    queryFn,
    refetchInterval: 5_000,
    gcTime: Infinity,
  });
  const end = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  see('hidden');
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  see('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queryFn).toHaveBeenCalledTimes(5);
  end();
  client.clear();
  expect(vi.getTimerCount()).toBe(0);
});

it('a query that begins while the page is hidden waits until it is seen', async () => {
  const queryFn = vi.fn(() => Promise.resolve(1));
  see('hidden');
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['y'],
    queryFn,
    refetchInterval: 5_000,
    gcTime: Infinity,
  });
  const end = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  see('visible');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  end();
});

it('what waits long once has no timer while the page is hidden, and comes when it is seen again and was due', async () => {
  const work = vi.fn();
  const soon = vi.fn();
  const timers = createSeenTimers();
  timers.setTimeout(work, 60_000);
  see('hidden');
  timers.setTimeout(soon, 0);
  const never = timers.setTimeout(work, 90_000);
  await vi.advanceTimersByTimeAsync(100_000);
  expect([soon.mock.calls.length, work.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 0]);
  timers.clearTimeout(never);
  see('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
