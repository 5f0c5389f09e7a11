import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClipboardState } from '../../shared/ipc/contract.ts';
import { adaptClipboard, makeTimedClipboard, type SystemClipboard } from './clipboard.ts';

/** Electron's interface before 44: synchronous. */
function synchronous() {
  const board = { text: '' };
  const clipboard = {
    readText: () => board.text,
    writeText: (text: string) => void (board.text = text),
    clear: () => void (board.text = ''),
    write: () => expect.unreachable('the old write replaces the text'),
  };
  return { board, adapted: adaptClipboard(clipboard, undefined, 'linux') };
}

/** Electron's interface from 44: promises and items. */
function promising(takesItems = true) {
  const board = { text: '', formats: [] as string[] };
  class Item {
    readonly items: Record<string, string>;
    constructor(items: Record<string, string>) {
      this.items = items;
    }
  }
  const clipboard = {
    readText: async () => board.text,
    writeText: async (text: string) => {
      board.text = text;
      board.formats = ['text/plain'];
    },
    clear: () => void (board.text = ''),
    write: async (items: readonly Item[]) => {
      if (!takesItems) throw new Error('unknown format');
      board.text = items[0]?.items['text/plain'] ?? '';
      board.formats = Object.keys(items[0]?.items ?? {});
    },
  };
  return { board, adapted: adaptClipboard(clipboard, Item, 'linux') };
}

describe.each([
  ['the synchronous interface', synchronous],
  ['the promising interface', promising],
  ['the promising interface on a system that takes text alone', () => promising(false)],
])('over %s', (_name, make) => {
  it('writes, reads and clears @cleared', async () => {
    const { board, adapted } = make();
    await adapted.write('plain');
    expect(board.text).toBe('plain');
    await adapted.writeConcealed('concealed');
    expect(board.text).toBe('concealed');
    expect(await adapted.read()).toBe('concealed');
    await adapted.clear();
    expect(board.text).toBe('');
  });
});

it('marks a secret for clipboard histories where items exist', async () => {
  const { board, adapted } = promising();
  await adapted.writeConcealed('s');
  expect(board.formats.join()).toContain('x-kde-passwordManagerHint');
});

describe('a copied secret', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function timed(clipboard: SystemClipboard = synchronous().adapted) {
    const states: ClipboardState[] = [];
    return {
      states,
      clipboard,
      timed: makeTimedClipboard({ clipboard, seconds: () => 30, changed: (state) => states.push(state) }),
    };
  }

  it('is known for a credential for as long as it may be there', async () => {
    const { timed: ours, clipboard } = timed();
    await ours.copy('a value', 'secret');
    expect([ours.mayHoldCredential(), await ours.holdsCredential()]).toEqual([false, false]);
    await ours.copy('hvs.one', 'credential');
    expect([ours.mayHoldCredential(), await ours.holdsCredential()]).toEqual([true, true]);
    await clipboard.write('of another program');
    expect([ours.mayHoldCredential(), await ours.holdsCredential()]).toEqual([true, false]);
    expect(ours.mayHoldCredential()).toBe(false);
    for (const end of [() => ours.copy('v', 'secret'), () => ours.copy('v', 'text'), () => ours.clearNow()]) {
      await ours.copy('hvs.one', 'credential');
      await end();
      expect(ours.mayHoldCredential()).toBe(false);
    }
    await ours.copy('hvs.one', 'credential');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([ours.mayHoldCredential(), await clipboard.read()]).toEqual([false, '']);
  });

  it('says when it will be cleared, and is @cleared', async () => {
    const { timed: ours, clipboard, states } = timed();
    const { clearsAt } = await ours.copy('s', 'secret');
    expect(Date.parse(clearsAt) - Date.now()).toBe(30_000);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await clipboard.read()).toBe('s');
    await vi.advanceTimersByTimeAsync(1);
    expect(await clipboard.read()).toBe('');
    expect(ours.state()).toEqual({ clearsAt: '' });
    expect(states).toEqual([{ clearsAt }, { clearsAt: '' }]);
  });

  it('leaves alone what somebody else has copied meanwhile', async () => {
    const { timed: ours, clipboard } = timed();
    await ours.copy('s', 'secret');
    await clipboard.write('theirs');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await clipboard.read()).toBe('theirs');
    expect(ours.state()).toEqual({ clearsAt: '' });
  });

  it('has its full time when copied again', async () => {
    const { timed: ours, clipboard } = timed();
    await ours.copy('s', 'secret');
    await vi.advanceTimersByTimeAsync(20_000);
    await ours.copy('s', 'secret');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await clipboard.read()).toBe('s');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await clipboard.read()).toBe('');
  });

  it('is forgotten when plain text is copied over it', async () => {
    const { timed: ours, clipboard } = timed();
    await ours.copy('s', 'secret');
    await ours.copy('s', 'text');
    expect(ours.state()).toEqual({ clearsAt: '' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await clipboard.read()).toBe('s');
  });

  it('is cleared at quit, and only if it is still there @cleared', async () => {
    const { timed: ours, clipboard } = timed();
    await ours.copy('s', 'secret');
    await ours.clearNow();
    expect(await clipboard.read()).toBe('');
    await clipboard.write('theirs');
    await ours.clearNow();
    expect(await clipboard.read()).toBe('theirs');
  });

  it('says so when it cannot be cleared @cleared', async () => {
    const broken = { ...synchronous().adapted, clear: async () => Promise.reject(new Error('no owner')) };
    const { timed: ours } = timed(broken);
    await ours.copy('s', 'secret');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ours.state()).toEqual({ clearsAt: '', problem: expect.stringContaining('no owner') as unknown });
  });
});

/** A system whose writes end when the test says so, in the order of their calls. */
function slow() {
  const board = { text: '' };
  const waiting: (() => void)[] = [];
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(() => {
        board.text = text;
        resolve();
      });
    });
  const clipboard: SystemClipboard = {
    write,
    writeConcealed: write,
    read: () => Promise.resolve(board.text),
    clear: () => Promise.resolve(void (board.text = '')),
  };
  const timed = makeTimedClipboard({ clipboard, seconds: () => 30, changed: () => undefined });
  /** Ends the write under way, once it has begun. */
  const endOne = async (): Promise<void> => {
    await expect.poll(() => waiting).toHaveLength(1);
    waiting.shift()?.();
  };
  return { board, timed, endOne };
}

describe('copies that overtake each other @attack-13', () => {
  it.each(['secret', 'text'] as const)(
    'a slow %s before it does not take the guard off a token',
    async (as) => {
      const { board, timed, endOne } = slow();
      const value = timed.copy('a large value', as);
      const token = timed.copy('hvs.token', 'credential');
      expect(timed.mayHoldCredential()).toBe(true);
      await endOne();
      await value;
      expect(timed.mayHoldCredential()).toBe(true);
      await endOne();
      await token;
      expect([board.text, timed.mayHoldCredential(), await timed.holdsCredential()]).toEqual([
        'hvs.token',
        true,
        true,
      ]);
      await timed.clearNow();
      expect([board.text, timed.mayHoldCredential()]).toEqual(['', false]);
    },
  );

  it('what is copied after a token takes its place, and a look comes after both', async () => {
    const { board, timed, endOne } = slow();
    const token = timed.copy('hvs.token', 'credential');
    const value = timed.copy('a value', 'secret');
    const looked = timed.holdsCredential();
    await endOne();
    await token;
    await endOne();
    await value;
    expect([board.text, await looked, timed.mayHoldCredential()]).toEqual(['a value', false, false]);
    await timed.clearNow();
    expect(board.text).toBe('');
  });

  it('a copy that fails stops none after it, and leaves the guard on', async () => {
    const { board, adapted } = synchronous();
    const clipboard = { ...adapted, writeConcealed: () => Promise.reject(new Error('no owner')) };
    const timed = makeTimedClipboard({ clipboard, seconds: () => 30, changed: () => undefined });
    await expect(timed.copy('hvs.token', 'credential')).rejects.toThrow('no owner');
    expect(timed.mayHoldCredential()).toBe(true);
    await timed.copy('plain', 'text');
    expect([board.text, timed.mayHoldCredential()]).toEqual(['plain', false]);
  });
});
