import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTemplateFiles } from './template-files.ts';
import type { FolderOfSession, TemplatesFile } from './template-files.ts';

let folder: string;
let stored: TemplatesFile;
beforeEach(() => {
  stored = [];
  folder = mkdtempSync(join(tmpdir(), 'template-files-'));
  return () => rmSync(folder, { recursive: true });
});

const open = () => createTemplateFiles({ value: () => stored, save: (next) => (stored = next) });
const at = (profileId: string | undefined, namespace = '', sessionId = 's'): FolderOfSession => ({
  session: { sessionId, profileId, view: () => ({ namespace }) },
  folder: 'secret/team/',
});
function write(key: string): string {
  const path = join(folder, `${key}.json`);
  writeFileSync(path, JSON.stringify({ required: [key] }));
  return path;
}

it('lasts for a saved connection until that is removed, in each namespace on its own', async () => {
  const files = open();
  await files.choose(at('p'), write('one'));
  await files.choose(at('p', 'ns/'), write('two'));
  await files.choose(at('q'), write('three'));
  files.closeSession('s');
  const again = open();
  expect(again.at(at('p'))).toMatchObject({ path: 'one.json', keys: [{ key: 'one' }], isFile: true });
  expect(again.at(at('p', 'ns/'))?.path).toBe('two.json');
  expect(JSON.stringify(stored)).not.toContain(folder);
  again.removeProfile('p');
  expect([again.at(at('p')), again.at(at('p', 'ns/'))]).toEqual([undefined, undefined]);
  expect(again.at(at('q'))?.path).toBe('three.json');
});

it('of a connection that is not saved is in memory only, until its session closes', async () => {
  const files = open();
  await files.choose(at(undefined), write('one'));
  expect(stored).toEqual([]);
  expect(files.at(at(undefined))?.path).toBe('one.json');
  expect(files.at(at(undefined, '', 'other'))).toBeUndefined();
  files.closeSession('s');
  expect(files.at(at(undefined))).toBeUndefined();
});

it('is replaced by the next choice, removed, and refused beyond a hundred folders', async () => {
  const files = open();
  await files.choose(at('p'), write('one'));
  await files.choose(at('p'), write('two'));
  expect(stored.map(({ name }) => name)).toEqual(['two.json']);
  for (let n = 1; n < 100; n++) await files.choose(at(`p${String(n)}`), write('one'));
  await expect(files.choose(at('more'), write('one'))).rejects.toThrow('100 folders');
  await files.choose(at('p'), write('three'));
  files.forget(at('p'));
  expect(files.at(at('p'))).toBeUndefined();
  await files.choose(at('more'), write('one'));
});
