/** Checks that the files and tests named in README and CONTRIBUTING exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './setup/places.mjs';

const files = ['shared', 'electron', 'renderer', 'build', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `/${folder}/${path}`)
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith('/build/out/')),
);

/** Placeholders for a file name in a recipe. */
const example = /^x\.|^<|\/x\.|[<*]/;

/** File names, and test names with their kind. */
function namesIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const names = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter(
    (name) => /\.(?:tsx?|mjs|css|sh|e2e|release|integration|test)$/.test(name) && !example.test(name),
  );
}

/** `once.integration` means the file `once.integration.test.ts`. */
function isThere(name: string): boolean {
  const endings = /\.(?:tsx?|mjs|css|sh)$/.test(name) ? [''] : ['.ts', '.tsx', '.test.ts', '.test.tsx'];
  return endings.some((ending) => files.some((path) => path.endsWith(`/${name}${ending}`)));
}

it.each(['README.md', 'CONTRIBUTING.md'])('%s names no file that is not there', (page) => {
  const names = namesIn(page);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
