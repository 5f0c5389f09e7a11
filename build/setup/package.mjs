/** The packaged app as a folder and as installable formats, rebuilt if the app, Electron or the packaging changed. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeChecksums } from '../packaging/checksums.mjs';
import { identityOf } from '../packaging/identity.mjs';
import { publication } from '../packaging/publication.mjs';
import { appFolder } from './app-bundle.mjs';
import { projectEnvironment, projectNode } from './dependencies.mjs';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { ensureLauncher, launcherFile } from './launcher.mjs';
import { withLock } from './lock.mjs';
import { out, root } from './places.mjs';
import { run, say } from './progress.mjs';

const STEP = 'Package';

/** @typedef {import('./electron-finder.mjs').FoundElectron} FoundElectron */

/**
 * Packages build/out/app with an Electron. The folder's name marks a result for testing only.
 * @param {FoundElectron} electron
 * @param {import('../packaging/identity.mjs').Identity} [identity]
 * @returns {Promise<{ folder: string, binary: string }>}
 */
export async function ensurePackage(electron, identity = identityOf()) {
  const folder = join(out, 'package', electron.test ? 'linux-for-testing' : 'linux');
  const binary = join(folder, 'strongroom');
  await ensureLauncher();
  await withLock(join(out, 'locks', 'package'), STEP, async () => {
    const hash = inputsHash(electron, identity);
    const stampFile = join(out, 'stamps', electron.test ? 'package-for-testing' : 'package');
    if (isStamped(stampFile, hash) && existsSync(binary)) {
      say(STEP, 'up to date');
      return;
    }
    await inUnfinished(async (unfinished) => {
      await make('folder', { ...optionsFor(electron, identity), output: unfinished });
      replace(folder, join(unfinished, 'linux-unpacked'));
    });
    stamp(stampFile, hash);
    say(STEP, `made with Electron ${electron.version}`);
  });
  return { folder, binary };
}

/**
 * Builds the Linux formats from that folder, with the checksums of all files.
 * @param {FoundElectron} electron
 * @param {readonly string[]} formats From `possibleFormats`.
 * @param {import('../packaging/identity.mjs').Identity} [identity]
 * @returns {Promise<{ folder: string }>} Where the files are.
 */
export async function ensureFormats(electron, formats, identity = identityOf()) {
  const { folder } = await ensurePackage(electron, identity);
  const result = join(out, 'package', electron.test ? 'formats-for-testing' : 'formats');
  await withLock(join(out, 'locks', 'formats'), STEP, async () => {
    const hash = `${inputsHash(electron, identity)}${JSON.stringify([formats, publication()])}`;
    const stampFile = join(out, 'stamps', electron.test ? 'formats-for-testing' : 'formats');
    if (isStamped(stampFile, hash) && existsSync(join(result, 'SHA256SUMS'))) {
      say(STEP, `${formats.join(', ')} up to date`);
      return;
    }
    await inUnfinished(async (unfinished) => {
      await make('formats', { ...optionsFor(electron, identity), output: unfinished, folder, formats });
      await writeChecksums(unfinished);
      replace(result, unfinished);
    });
    stamp(stampFile, hash);
    say(STEP, `${formats.join(', ')} made`);
  });
  return { folder: result };
}

/**
 * Builds the installers on Windows or macOS.
 * @param {FoundElectron} electron
 * @param {import('../packaging/identity.mjs').Identity} identity
 * @param {boolean} sign
 * @returns {Promise<string>} Where the files are.
 */
export async function ensureInstallers(electron, identity, sign) {
  const result = join(out, 'package', electron.test ? 'installers-for-testing' : 'installers');
  await ensureLauncher();
  await withLock(join(out, 'locks', 'package'), STEP, async () => {
    await inUnfinished(async (unfinished) => {
      await make('installers', { ...optionsFor(electron, identity), output: unfinished, sign });
      // Removes unpacked folders and electron-builder's notes, which are not installable.
      for (const entry of readdirSync(unfinished, { withFileTypes: true })) {
        if (entry.isDirectory() || /^builder-.*\.ya?ml$/.test(entry.name))
          rmSync(join(unfinished, entry.name), { recursive: true });
      }
      await writeChecksums(unfinished);
      replace(result, unfinished);
    });
  });
  return result;
}

/**
 * @param {FoundElectron} electron
 * @param {import('../packaging/identity.mjs').Identity} identity
 */
function optionsFor({ dist, executable, version, test }, identity) {
  const electron = { electronDist: dist, electronExecutable: executable, electronVersion: version };
  return { ...electron, forTesting: test, identity, ...publication() };
}

/**
 * @param {FoundElectron} electron
 * @param {import('../packaging/identity.mjs').Identity} identity
 */
function inputsHash(electron, identity) {
  const inputs = ['electron-builder.mjs', 'make-package.mjs', 'icons', 'packaging'].map((name) =>
    join(root, 'build', name),
  );
  const switches = join(root, 'electron', 'platform', 'switches.ts');
  const files = hashOf(
    [appFolder, launcherFile(), join(out, 'guide'), switches, ...inputs],
    (file) => !file.endsWith('.test.ts'),
  );
  return `${files}${electron.version}${electron.dist}${JSON.stringify([identity, publication()])}`;
}

/**
 * Runs one step of electron-builder.
 * @param {'folder' | 'formats' | 'installers'} step
 * @param {object} options
 */
async function make(step, options) {
  await run(STEP, projectNode, ['build/make-package.mjs', step, JSON.stringify(options)], {
    cwd: root,
    env: projectEnvironment(),
    todo: 'read what electron-builder said above.',
  });
}

/** @param {(unfinished: string) => Promise<void>} work */
async function inUnfinished(work) {
  const unfinished = join(out, 'package', `unfinished-${String(process.pid)}`);
  mkdirSync(join(out, 'package'), { recursive: true });
  try {
    await work(unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} made
 */
function replace(folder, made) {
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}
