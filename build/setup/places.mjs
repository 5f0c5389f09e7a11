/** Folders: the repository, the build's output, and the cache that survives checkouts. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Output of the build, the tests and the tour; ignored by git. */
export const out = join(root, 'build', 'out');

/** The cache folder: `STRONGROOM_CACHE`, else `$XDG_CACHE_HOME/strongroom`, else `~/.cache/strongroom`. */
export function cacheFolder() {
  const chosen = process.env['STRONGROOM_CACHE'];
  if (chosen) return resolve(chosen);
  const base = process.env['XDG_CACHE_HOME'];
  return join(base ? resolve(base) : join(homedir(), '.cache'), 'strongroom');
}

/**
 * Absolute path of the first of `names` found on PATH, or undefined.
 * @param {...string} names
 * @returns {string | undefined}
 */
export function onPath(...names) {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = folder === '' ? '' : join(folder, name);
      if (file !== '' && existsSync(file)) return file;
    }
  }
  return undefined;
}
