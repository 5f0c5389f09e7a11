/** README’s threat model names the tests of its promises; a name without a file is a promise without a proof. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promises as proved } from './security/promises.mjs';
import { root } from './setup/places.mjs';

/** Folders and file endings of each kind of test. */
const kinds: Readonly<Record<string, { readonly folders: readonly string[]; readonly ending: string }>> = {
  e2e: { folders: ['e2e'], ending: '.e2e.ts' },
  prove: { folders: ['e2e/prove'], ending: '.prove.ts' },
  release: { folders: ['e2e/release'], ending: '.release.ts' },
  integration: { folders: ['electron', 'e2e', 'shared'], ending: '.integration.test.ts' },
  test: { folders: ['shared', 'electron', 'renderer', 'build'], ending: '.test.ts' },
};

function sectionOf(title: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  return readme.split(/^## /m).find((section) => section.startsWith(title)) ?? '';
}

/** The promises: each begins with its number. */
const promises = [...sectionOf('Threat model').matchAll(/^(\d+)\. (?:.|\n(?!\d+\. |\n))+/gm)].map(
  ([text, number = '']) => ({
    number,
    tests: [...text.matchAll(/`([\w-]+)\.(e2e|prove|release|integration|test)`/g)].map(
      ([name, file = '', kind = '']) => ({
        name,
        file,
        kind,
      }),
    ),
  }),
);

/** The files that a test name stands for. */
function filesOf(file: string, kind: string): readonly string[] {
  const { folders = [], ending = '' } = kinds[kind] ?? {};
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(root, folder, path),
      ),
    )
    .filter((path) => !path.includes('node_modules') && basename(path) === `${file}${ending}`);
}

describe('the threat model', () => {
  it('has its promises, numbered without a gap', () => {
    expect(promises.map(({ number }) => Number(number))).toEqual(promises.map((_, at) => at + 1));
    expect(promises.length).toBeGreaterThan(10);
  });

  it.each(promises)('names a test for promise $number', ({ tests }) => {
    expect(tests).not.toEqual([]);
  });

  it.each(promises.flatMap(({ tests }) => tests))(
    'names $name, which is one file with tests in it',
    ({ file, kind }) => {
      const files = filesOf(file, kind);
      expect(files).toHaveLength(1);
      expect(readFileSync(files[0] ?? '', 'utf8')).toMatch(/^ *(?:it|test)(?:\.each)?[(<]/m);
    },
  );
});

/** True if a source has tests of this tag. */
function hasTag(file: string, tag: string): boolean {
  const text = readFileSync(join(root, file), 'utf8');
  return new RegExp(`[\\s'"\`]@${tag}(?=[\\s'"\`])`).test(text);
}

describe('the report of what holds the promises', () => {
  it.each(promises)(
    'has the tests that README names for promise $number, and says what each proves',
    ({ number, tests }) => {
      const own = proved.filter(({ from }) => from === `README ${number}`).flatMap(({ proofs }) => proofs);
      const files = own.map(({ file }) => basename(file));
      for (const { name, file, kind } of tests)
        expect(files, name).toContain(`${file}${kinds[kind]?.ending ?? ''}`);
    },
  );

  it('has a test and a sentence for each promise, and no cell that is empty', () => {
    for (const { from, promise, proofs } of proved) {
      expect([promise, proofs.length > 0]).toEqual([promise, true]);
      for (const cell of [from, promise, ...proofs.flatMap((one) => [one.file, one.tag, one.proves])])
        expect(cell.trim()).not.toBe('');
    }
  });

  it.each(proved.flatMap(({ proofs }) => proofs))(
    'names tests that are there: $file @$tag',
    ({ file, tag }) => {
      expect(hasTag(file, tag)).toBe(true);
    },
  );
});
