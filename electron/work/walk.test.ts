import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../shared/ipc/result.ts';
import { walkFolders } from './walk.ts';
import type { Walk, WalkLimits } from './walk.ts';

const tree: Readonly<Record<string, readonly string[]>> = {
  '': ['a', 'b/', 'denied/', 'c/'],
  'b/': ['x', 'deep/'],
  'b/deep/': ['y', 'z'],
  'c/': ['w'],
};

function failure(kind: 'forbidden' | 'unauthenticated'): AppFailure {
  return new AppFailure({ kind, message: kind });
}

async function walk(change: Partial<Walk> = {}, limits?: WalkLimits) {
  const seen: string[] = [];
  const unread: string[] = [];
  let last = { foldersRead: 0, foldersWaiting: -1, namesSeen: 0 };
  let most = 0;
  let now = 0;
  const error = await walkFolders(
    '',
    {
      list: async (folder) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
        const names = tree[folder];
        if (names === undefined) throw failure('forbidden');
        return names;
      },
      onFolder: (folder, names) => void seen.push(...names.map((name) => folder + name)),
      count: (counts) => (last = counts),
      unread: (folder) => void unread.push(folder),
      signal: new AbortController().signal,
      ...change,
    },
    limits,
  );
  return { seen: seen.sort(), unread, last, error, most };
}

describe('walkFolders', () => {
  it('sees every name and counts what it could not read', async () => {
    const { seen, unread, last, error } = await walk();
    expect(seen).toEqual(['a', 'b/', 'b/deep/', 'b/deep/y', 'b/deep/z', 'b/x', 'c/', 'c/w', 'denied/']);
    expect(unread).toEqual(['denied/']);
    expect(last).toEqual({ foldersRead: 4, foldersWaiting: 0, namesSeen: 9 });
    expect(error).toBeUndefined();
  });

  it('lists no more folders at once than it may', async () => {
    const wide = Array.from({ length: 50 }, (_, at) => `f${at}/`);
    let now = 0;
    let most = 0;
    const list = async (folder: string) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return folder === '' ? wide : [];
    };
    await walk({ list });
    expect(most).toBe(8);
  });

  it('comes to the bottom of the first folder before the second one', async () => {
    const listed: string[] = [];
    const wide: Readonly<Record<string, readonly string[]>> = { '': ['a/', 'b/'], 'a/': ['x/', 'y'] };
    const list = (folder: string) => {
      listed.push(folder);
      return Promise.resolve(wide[folder] ?? ['z']);
    };
    await walk({ list }, { concurrency: 1, names: 100 });
    expect(listed).toEqual(['', 'a/', 'a/x/', 'b/']);
  });

  it('stops when the budget is spent, and says so', async () => {
    const { error } = await walk({}, { concurrency: 1, names: 5 });
    expect(error?.kind).toBe<AppErrorKind>('too-large');
  });

  it('leaves whole folders beyond the budget to a later walk, if it may', async () => {
    const left: string[] = [];
    const { seen, error } = await walk(
      { left: (folders) => void left.push(...folders) },
      { concurrency: 1, names: 5 },
    );
    expect(error?.kind).toBe<AppErrorKind>('too-large');
    expect(seen).toEqual(['a', 'b/', 'b/deep/', 'b/x', 'c/', 'denied/']);
    expect(left).toEqual(['b/deep/', 'denied/', 'c/']);
    const none: string[] = [];
    const whole = await walk({ left: (folders) => void none.push(...folders) }, { concurrency: 1, names: 8 });
    expect([whole.error, none]).toEqual([undefined, []]);
  });

  it('stops at once on what concerns the whole connection', async () => {
    const { error, last } = await walk({ list: () => Promise.reject(failure('unauthenticated')) });
    expect(error?.kind).toBe('unauthenticated');
    expect(last.foldersRead).toBe(0);
  });

  it('ends as cancelled', async () => {
    const abort = new AbortController();
    const onFolder = () => abort.abort();
    await expect(walk({ signal: abort.signal, onFolder })).rejects.toMatchObject({
      error: { kind: 'cancelled' },
    });
  });
});
