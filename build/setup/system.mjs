/**
 * System prerequisites: Debian packages, and Go if something must be built. As root, packages are installed;
 * otherwise everything missing is listed at once, with the command that installs it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { debianPackages } from './debian-packages.mjs';
import { compilerProblem } from './launcher.mjs';
import { loginServer } from './login-servers.mjs';
import { onPath, root } from './places.mjs';
import { run, say, StepFailed } from './progress.mjs';
import { referenceClientIsThere, referencePython } from './reference-client.mjs';
import { goProblem } from './vault-build.mjs';
import { missingPlugins } from './vault-plugins.mjs';

const STEP = 'System';
const SCRIPT = join('build', 'install-packages.sh');

/** @typedef {import('./debian-packages.mjs').Need} Need */
/** @typedef {{ what: string, todo: string }} Lack */

/**
 * Installs or reports the prerequisites of `needs`.
 * @param {readonly Need[]} needs
 */
export async function ensureSystem(needs) {
  const missing = missingPackages(needs);
  if (missing !== undefined && missing.length > 0 && process.getuid?.() === 0) {
    const todo = 'read what apt-get said; install the packages by hand if it cannot.';
    await run(STEP, '/bin/sh', [SCRIPT, ...missing], { cwd: root, todo, onStop: 'finish' });
    say(STEP, `installed ${missing.join(', ')}`);
  }
  const lacks = lackedBy(needs);
  if (lacks.length > 0) {
    const [what, todo] = [lacks.map((lack) => lack.what), lacks.map((lack) => lack.todo)];
    throw new StepFailed(`${STEP}: this machine lacks ${what.join('; and ')}.`, todo.join('\n  and then: '));
  }
  if (missing === undefined) say(STEP, 'not Debian: Electron’s libraries are taken for granted');
  else if (missing.length === 0) say(STEP, 'packages present');
}

/**
 * Missing prerequisites, with a way to get each.
 * @param {readonly Need[]} needs
 * @returns {Lack[]}
 */
export function lackedBy(needs) {
  const missing = missingPackages(needs) ?? [];
  /** @type {Lack[]} */
  const lacks = [];
  if (missing.length > 0) {
    lacks.push({ what: missing.join(', '), todo: `sudo sh ${SCRIPT} ${missing.join(' ')}` });
  }
  // If the package is installed, or the system has no packages, checks for the program itself.
  const lacking = (/** @type {string} */ name) => missing.includes(name);
  if (needs.includes('reference') && !lacking('python3-hvac') && !referenceClientIsThere()) {
    lacks.push({
      what: `hvac, the Python client of Vault that tests compare with, for ${referencePython()}`,
      todo: 'python3 -m pip install hvac',
    });
  }
  const servers = needs.includes('logins') ? /** @type {const} */ (['slapd', 'freeradius']) : [];
  const absent = servers.filter((name) => !lacking(name) && loginServer(name) === undefined);
  if (absent.length > 0) {
    const what = `${absent.join(' and ')}, which tests log in through`;
    lacks.push({
      what,
      todo: 'install OpenLDAP’s slapd and FreeRADIUS; `npm test -- static unit` does without.',
    });
  }
  const compiler = needs.includes('launcher') && !lacking('golang-go') ? compilerProblem() : undefined;
  if (compiler !== undefined) lacks.push(compiler);
  const go = needs.includes('logins') && missingPlugins().length > 0 ? goProblem() : undefined;
  if (go !== undefined) lacks.push(go);
  return lacks;
}

/**
 * Packages of the list that are not installed under their old or new name; undefined without dpkg.
 * @param {readonly Need[]} needs
 */
export function missingPackages(needs) {
  if (process.platform !== 'linux' || onPath('dpkg-query') === undefined) return undefined;
  const wanted = debianPackages().flatMap(({ name, neededBy }) => (needs.includes(neededBy) ? [name] : []));
  // Debian 13 and Ubuntu 24.04 renamed some packages for 64-bit time.
  const names = wanted.flatMap((name) => [name, `${name}t64`]);
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  });
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  // Go often comes from elsewhere.
  const hasOwn = (/** @type {string} */ name) => name === 'golang-go' && onPath('go') !== undefined;
  return wanted.filter((name) => !installed.has(name) && !installed.has(`${name}t64`) && !hasOwn(name));
}
