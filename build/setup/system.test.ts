/** Missing prerequisites are reported once, completely; workflow, README and setup share one list of packages. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debianPackages, type Need } from './debian-packages.mjs';
import { root } from './places.mjs';
import { StepFailed } from './progress.mjs';
import { ensureSystem, lackedBy, missingPackages } from './system.mjs';

const everything: readonly Need[] = ['app', 'launcher', 'display', 'reference', 'logins', 'packages'];
const names = debianPackages().map(({ name }) => name);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-system-'));
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.stubEnv('STRONGROOM_CACHE', join(folder, 'cache'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, says: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
}

/** A Debian with only these packages. */
function debianWith(...installed: string[]): void {
  const lines = installed.map((name) => `echo '${name} installed'`);
  program('dpkg-query', [...lines, 'true'].join('\n'));
}

describe('for an ordinary user', () => {
  it('a bare Debian is asked once, with one line for all packages, and for Go', async () => {
    debianWith();
    const failure: unknown = await ensureSystem(everything).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StepFailed);
    const { message } = failure as StepFailed;
    expect(message.split('\n')).toContain(
      `  What to do: sudo sh build/install-packages.sh ${names.join(' ')}`,
    );
    expect(message).toMatch(/Go 1\.21 or newer/);
  });

  it('only what is missing is named, and only for what is to be run', () => {
    debianWith(...names.filter((name) => name !== 'libnss3' && name !== 'slapd'));
    expect(missingPackages(everything)).toEqual(['libnss3', 'slapd']);
    expect(missingPackages(['app'])).toEqual(['libnss3']);
    expect(lackedBy(['app']).map(({ todo }) => todo)).toEqual(['sudo sh build/install-packages.sh libnss3']);
  });

  it('a package counts under its newer name too, and not when only its settings are left', () => {
    debianWith('libnss3t64');
    program('dpkg-query', `echo 'libnss3t64 installed'; echo 'libgbm1 config-files'`);
    expect(missingPackages(['app'])).not.toContain('libnss3');
    expect(missingPackages(['app'])).toContain('libgbm1');
  });

  it('a Go that is too old to fetch a newer one is told', () => {
    debianWith(...names);
    program('go', 'echo go1.19.8');
    expect(lackedBy(['logins']).find(({ what }) => what.startsWith('Go'))?.what).toMatch(
      /here is go1\.19\.8/,
    );
    program('go', 'echo go1.22.2');
    expect(lackedBy(['logins']).find(({ what }) => what.startsWith('Go'))).toBeUndefined();
  });
});

it('elsewhere than on Debian the packages are not asked about', () => {
  expect(missingPackages(everything)).toBeUndefined();
  expect(lackedBy(['app', 'display'])).toEqual([]);
});

describe('the list of packages', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');

  it('is what the workflow installs: it names the script, and no package by itself', () => {
    const workflow = text('.github/workflows/ci.yml');
    expect(workflow).toContain('sudo sh build/install-packages.sh\n');
    // The workflow installs the app's own package to test it.
    const others = [...workflow.matchAll(/apt(?:-get)? .*/g)].filter(
      ([line]) => !line.includes('strongroom'),
    );
    expect(others).toEqual([]);
    expect(names.filter((name) => workflow.includes(name))).toEqual([]);
  });

  it('is what the README points to', () => {
    expect(text('README.md')).toContain('`sudo sh build/install-packages.sh`');
    expect(text('README.md')).toContain('`build/setup/debian-packages.txt`');
  });

  it('names each package once', () => {
    expect(new Set(names).size).toBe(names.length);
  });
});
