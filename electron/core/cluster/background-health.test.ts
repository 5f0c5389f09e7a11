import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { createBackgroundHealth } from './background-health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('has a timer only while a session wants to be notified', async () => {
  const sessions: SessionView[] = [];
  const session = (notices: boolean) =>
    ({ sessionId: 's', token: {}, ...(notices ? { notices } : {}) }) as SessionView;
  const learn = vi.fn(() => Promise.resolve(true));
  const look = vi.fn(() => Promise.resolve(undefined));
  const background = createBackgroundHealth({
    sessions: () => sessions,
    looks: { look },
    isWatched: () => false,
    learn,
    notices: { seen: () => undefined, token: () => undefined },
  });
  expect(vi.getTimerCount()).toBe(0);
  sessions.splice(0, 1, session(false));
  background.reconsider();
  expect(vi.getTimerCount()).toBe(0);
  sessions.splice(0, 1, session(true));
  background.reconsider();
  background.reconsider();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(look).toHaveBeenCalledOnce();
  sessions.splice(0, 1, session(false));
  background.reconsider();
  expect(vi.getTimerCount()).toBe(0);
  sessions.splice(0, 1, session(true));
  background.reconsider();
  background.stop();
  expect(vi.getTimerCount()).toBe(0);
});
