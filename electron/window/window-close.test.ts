import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeForSure, isClosing } from './window-close.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A window whose page never answers. */
function silentWindow({ crashed = false, loading = false } = {}) {
  let destroyed = false;
  const page = Object.assign(new EventEmitter(), {
    isCrashed: () => crashed,
    isLoadingMainFrame: () => loading,
  });
  const window = Object.assign(new EventEmitter(), {
    webContents: page,
    isDestroyed: () => destroyed,
    destroy: vi.fn(() => {
      destroyed = true;
      window.emit('closed');
    }),
  });
  const close = (): void => closeForSure(window as unknown as BrowserWindow);
  return { window, page, close };
}

it('leaves a page its time, and no longer', () => {
  const { window, page, close } = silentWindow();
  close();
  close();
  expect(isClosing(page as unknown as BrowserWindow['webContents'])).toBe(true);
  vi.advanceTimersByTime(4_999);
  expect(window.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(window.destroy).toHaveBeenCalledOnce();
});

it('waits for nothing once the window is gone by itself', () => {
  const { window, close } = silentWindow();
  close();
  window.emit('closed');
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['has crashed', { crashed: true }],
  ['is being drawn', { loading: true }],
])('asks no page that %s', (_what, state) => {
  const { window, close } = silentWindow(state);
  close();
  // It waits for the end of the event.
  expect(window.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(window.destroy).toHaveBeenCalledOnce();
});

it('goes at once where the process of the page dies meanwhile', () => {
  const { window, page, close } = silentWindow();
  close();
  page.emit('render-process-gone');
  expect(window.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(window.destroy).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
