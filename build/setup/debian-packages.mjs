/** Reads the list of Debian packages, debian-packages.txt, which the installation script reads too. */
import { readFileSync } from 'node:fs';

/** @typedef {'app' | 'launcher' | 'display' | 'reference' | 'logins' | 'packages'} Need Use of a package: see the list. */

const NEEDS = /** @type {const} */ (['app', 'launcher', 'display', 'reference', 'logins', 'packages']);

/** @returns {readonly { name: string, neededBy: Need, service: boolean }[]} */
export function debianPackages() {
  const text = readFileSync(new URL('debian-packages.txt', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [name, need, service] = line.replace(/#.*/, '').split(/\s+/);
    if (name === undefined || name === '') return [];
    const neededBy = NEEDS.find((each) => each === need);
    if (neededBy === undefined) throw new Error(`debian-packages.txt does not say what needs ${name}.`);
    return [{ name, neededBy, service: service === 'service' }];
  });
}
