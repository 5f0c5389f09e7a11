/**
 * The packaged app and the bare window as started by an ordinary user, with Chromium's sandbox. A release has no
 * debugger: ours is a copy that differs only in its inspect fuse, and both are paused at their first line by the same
 * means until their debuggers are attached (`e2e/release/inspected.ts`).
 */
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { findElectron } from '../../build/setup/electron-finder.mjs';
import { ensurePackage } from '../../build/setup/package.mjs';
import type { Program } from './running-app.ts';

export interface PackagedPrograms {
  readonly ours: Program;
  readonly bare: Program;
  /** The same without a debugger, as command lines. */
  readonly lines: { readonly ours: readonly string[]; readonly bare: readonly string[] };
  /** A folder that an ordinary user can access. */
  readonly folder: string;
}

/** Prepares both, and removes them after `work`. */
export async function withPackaged<T>(
  bare: Program,
  work: (programs: PackagedPrograms) => Promise<T>,
): Promise<T> {
  const electron = findElectron();
  if (electron === undefined) throw new Error('There is no Electron.');
  const made = await ensurePackage(electron);
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-bench-packaged-'));
  try {
    chmodSync(folder, 0o755);
    cpSync(made.folder, join(folder, 'ours'), { recursive: true });
    cpSync(dirname(bare.electron), join(folder, 'electron'), { recursive: true });
    cpSync(bare.entry ?? '', join(folder, 'bare'), { recursive: true });
    const binary = join(folder, 'ours', 'strongroom');
    const fuses = { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true } as const;
    await flipFuses(binary, fuses);
    const lines = { ours: [binary], bare: [join(folder, 'electron', 'electron'), join(folder, 'bare')] };
    return await work({
      folder,
      lines,
      ours: startedBy(join(folder, 'start-ours'), lines.ours),
      bare: startedBy(join(folder, 'start-bare'), lines.bare),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** A script that stands in for the executable. */
function startedBy(script: string, line: readonly string[]): Program {
  const holder = [process.execPath, fileURLToPath(new URL('../release/inspected.ts', import.meta.url))];
  const command = [...holder, ...line].map((word) => `"${word}"`).join(' ');
  writeFileSync(script, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  return { electron: script, byOrdinaryUser: true };
}
