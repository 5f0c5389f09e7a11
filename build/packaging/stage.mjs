/** A folder tree as installed on the user's system: the same bytes, modes and times for the same sources. */
import { chmodSync, cpSync, lutimesSync, lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies files and folders to their places below `stage`.
 * @param {string} stage
 * @param {readonly { from: string, to: string }[]} inputs `from`: a file, or with a final `/` the content of a
 *   folder; `to`: absolute on the system.
 */
export function fillStage(stage, inputs) {
  for (const { from, to } of inputs) {
    const place = join(stage, to);
    mkdirSync(from.endsWith('/') ? place : dirname(place), { recursive: true });
    cpSync(from, place, { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * @typedef {object} Staged
 * @property {string} path Relative to the stage, with `/`.
 * @property {'file' | 'folder' | 'link'} kind
 * @property {number} bytes
 */

/**
 * Sets the timestamp and the modes 755 and 644 of everything below a folder; returns a sorted list.
 * @param {string} stage
 * @param {number} epoch Seconds since 1970.
 * @returns {Staged[]}
 */
export function settle(stage, epoch) {
  /** @type {Staged[]} */
  const all = [];
  const walk = (/** @type {string} */ path) => {
    const place = join(stage, path);
    const stat = lstatSync(place);
    if (stat.isSymbolicLink()) {
      all.push({ path, kind: 'link', bytes: readlinkSync(place).length });
    } else if (stat.isDirectory()) {
      if (path !== '') all.push({ path, kind: 'folder', bytes: 0 });
      for (const name of readdirSync(place).sort()) walk(path === '' ? name : `${path}/${name}`);
      chmodSync(place, 0o755);
    } else {
      all.push({ path, kind: 'file', bytes: stat.size });
      chmodSync(place, (stat.mode & 0o111) === 0 ? 0o644 : 0o755);
    }
    lutimesSync(place, epoch, epoch);
  };
  walk('');
  return all;
}
