import { expect, it } from 'vitest';
import { makeQuickCalls } from '../ipc/quick-calls.ts';
import type { CrossingResult } from '../ipc/run.ts';
import { makeQuickTurns } from './quick-turns.ts';

const done: CrossingResult = { ok: true, value: {} };
const failed: CrossingResult = { ok: false, error: { kind: 'internal', message: 'No answer.' } };

/** Quick access in sight and focused, over a main window that is hidden. */
function setUp() {
  const state = { isAsking: false, isOpen: true, isFocused: true };
  /** Events of both windows, in their order. */
  const seen: string[] = [];
  let end: (result: CrossingResult) => void = () => undefined;
  const calls = makeQuickCalls(
    { answerPage: () => new Promise((resolve) => (end = resolve)) },
    { take: () => true },
    () => undefined,
  );
  const window = {
    show: () => void seen.push('quick shown'),
    hide: () => void seen.push('quick hidden'),
    destroy: () => {
      state.isOpen = false;
      seen.push('quick closed');
    },
    isFocused: () => state.isFocused,
  };
  const turns = makeQuickTurns({
    calls,
    isAsking: () => state.isAsking,
    window: () => (state.isOpen ? window : undefined),
    main: () => ({
      isDestroyed: () => false,
      isMinimized: () => false,
      isVisible: () => false,
      minimize: () => void seen.push('main minimised'),
      hide: () => void seen.push('main hidden'),
    }),
    outcome: ({ ok }) => void seen.push(ok ? 'copy said' : 'failure said'),
  });
  return {
    state,
    seen,
    turns,
    call: (name: string) => turns.answerPage(name, {}, 1, 5, 'gesture'),
    end: (result: CrossingResult) => end(result),
  };
}

it('steps aside for a prompt of its own call, and is back when the call ends', async () => {
  const { state, seen, turns, call, end } = setUp();
  const unlocking = call('session.reauthenticate');
  expect(turns.stepAside()).toBe(true);
  state.isAsking = true;
  expect(seen).toEqual(['quick hidden']);
  state.isAsking = false;
  end(done);
  await unlocking;
  expect(seen).toEqual(['quick hidden', 'main hidden', 'quick shown']);
});

it.each([
  ['session.reauthenticate', failed, []],
  ['entry.open', done, []],
  ['entry.open', failed, ['failure said']],
  ['entry.copy', failed, ['failure said']],
] as const)('never comes up over a prompt of another call: %s', async (name, result, said) => {
  const { state, seen, turns, call, end } = setUp();
  const ended = call(name);
  turns.stepAside();
  state.isAsking = true;
  end(result);
  await ended;
  // The main window stays, with the prompt over it.
  expect(seen).toEqual(['quick hidden', ...said, 'quick closed']);
});

it('is closed before a prompt while no call of its own runs', () => {
  const { seen, turns } = setUp();
  expect(turns.stepAside()).toBe(false);
  expect(seen).toEqual(['quick closed']);
});

it.each(['session.reauthenticate', 'entry.copy'])(
  'does not stay on top after %s once the user has turned to another window',
  async (name) => {
    const { state, seen, call, end } = setUp();
    const ended = call(name);
    state.isFocused = false;
    end(failed);
    await ended;
    expect(seen.at(-1)).toBe('quick closed');
    expect(seen.includes('failure said')).toBe(name === 'entry.copy');
  },
);

it('goes on to copy from an entry that was opened while the user turned to another window', async () => {
  const { state, seen, call, end } = setUp();
  const opened = call('entry.open');
  state.isFocused = false;
  end(done);
  await opened;
  expect(seen).toEqual([]);
  const copied = call('entry.copy');
  end(done);
  await copied;
  expect(seen).toEqual(['copy said']);
  await expect.poll(() => seen).toEqual(['copy said', 'quick closed']);
});

it('stays through reads that its page makes by itself, focused or not', async () => {
  const { state, seen, call, end } = setUp();
  state.isFocused = false;
  const listed = call('session.list');
  end(done);
  await listed;
  expect(seen).toEqual([]);
});
