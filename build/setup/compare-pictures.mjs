/** Comparison of two tours, to see what a change of many screens changed in their pictures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';

/** Difference of one colour channel that no eye sees, e.g. of a blinking caret's antialiasing. */
const UNSEEN = 8;

/**
 * Compares the pictures of two folders by name. Returns one line for each that differs, most changed first, and the
 * number of equal ones.
 * @param {string} before
 * @param {string} after
 */
export function comparePictures(before, after) {
  const names = new Set([...pictures(before), ...pictures(after)]);
  /** @type {{ name: string, share: number, what: string }[]} */
  const changed = [];
  for (const name of [...names].sort()) {
    const old = picture(before, name);
    const now = picture(after, name);
    if (old === undefined || now === undefined)
      changed.push({ name, share: 1, what: old === undefined ? 'new' : 'gone' });
    else if (old.width !== now.width || old.height !== now.height)
      changed.push({ name, share: 1, what: 'another size' });
    else {
      const share = differing(old, now) / (old.width * old.height);
      if (share > 0) changed.push({ name, share, what: `${(share * 100).toFixed(3)} % of its pixels` });
    }
  }
  const lines = changed.sort((a, b) => b.share - a.share).map(({ name, what }) => `${name}: ${what}`);
  return { lines, equal: names.size - changed.length };
}

/** @param {string} folder */
const pictures = (folder) => readdirSync(folder).filter((name) => name.endsWith('.png'));

/**
 * @param {string} folder
 * @param {string} name
 */
function picture(folder, name) {
  return existsSync(join(folder, name)) ? PNG.sync.read(readFileSync(join(folder, name))) : undefined;
}

/**
 * @param {PNG} old
 * @param {PNG} now
 */
function differing(old, now) {
  let count = 0;
  for (let at = 0; at < old.data.length; at += 4)
    if (
      [0, 1, 2].some(
        (channel) => Math.abs((old.data[at + channel] ?? 0) - (now.data[at + channel] ?? 0)) > UNSEEN,
      )
    )
      count++;
  return count;
}
