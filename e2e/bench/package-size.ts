/**
 * package-size: the deb for users, against Electron's own archive of the same version: a zip as downloaded, computed
 * from the unpacked files.
 *
 * Correct: the deb contains the app's archive, and its executable is as large as Electron's.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { FoundElectron } from '../../build/setup/electron-finder.mjs';
import { ensureFormats } from '../../build/setup/package.mjs';
import type { Part } from './part.ts';

const run = promisify(execFile);
const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const MEGA = 1_000_000;

/** Megabytes of 1,000,000 bytes, against Electron's archive. */
export async function packageSize(electron: FoundElectron): Promise<Part> {
  const { folder } = await ensureFormats(electron, ['deb']);
  const name = (await readdir(folder)).find((each) => each.endsWith('.deb'));
  if (name === undefined) throw new Error('there is no deb');
  const deb = join(folder, name);
  const { stdout: content } = await run('dpkg-deb', ['--contents', deb], { maxBuffer: 16 * MEGA });
  if (!content.includes('/resources/app.asar\n')) throw new Error('the deb holds no app');
  const program = Number(/(\d+) \S+ \S+ \.\/opt\/Strongroom\/strongroom\n/.exec(content)?.[1]);
  if (program !== (await stat(electron.executable)).size) throw new Error('the deb holds another Electron');
  const [ours, reference] = [(await stat(deb)).size / MEGA, (await archiveBytes(electron.dist)) / MEGA];
  return {
    measured: {
      name: 'package-size',
      unit: 'MB',
      ours,
      reference,
      budget: 1.05,
      n: 1,
      referenceName: `Electron ${electron.version} as an archive`,
    },
    notes: [],
  };
}

/** Size of a zip archive of the folder: each file deflated, with its two headers. */
async function archiveBytes(dist: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const packed = await deflated(await readFile(file), { level: 9 });
    bytes += packed.length + 30 + 46 + 2 * relative(dist, file).length;
  }
  return bytes;
}
