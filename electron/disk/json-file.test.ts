import crypto from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import { openJsonFile, writeAtomically } from './json-file.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-json-'))));
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(path = join(folder, 'data', 'numbers.json')) {
  const problems: string[] = [];
  const writes: (string | undefined)[] = [];
  const file = openJsonFile<readonly number[]>({
    path,
    version: 2,
    parse: (data) =>
      Array.isArray(data) && data.every((item): item is number => typeof item === 'number')
        ? data
        : undefined,
    initial: [],
    holds: 'The numbers',
    report: (problem) => problems.push(problem),
    written: (why) => writes.push(why),
  });
  return { file, problems, writes, path };
}

/** Puts a text where the file is expected. */
function put(text: string): void {
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data', 'numbers.json'), text);
}

describe('a JSON file', () => {
  it('begins with the initial value and remembers what was saved', () => {
    const first = open();
    expect(first.file.value()).toEqual([]);
    first.file.save([1, 2]);
    expect(first.file.value()).toEqual([1, 2]);
    expect(open().file.value()).toEqual([1, 2]);
    expect(first.problems).toEqual([]);
  });

  itOnUnix('modes of files: Windows has lists of rights instead')(
    'is readable by its owner alone and leaves nothing beside it',
    () => {
      const { file, path } = open();
      file.save([1]);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
    },
  );

  it.each([
    ['cut off', '{"version":2,"data":[1,2'],
    ['empty', ''],
    ['not an object', '[1]'],
    ['without a version', '{"data":[1]}'],
    ['of another shape', '{"version":2,"data":["1"]}'],
  ])('that is %s is set aside and said, not lost', (_what, text) => {
    put(text);
    const { file, problems } = open();
    expect(file.value()).toEqual([]);
    expect(problems).toHaveLength(1);
    file.save([5]);
    expect(open().file.value()).toEqual([5]);
    const aside = readdirSync(join(folder, 'data')).filter((name) => name.includes('set-aside'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, 'data', aside[0] ?? ''), 'utf8')).toBe(text);
    expect(problems[0]).toContain(aside[0]);
  });

  it('of a newer version stays as it is, while this run works in memory and says so', () => {
    const text = '{"version":3,"data":{"numbers":[1]},"more":true}';
    put(text);
    const { file, problems, writes, path } = open();
    expect(file.value()).toEqual([]);
    file.save([5]);
    expect(file.value()).toEqual([5]);
    expect(() => {
      file.keep([6]);
    }).toThrow('The numbers could not be written: a newer version of Strongroom wrote the file.');
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
    expect(problems).toEqual([expect.stringContaining('stays as it is, and changes last until you quit')]);
    expect(writes).toEqual(['a newer version of Strongroom wrote the file']);
  });

  it('removes what its own writes left when they were killed, and nothing else', () => {
    put('{"version":2,"data":[1]}');
    const at = (name: string) => join(folder, 'data', name);
    const others = ['.numbers.json.tmp', '.other.json.0123456789ab.tmp', 'numbers.json.0123456789ab.tmp'];
    for (const name of ['.numbers.json.0123456789ab.tmp', ...others]) writeFileSync(at(name), '{"ver');
    expect(open().file.value()).toEqual([1]);
    expect(readdirSync(join(folder, 'data')).sort()).toEqual([...others, 'numbers.json'].sort());
  });

  it('whose folder cannot be written lives in memory, and says so of each write', () => {
    // A file in the folder's place: unlike rights, it stops root, too.
    writeFileSync(join(folder, 'taken'), '');
    const { file, problems, writes } = open(join(folder, 'taken', 'numbers.json'));
    file.save([1]);
    file.save([1, 2]);
    expect(file.value()).toEqual([1, 2]);
    expect(problems).toHaveLength(1);
    expect(writes).toEqual(
      Array(2).fill(expect.stringContaining('there is a file where a directory belongs')),
    );
  });

  it('that could not be written is tried again with the next change', () => {
    const { file, writes } = open(join(folder, 'later', 'numbers.json'));
    writeFileSync(join(folder, 'later'), '');
    file.save([1]);
    expect(writes).toEqual(['there is a file where a directory belongs']);
    rmSync(join(folder, 'later'));
    file.save([1, 2]);
    expect(open(join(folder, 'later', 'numbers.json')).file.value()).toEqual([1, 2]);
    expect(writes.at(-1)).toBeUndefined();
  });

  it('is not changed by what was to be kept and cannot be written', () => {
    const { file } = open(join(folder, 'later', 'numbers.json'));
    writeFileSync(join(folder, 'later'), '');
    expect(() => {
      file.keep([1]);
    }).toThrow('The numbers could not be written: there is a file where a directory belongs.');
    expect(file.value()).toEqual([]);
    rmSync(join(folder, 'later'));
    file.keep([2]);
    expect(open(join(folder, 'later', 'numbers.json')).file.value()).toEqual([2]);
  });

  it('leaves no half of itself behind where its place cannot be taken', () => {
    mkdirSync(join(folder, 'data', 'numbers.json'), { recursive: true });
    expect(() => {
      writeAtomically(join(folder, 'data', 'numbers.json'), 'x');
    }).toThrow();
    expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
  });

  it.each([
    ['that can be foreseen', undefined, `numbers.json.${String(process.pid)}.tmp`],
    ['that is the right one by chance', Buffer.alloc(6, 7), `.numbers.json.${'07'.repeat(6)}.tmp`],
  ])('follows no link at a temporary name %s', (_what, bytes, planted) => {
    if (bytes !== undefined) {
      // Bytes guessed by chance.
      vi.spyOn(crypto, 'randomBytes').mockImplementation(() => bytes);
      syncBuiltinESMExports();
    }
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'kept');
    symlinkSync(victim, join(folder, planted));
    const write = (): void => {
      writeAtomically(join(folder, 'numbers.json'), 'x');
    };
    if (bytes === undefined) write();
    else expect(write).toThrow('EEXIST');
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toContain(planted);
  });

  describe('saved off the main thread', () => {
    const onDisk = (): unknown =>
      JSON.parse(readFileSync(join(folder, 'data', 'numbers.json'), 'utf8')) as unknown;

    it('is there at once for this run, and on disk in the end', async () => {
      const { file, writes } = open();
      const saved = file.saveLater([1]);
      expect([file.value(), writes]).toEqual([[1], []]);
      await saved;
      expect([onDisk(), writes]).toEqual([{ version: 2, data: [1] }, [undefined]]);
      expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
    });

    itOnUnix('modes of files: Windows has lists of rights instead')(
      'is readable by its owner alone',
      async () => {
        const { file, path } = open();
        await file.saveLater([1]);
        expect(statSync(path).mode & 0o777).toBe(0o600);
      },
    );

    it('is written in order: the newest value stands in the end, and nothing beside it', async () => {
      const { file, writes } = open();
      const all = [file.saveLater([1]), file.saveLater([2])];
      file.save([3]);
      expect(onDisk()).toMatchObject({ data: [3] });
      await Promise.all(all);
      expect(onDisk()).toMatchObject({ data: [3] });
      const later = [file.saveLater([4]), file.saveLater([5]), file.saveLater([6])];
      await Promise.all(later);
      expect(onDisk()).toMatchObject({ data: [6] });
      const mixed = file.saveLater([7]);
      file.keep([8]);
      await mixed;
      expect(onDisk()).toMatchObject({ data: [8] });
      expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
      expect(writes.every((why) => why === undefined)).toBe(true);
    });

    it.each([0, 1, 2, 4, 8, 16, 32])('makes way for a save %d turns of the loop after it', async (turns) => {
      const { file } = open();
      const saved = file.saveLater([1]);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      file.save([2]);
      await saved;
      expect(onDisk()).toMatchObject({ data: [2] });
      expect(readdirSync(join(folder, 'data'))).toEqual(['numbers.json']);
    });

    it('that cannot be written is told so, and tried again with the next change', async () => {
      const { file, writes } = open(join(folder, 'later', 'numbers.json'));
      writeFileSync(join(folder, 'later'), '');
      await file.saveLater([1]);
      expect([file.value(), writes]).toEqual([[1], ['there is a file where a directory belongs']]);
      rmSync(join(folder, 'later'));
      await file.saveLater([2]);
      expect(writes.at(-1)).toBeUndefined();
      expect(open(join(folder, 'later', 'numbers.json')).file.value()).toEqual([2]);
    });

    it('is written although something else was to be kept meanwhile, and could not', async () => {
      const { file } = open();
      const saved = file.saveLater([1]);
      vi.spyOn(crypto, 'randomBytes').mockImplementationOnce(() => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      });
      syncBuiltinESMExports();
      expect(() => {
        file.keep([2]);
      }).toThrow('the disk is full');
      await saved;
      expect([file.value(), onDisk()]).toEqual([[1], { version: 2, data: [1] }]);
    });

    it('leaves the file of a newer version as it is', async () => {
      const text = '{"version":3,"data":{"numbers":[1]}}';
      put(text);
      const { file, writes, path } = open();
      await file.saveLater([5]);
      expect([file.value(), readFileSync(path, 'utf8')]).toEqual([[5], text]);
      expect(writes).toEqual(['a newer version of Strongroom wrote the file']);
    });
  });

  it('that cannot be opened is left as it is', () => {
    const path = join(folder, 'numbers.json');
    mkdirSync(path);
    const { file, problems, writes } = open(path);
    file.save([1]);
    expect(file.value()).toEqual([1]);
    expect(writes).toEqual(['the file cannot be read (it is a directory)']);
    expect(statSync(path).isDirectory()).toBe(true);
    expect(problems).toHaveLength(1);
  });
});
