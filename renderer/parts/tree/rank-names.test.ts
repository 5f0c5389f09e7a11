import { describe, expect, it } from 'vitest';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { nameList } from './name-list.ts';
import { rankNames, wordsOf } from './rank-names.ts';
import { newFolder, type Folder } from './tree-model.ts';

function folder(mount: string, path: string, names: readonly string[]): Folder {
  return { ...newFolder(mountAt(mount), path, undefined), names: nameList(names.join('\0')) };
}

function ranked(text: string, folders: readonly Folder[], most = 50): string[] {
  return rankNames(folders, wordsOf(text), most).map(({ folder: { path }, name }) => path + name);
}

const work = folder('secret/', 'work/', [
  'data-base',
  'database',
  'database/',
  'metadata',
  'my-database',
  'x',
]);
const home = folder('secret/', '', ['database-of-home', 'DATA', 'work/']);

describe('ranking listed names', () => {
  it('puts the exact name first, then beginnings, words and the rest; a shorter one before a longer', () => {
    expect(ranked('database', [work])).toEqual(['work/database', 'work/database/', 'work/my-database']);
    expect(ranked('data', [work, home])).toEqual([
      'DATA',
      'work/database',
      'work/data-base',
      'work/database/',
      'database-of-home',
      'work/my-database',
      'work/metadata',
    ]);
  });

  it('finds every word, in the name or in the path above it', () => {
    expect(ranked('work data', [work, home])).not.toContain('database-of-home');
    expect(ranked('work/database', [work, home])).toEqual([
      'work/database',
      'work/database/',
      'work/my-database',
    ]);
    expect(ranked('base my', [work])).toEqual(['work/my-database']);
    expect(ranked('secret', [home])).toEqual(['database-of-home', 'DATA', 'work/']);
    expect(ranked('nothing', [work, home])).toEqual([]);
    expect(ranked(' ', [work])).toEqual([]);
  });

  it('keeps the best and no more', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `x-${String(at)}-key`);
    expect(ranked('key', [folder('a/', '', [...many, 'key'])], 3)).toEqual(['key', 'x-0-key', 'x-1-key']);
  });

  it('compares without case and composition', () => {
    expect(ranked('ÉTÉ', [folder('a/', '', ['e\u0301te\u0301'])])).toEqual(['e\u0301te\u0301']);
  });

  it('ranks 100,000 names without making a string of each: no slower than finding them', () => {
    const names = Array.from(
      { length: 100_000 },
      (_, at) => `service-${String(at).padStart(6, '0')}-database`,
    );
    const folders = [folder('a/', 'deep/', names)];
    // CPU time of this thread rather than wall-clock time, because the machine runs other work.
    const least = (run: () => unknown): number => {
      run();
      const times = Array.from({ length: 7 }, () => {
        const before = process.threadCpuUsage();
        run();
        const { user, system } = process.threadCpuUsage(before);
        return user + system;
      });
      return Math.min(...times);
    };
    for (const text of ['d', 'data', '99']) {
      const plain = least(() =>
        names
          .map((name) => ({ name, at: `deep/${name}`.toLowerCase().indexOf(text) }))
          .filter(({ at }) => at !== -1)
          .sort((one, other) => one.at - other.at),
      );
      const ours = least(() => rankNames(folders, [text], 50));
      expect(ours / plain, text).toBeLessThan(1);
    }
  });
});
