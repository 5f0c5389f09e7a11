import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { watchSeen } from './seen.ts';

function fakeWindow() {
  const events = new EventEmitter();
  const state = { visible: true, minimized: false, destroyed: false };
  const window = {
    isDestroyed: () => state.destroyed,
    isVisible: () => state.visible,
    isMinimized: () => state.minimized,
    on: (event: string, listener: () => void) => events.on(event, listener),
  };
  const become = (event: string, change: Partial<typeof state>): void => {
    Object.assign(state, change);
    events.emit(event);
  };
  return { window, become, state };
}

it('follows a window that is hidden, minimised and shown again', () => {
  const seen = watchSeen();
  expect(seen.isSeen()).toBe(false);
  const { window, become, state } = fakeWindow();
  seen.watch(window);
  const told = vi.fn();
  const end = seen.follow(told);
  expect(seen.isSeen()).toBe(true);
  become('minimize', { minimized: true });
  expect([seen.isSeen(), told.mock.calls.length]).toEqual([false, 1]);
  // Hidden as well: listeners see no change.
  become('hide', { visible: false });
  expect(told).toHaveBeenCalledTimes(1);
  become('restore', { minimized: false });
  expect(seen.isSeen()).toBe(false);
  become('show', { visible: true });
  expect([seen.isSeen(), told.mock.calls.length]).toEqual([true, 2]);
  end();
  become('hide', { visible: false });
  expect(told).toHaveBeenCalledTimes(2);
  state.destroyed = true;
  expect(seen.isSeen()).toBe(false);
});
