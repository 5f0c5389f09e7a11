import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from './now.ts';
import { RelativeTime } from './time.tsx';

const minute = 60_000;
const start = Date.parse('2026-11-23T10:00:00.400Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(start);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function see(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

const read = (nowMs: number): number => nowMs / 1000;

function Seconds() {
  return <p role="timer">{useNow(read)}</p>;
}

it('moves once a second, and not at all while the page is hidden', () => {
  render(<Seconds />);
  const shown = () => Number(screen.getByRole('timer').textContent) - Math.floor(start / 1000);
  pass(3_000);
  expect(shown()).toBe(3);
  see('hidden');
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(start + 10 * minute);
  see('visible');
  expect(shown()).toBe(600);
  pass(1_000);
  expect(shown()).toBe(601);
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [-3 * 86_400_000, '3 d ago', 0],
  [-90 * minute, '1 h ago', 0],
  [-(2 * minute + 10_000), '2 min ago', 1],
  [90 * minute, 'in 1 h', 0],
  [-10_000, '10 s ago', 50],
])('a time %i ms away has a timer only when its words change', (distance, words, fired) => {
  render(<RelativeTime iso={new Date(Math.floor(start / 1000) * 1000 + distance).toISOString()} />);
  expect(screen.getByText(words)).toBeTruthy();
  const wait = vi.spyOn(globalThis, 'setTimeout');
  pass(50_000);
  expect(wait.mock.calls.length).toBe(fired);
});

it('says the next words on time', () => {
  render(<RelativeTime iso={new Date(start - 130_000).toISOString()} />);
  // Clocks show whole seconds.
  pass(51_000);
  expect(screen.getByText('3 min ago')).toBeTruthy();
  pass(56 * minute);
  expect(screen.getByText('59 min ago')).toBeTruthy();
  pass(1 * minute);
  expect(screen.getByText('1 h ago')).toBeTruthy();
});
