import type { InputEvent, MouseInputEvent } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adaptSelection } from './clipboard.ts';
import {
  CLICK_MS,
  endedAs,
  RECENT_MS,
  selectingStep,
  SETTLED_MS,
  watchPrimarySelection,
} from './primary-selection.ts';
import type { SelectedIn } from './primary-selection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(text = '') {
  const selection = { text, readMs: 0, reads: 0, seconds: 30 };
  const watch = watchPrimarySelection({
    selection: {
      read: async () => {
        selection.reads++;
        if (selection.readMs > 0) await new Promise((resolve) => setTimeout(resolve, selection.readMs));
        return selection.text;
      },
      clear: () => {
        selection.text = '';
        return Promise.resolve();
      },
    },
    seconds: () => selection.seconds,
    log: () => expect.unreachable(),
  });
  /** An input after which the selection holds this text. */
  const select = async (selected: string, where: SelectedIn = 'page'): Promise<void> => {
    watch.begin(where);
    await vi.advanceTimersByTimeAsync(1);
    selection.text = selected;
    watch.end(where);
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
  };
  /** A click in one spot. */
  const click = async (): Promise<void> => {
    watch.begin('page');
    watch.end('page', 'click');
    await vi.advanceTimersByTimeAsync(1);
  };
  return { selection, watch, select, click };
}

describe('what is selected in our page', () => {
  it('is cleared by the clock', async () => {
    const { selection, select } = make('of a terminal');
    await select('revealed');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(selection.text).toBe('revealed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(selection.text).toBe('');
  });

  it('is cleared at once by a lock, also when it was selected this moment', async () => {
    const { selection, watch, select } = make();
    await select('revealed');
    await watch.clearNow();
    expect(selection.text).toBe('');
    watch.begin('page');
    await vi.advanceTimersByTimeAsync(1);
    selection.text = 'another';
    watch.end('page');
    await watch.clearNow();
    expect(selection.text).toBe('');
  });

  it('is left be where another program has selected since, or nothing was selected here', async () => {
    const { selection, watch, select } = make('of a terminal');
    await select('of a terminal');
    await watch.clearNow();
    expect(selection.text).toBe('of a terminal');
    await select('revealed');
    selection.text = 'of a terminal';
    await watch.clearNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(selection.text).toBe('of a terminal');
  });
});

describe('a click that selects nothing', () => {
  it('costs one late read, and none before it while the last read is recent', async () => {
    const { selection, click } = make('of a terminal');
    await click();
    await vi.advanceTimersByTimeAsync(CLICK_MS);
    expect(selection.reads).toBe(2);
    await click();
    await vi.advanceTimersByTimeAsync(CLICK_MS - 2);
    expect(selection.reads).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(selection.reads).toBe(3);
    await click();
    expect(selection.reads).toBe(4);
  });

  it('does not put the read off for ever, click by click', async () => {
    const { selection, click } = make();
    for (let clicks = 0; clicks < 20; clicks++) {
      await click();
      await vi.advanceTimersByTimeAsync(999);
    }
    expect(selection.reads).toBeGreaterThanOrEqual(3);
  });

  it('is judged all the same: what a broken page selects by it is cleared as soon as any other', async () => {
    const { selection, watch, click } = make('of a terminal');
    await click();
    selection.text = 'revealed';
    await vi.advanceTimersByTimeAsync(29_990);
    expect(selection.text).toBe('revealed');
    await vi.advanceTimersByTimeAsync(10);
    expect(selection.text).toBe('');
    await click();
    selection.text = 'revealed';
    await watch.clearNow();
    expect(selection.text).toBe('');
  });

  it('leads to a read in time where the clock is shorter than the wait', async () => {
    const { selection, watch } = make();
    selection.seconds = 5;
    watch.begin('page');
    await vi.advanceTimersByTimeAsync(1);
    selection.text = 'revealed';
    watch.end('page', 'click');
    await vi.advanceTimersByTimeAsync(5_010);
    expect(selection.text).toBe('');
  });

  it('followed by a selection is read soon', async () => {
    const { selection, watch, click, select } = make();
    await click();
    await select('revealed');
    selection.text = 'of a terminal';
    await watch.clearNow();
    expect(selection.text).toBe('of a terminal');
  });
});

describe('what another program selects', () => {
  it('is left be if the window had lost the focus for it, however recent the last read', async () => {
    const { selection, watch, select, click } = make('of a terminal');
    await select('revealed');
    watch.leave();
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    selection.text = 'of an editor';
    await click();
    await vi.advanceTimersByTimeAsync(60_000);
    await watch.clearNow();
    expect(selection.text).toBe('of an editor');
  });

  it('is left be if a read followed the loss of the focus', async () => {
    const { selection, watch, click } = make('of a terminal');
    await click();
    watch.leave();
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    selection.text = 'of an editor';
    await click();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(selection.text).toBe('of an editor');
  });

  it('without taking the focus is left be if our window has rested a while', async () => {
    const { selection, watch, click } = make('of a terminal');
    await click();
    await vi.advanceTimersByTimeAsync(CLICK_MS + RECENT_MS + 1);
    selection.text = 'of a script';
    await click();
    await vi.advanceTimersByTimeAsync(60_000);
    await watch.clearNow();
    expect(selection.text).toBe('of a script');
  });

  it('hides nothing of ours: the same text, selected again after it was cleared, is cleared again', async () => {
    const { selection, watch, select } = make('of a terminal');
    await select('revealed');
    await watch.clearNow();
    await select('revealed');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(selection.text).toBe('');
    await select('revealed');
    selection.text = 'of a script';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(selection.text).toBe('of a script');
    await select('revealed');
    await watch.clearNow();
    expect(selection.text).toBe('');
  });
});

it('looks again at the next input where a look has failed', async () => {
  const selection = { text: '', fails: true };
  const log = vi.fn();
  const watch = watchPrimarySelection({
    selection: {
      read: () =>
        selection.fails ? Promise.reject(new Error('no display')) : Promise.resolve(selection.text),
      clear: () => Promise.resolve(void (selection.text = '')),
    },
    seconds: () => 30,
    log,
  });
  watch.begin('page');
  watch.end('page');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(log).toHaveBeenCalledOnce();
  selection.fails = false;
  watch.begin('page');
  await vi.advanceTimersByTimeAsync(1);
  selection.text = 'revealed';
  watch.end('page');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(selection.text).toBe('');
});

describe('what a busy machine hands over late', () => {
  /** An input to the page whose selection arrives only `lateMs` after its end. */
  async function selectLate(lateMs: number) {
    const made = make('of a terminal');
    made.watch.begin('page');
    made.watch.end('page');
    await vi.advanceTimersByTimeAsync(lateMs);
    made.selection.text = 'revealed';
    return made;
  }

  it.each([SETTLED_MS + 1, 1_000, 5_000])('is cleared by the clock, %d ms late', async (lateMs) => {
    const { selection } = await selectLate(lateMs);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(selection.text).toBe('');
  });

  it.each([SETTLED_MS + 1, 1_000, 5_000])('is cleared by a lock, %d ms late', async (lateMs) => {
    const { selection, watch } = await selectLate(lateMs);
    await watch.clearNow();
    expect(selection.text).toBe('');
  });

  it('is cleared also when it comes after the lock', async () => {
    const { selection, watch } = make('of a terminal');
    watch.begin('page');
    watch.end('page');
    await vi.advanceTimersByTimeAsync(1);
    await watch.clearNow();
    await vi.advanceTimersByTimeAsync(1_000);
    selection.text = 'revealed';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(selection.text).toBe('');
  });

  it('is cleared where main was too busy to look before it was selected', async () => {
    const { selection, watch, select } = make('of a terminal');
    await select('of a terminal');
    await vi.advanceTimersByTimeAsync(2 * RECENT_MS);
    selection.readMs = 200;
    watch.begin('page');
    selection.text = 'revealed';
    watch.end('page');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(selection.text).toBe('');
  });

  it('is another program’s once the window has lost the focus', async () => {
    const { selection, watch } = make('');
    watch.begin('page');
    watch.end('page');
    watch.leave();
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    selection.text = 'of a terminal';
    await vi.advanceTimersByTimeAsync(60_000);
    await watch.clearNow();
    expect(selection.text).toBe('of a terminal');
  });
});

describe('what is selected in the trusted view', () => {
  it('is known for a credential until it is cleared, by the same clock', async () => {
    const { selection, watch, select } = make('of a terminal');
    await select('revealed');
    expect([watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([false, false]);
    await select('hvs.shown', 'prompt');
    expect([watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([selection.text, watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([
      '',
      false,
      false,
    ]);
  });

  it('is known for one while it is being selected, and not once something else took its place', async () => {
    const { selection, watch, select } = make();
    watch.begin('prompt');
    expect(watch.mayHoldCredential()).toBe(true);
    watch.end('prompt');
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    expect(watch.mayHoldCredential()).toBe(false);
    await select('hvs.shown', 'prompt');
    selection.text = 'of a terminal';
    expect([watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([true, false]);
    await select('revealed');
    expect(watch.mayHoldCredential()).toBe(false);
    watch.begin('prompt');
    await vi.advanceTimersByTimeAsync(1);
    selection.text = 'hvs.shown';
    watch.begin('page');
    watch.end('page');
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    expect(watch.mayHoldCredential()).toBe(true);
    await watch.clearNow();
    expect([selection.text, watch.mayHoldCredential()]).toEqual(['', false]);
  });

  it('is known for one where main was too busy to look before it was selected', async () => {
    const { selection, watch } = make();
    watch.promptOpens();
    await vi.advanceTimersByTimeAsync(1);
    selection.text = 'hvs.early';
    watch.begin('prompt');
    watch.end('prompt');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([true, true]);
  });

  it('is known for one where the system hands it over late', async () => {
    const { selection, watch } = make();
    watch.promptOpens();
    watch.begin('prompt');
    watch.end('prompt');
    await vi.advanceTimersByTimeAsync(4 * SETTLED_MS);
    selection.text = 'hvs.late';
    watch.end('prompt');
    expect(watch.mayHoldCredential()).toBe(true);
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
    expect([watch.mayHoldCredential(), await watch.holdsCredential()]).toEqual([true, true]);
  });
});

it.each<[InputEvent & { readonly keyCode?: string }, 'begin' | 'end' | undefined]>([
  [{ type: 'mouseDown' }, 'begin'],
  [{ type: 'mouseUp' }, 'end'],
  [{ type: 'rawKeyDown', keyCode: 'A', modifiers: ['control'] }, 'begin'],
  [{ type: 'rawKeyDown', keyCode: 'ArrowRight', modifiers: ['shift'] }, 'begin'],
  [{ type: 'rawKeyDown', keyCode: 'A' }, undefined],
  [{ type: 'rawKeyDown', keyCode: 'ArrowRight' }, undefined],
  [{ type: 'keyUp', keyCode: 'A' }, 'end'],
  [{ type: 'mouseMove' }, undefined],
])('%o', (event, step) => {
  expect(selectingStep(event)).toBe(step);
});

it.each<[string, 'click' | 'selection', InputEvent, Partial<MouseInputEvent>]>([
  ['a click', 'click', press(), {}],
  ['a click of a hand that is not still', 'click', press(), { x: 102 }],
  ['a drag', 'selection', press(), { x: 140 }],
  ['a double click', 'selection', press(), { clickCount: 2 }],
  ['a key after a click', 'click', press(), { type: 'keyUp' } as object],
  ['a key that selects', 'selection', { type: 'rawKeyDown' }, { type: 'keyUp' } as object],
])('%s ends as a %s', (_what, as, began, ended) => {
  expect(endedAs(began, { ...press(), type: 'mouseUp', ...ended })).toBe(as);
});

function press(): MouseInputEvent {
  return { type: 'mouseDown', x: 100, y: 50, clickCount: 1 };
}

describe('the selection of Electron', () => {
  const old = (): Parameters<typeof adaptSelection>[0] => ({
    readText: (type) => `read ${type ?? ''}`,
    clear: () => undefined,
  });

  it('before 44 is the same clipboard by another name, and from 44 a clipboard of its own', async () => {
    expect(await adaptSelection(old(), false, 'linux')?.read()).toBe('read selection');
    const selection = { readText: () => Promise.resolve('own'), clear: () => undefined };
    expect(await adaptSelection({ ...old(), selection }, true, 'linux')?.read()).toBe('own');
  });

  it('is on Linux alone', () => {
    expect(adaptSelection(old(), false, 'darwin')).toBeUndefined();
    expect(adaptSelection(old(), true, 'linux')).toBeUndefined();
  });
});
