import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFlags, compilerProblem, goEnvironment, launcherSource } from './launcher.mjs';
import { onPath, root } from './places.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-launcher-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Builds a copy of the sources in a folder of its own. */
function built(name: string): Buffer {
  const [source, file] = [join(folder, name), join(folder, `${name}.out`)];
  cpSync(launcherSource, source, { recursive: true });
  execFileSync(onPath('go') ?? 'go', ['build', ...buildFlags, '-o', file, '.'], {
    cwd: source,
    env: goEnvironment(),
  });
  return readFileSync(file);
}

describe.skipIf(compilerProblem() !== undefined)('the launcher (skipped without Go)', () => {
  it('is the same, byte for byte, wherever it is built, and names no folder of this machine', () => {
    const one = built('one');
    expect(one.equals(built('two'))).toBe(true);
    expect(one.includes(folder)).toBe(false);
    expect(one.includes(root)).toBe(false);
  });

  it('needs no library of the system, so that none can be put in its way', () => {
    // The name of the loader of dynamic programs.
    expect(built('one').includes('/lib64/ld-linux')).toBe(false);
    expect(built('two').length).toBeLessThan(6_000_000);
  });

  it('has no module of others', () => {
    const file = readFileSync(join(launcherSource, 'go.mod'), 'utf8');
    expect(file).toBe('module strongroom/launcher\n\ngo 1.19\n');
  });
});
