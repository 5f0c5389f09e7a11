/** The targets of README, of electron-builder's configuration and of the workflow are one list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageConfig } from '../electron-builder.mjs';
import { root } from '../setup/places.mjs';
import { targets } from './targets.mjs';

const config = packageConfig({
  electronDist: '/electron',
  electronVersion: '45.4.1',
  output: '/out',
  forTesting: false,
  identity: { version: '1.2.3', commit: '', tag: '', epoch: 1_700_000_000 },
  homepage: undefined,
  maintainer: undefined,
});

it('electron-builder makes what is listed, and the archive is ours', () => {
  const told = { linux: config.linux?.target, win32: config.win?.target, darwin: config.mac?.target };
  for (const { platform, packages } of targets)
    expect(packages.filter((name) => name !== 'tar.gz')).toEqual(
      Object.entries(told).find(([name]) => name === platform)?.[1],
    );
});

it('the workflow builds each on a machine of that system and processor', () => {
  const release = parse(readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8')) as {
    readonly jobs: Readonly<Record<string, { readonly 'runs-on'?: string }>>;
  };
  const { gate: _gate, prove: _prove, draft: _draft, ...built } = release.jobs;
  expect(Object.values(built).map((job) => job['runs-on'])).toEqual(targets.map(({ runner }) => runner));
  // Architectures of GitHub's runners with these names: x64, and Apple silicon since macos-14.
  for (const { runner, arch } of targets) expect(arch).toBe(runner.startsWith('macos') ? 'arm64' : 'x64');
});

it('README says so', () => {
  const rows = readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  for (const { system, arch, packages } of targets)
    expect(rows).toContainEqual([system, arch, packages.map((name) => `\`${name}\``).join(', ')]);
});
