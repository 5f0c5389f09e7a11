/** A source counts as unchanged only if nothing that its verdict depends on has changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../setup/places.mjs';
import { contentFingerprints, fingerprints, passedBefore, rememberPassed } from './unchanged.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-unchanged-'));
  vi.stubEnv('STRONGROOM_CACHE', join(folder, 'cache'));
  write('a/user.ts', `import { b } from '../b/between.ts';\nexport const a = b;`);
  write('b/between.ts', `export type { T } from './types.ts';\nexport const b = 1;`);
  write('b/types.ts', 'export type T = string;');
  write('b/typed.mjs', `/** @param {import('./types.ts').T} t */\nexport const f = (t) => t;`);
  write('c/alone.tsx', 'export const c = 1;');
  write('tsconfig.json', '{}');
  write('package-lock.json', '{}');
  write('build/eslint.config.mjs', 'export default [];');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const file = join(folder, 'sources', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Files whose fingerprint differs after a change. */
function changedBy(change: () => void, of = fingerprints): string[] {
  const before = of(join(folder, 'sources'));
  change();
  const after = of(join(folder, 'sources'));
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
}

const typed = ['a/user.ts', 'b/between.ts', 'b/typed.mjs', 'b/types.ts'];
const all = [...typed, 'build/eslint.config.mjs', 'c/alone.tsx'];

describe('a changed source', () => {
  it('changes those that lead to it, however far and in whatever form, and no others', () => {
    expect(changedBy(() => write('b/types.ts', 'export type T = number;')).sort()).toEqual(typed);
    expect(changedBy(() => write('c/alone.tsx', 'export const c = 2;'))).toEqual(['c/alone.tsx']);
    expect(changedBy(() => undefined)).toEqual([]);
  });

  it.each([
    ['tsconfig.json', '{ "extends": "./other.json" }'],
    ['package-lock.json', '{ "packages": {} }'],
    ['build/eslint.config.mjs', 'export default [{}];'],
    ['b/globals.d.ts', 'declare const x: 1;'],
    ['c/augments.ts', 'declare global { interface Window { y: 1 } }\nexport {};'],
  ])('changes all where it is for all: %s', (name, text) => {
    expect(changedBy(() => write(name, text))).toEqual(expect.arrayContaining(all));
  });

  it('is one that has come, gone or got another name, too', () => {
    write('a/late.ts', `import './missing.ts';`);
    expect(changedBy(() => write('a/missing.ts', ''))).toEqual(expect.arrayContaining(['a/late.ts']));
  });
});

describe('a changed format', () => {
  const changedFormat = (name: string, text: string): string[] =>
    changedBy(() => write(name, text), contentFingerprints);

  it('is that of a file whose own content changed, in whatever language, and of no other', () => {
    write('c/style.css', 'a {}');
    expect(changedFormat('b/types.ts', 'export type T = number;')).toEqual(['b/types.ts']);
    expect(changedFormat('c/style.css', 'b {}')).toEqual(['c/style.css']);
    expect(changedFormat('c/new.md', '# New')).toEqual(['c/new.md']);
  });

  it.each([
    ['.prettierrc.json', '{ "printWidth": 80 }'],
    ['.prettierignore', 'a/'],
    ['package-lock.json', '{ "packages": {} }'],
  ])('is that of all files where it is for all: %s', (name, text) => {
    expect(changedFormat(name, text)).toEqual(expect.arrayContaining(all));
  });
});

it('what passed is remembered, beside what passed before', () => {
  expect(passedBefore('lint')).toEqual(new Set());
  rememberPassed('lint', ['a', 'b']);
  rememberPassed('lint', ['c']);
  expect(passedBefore('lint')).toEqual(new Set(['a', 'b', 'c']));
  expect(passedBefore('other')).toEqual(new Set());
});

it('a memory that cannot be read is none', () => {
  mkdirSync(join(folder, 'cache', 'passed'), { recursive: true });
  writeFileSync(join(folder, 'cache', 'passed', 'lint.json'), '["half');
  expect(passedBefore('lint')).toEqual(new Set());
});

it('all of our own sources have a fingerprint', () => {
  const own = fingerprints(root);
  for (const name of [
    'electron/main.ts',
    'renderer/main.tsx',
    'build/test.mjs',
    'e2e/steps/app.ts',
    'shared/ipc/contract.ts',
  ])
    expect(own.get(name), name).toBeDefined();
  expect([...own.keys()].filter((name) => /node_modules|build\/out/.test(name))).toEqual([]);
});
