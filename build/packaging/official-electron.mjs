/** The official Electron for a release: its archive, checked against the checksum in the pinned npm package. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { save } from '../setup/download.mjs';
import { officialVersion } from '../setup/electron-finder.mjs';
import { cacheFolder, root } from '../setup/places.mjs';
import { say, StepFailed } from '../setup/progress.mjs';
import { sha256 } from './checksums.mjs';

const STEP = 'Electron';
const RELEASES = 'https://github.com/electron/electron/releases/download/';

/** A folder with only the archive: electron-builder unpacks it, so stray unpacked files cannot get into a release. */
export async function officialArchive() {
  const version = officialVersion();
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const folder = join(cacheFolder(), 'electron', `official-${version}`);
  const file = join(folder, name);
  const checksums = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'checksums.json'), 'utf8'),
  );
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const unfinished = `${file}.${String(process.pid)}`;
    try {
      await save(`${process.env['ELECTRON_MIRROR'] ?? RELEASES}v${version}/${name}`, unfinished);
      renameSync(unfinished, file);
    } catch (error) {
      throw new StepFailed(
        `${STEP}: ${name} cannot be had: ${error instanceof Error ? error.message : String(error)}`,
        `a release needs it; put it into ${folder} where this machine cannot reach it.`,
      );
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  await holdTo(file, checksums[name]);
  say(STEP, `${name}, its checksum is right`);
  return folder;
}

/**
 * Throws and removes the file if its SHA-256 differs.
 * @param {string} file
 * @param {unknown} expected
 */
export async function holdTo(file, expected) {
  const found = await sha256(file);
  if (found === expected) return;
  rmSync(file);
  throw new StepFailed(
    `${STEP}: ${file} has the SHA-256 ${found}, and ${String(expected)} is expected.`,
    'do not use it; it was removed. Where did it come from?',
  );
}
