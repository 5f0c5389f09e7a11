import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aboutApp, packageMark } from './about.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-about-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const commit = 'c'.repeat(40);

it('knows the mark of a package, and that what was not packaged has none', () => {
  const file = join(folder, 'package.json');
  writeFileSync(file, JSON.stringify({ version: '1.0.0', strongroom: { commit, forTesting: true } }));
  expect(packageMark(folder)).toEqual({ commit, forTesting: true });
  writeFileSync(file, JSON.stringify({ version: '1.0.0' }));
  expect(packageMark(folder)).toEqual({ commit: '', forTesting: false });
});

it('shows our licence first, then Electron’s and those of what was bundled', async () => {
  const notice = { version: '1.0.0', licence: 'MIT', text: 'a text' };
  const bundled = [
    { ...notice, name: 'Strongroom' },
    { ...notice, name: 'react' },
  ];
  writeFileSync(join(folder, 'licences.json.br'), brotliCompressSync(JSON.stringify(bundled)));
  const bare = await aboutApp(folder, [folder], { commit, forTesting: false });
  expect(bare).toMatchObject({
    commit,
    licences: bundled,
    chromiumLicences: '',
    nodeVersion: process.versions.node,
  });
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '');
  const { chromiumLicences } = await aboutApp(folder, [folder], { commit, forTesting: false });
  expect(chromiumLicences).toBe(join(folder, 'LICENSES.chromium.html'));
});
