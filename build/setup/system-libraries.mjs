/**
 * The Debian packages that Electron, a virtual display, the tests' reference client and their directory servers need. As
 * root they are installed, otherwise asked for.
 */
import { spawnSync } from 'node:child_process';
import { loginServer } from './login-servers.mjs';
import { withoutStartingServices } from './no-services.mjs';
import { onPath } from './places.mjs';
import { run, say, StepFailed } from './progress.mjs';
import { referenceClientIsThere, referencePython } from './reference-client.mjs';

const STEP = 'System';
const DISPLAY_PACKAGES = ['xvfb', 'xauth'];
const REFERENCE_PACKAGES = ['python3-hvac'];
const LOGIN_PACKAGES = ['slapd', 'freeradius'];
const LIBRARIES = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'libnotify4',
  'libsecret-1-0',
];

/** The Debian packages that Electron and a display need and that are missing; undefined where there is no dpkg to ask. */
export function missingPackages() {
  return missingOf([...DISPLAY_PACKAGES, ...LIBRARIES]);
}

/**
 * Makes sure of the libraries. Without root, a missing virtual display matters only to who needs one.
 * @param {{ virtualDisplay: boolean }} options
 */
export async function ensureSystemLibraries({ virtualDisplay }) {
  const missing = missingPackages();
  if (missing === undefined) {
    say(STEP, 'not Debian: Electron’s libraries are taken for granted');
    return;
  }
  const needed = missing.filter((name) => virtualDisplay || !DISPLAY_PACKAGES.includes(name));
  if (needed.length === 0) {
    say(STEP, 'libraries present');
    return;
  }
  await install(missing, needed);
}

/** Makes sure of hvac, the Python client of Vault, which tests take as their judge. */
export async function ensureReferenceClient() {
  const missing = missingOf(REFERENCE_PACKAGES);
  if (missing !== undefined && missing.length > 0) await install(missing, missing);
  if (referenceClientIsThere()) return;
  throw new StepFailed(
    `${STEP}: tests compare with hvac, the Python client of Vault, and ${referencePython()} cannot load it.`,
    'install hvac for that Python (Debian: python3-hvac; elsewhere: python3 -m pip install hvac).',
  );
}

/** Makes sure of the directory servers that tests log in through; neither is left running or enabled as a service. */
export async function ensureLoginServers() {
  const missing = missingOf(LOGIN_PACKAGES);
  if (missing !== undefined && missing.length > 0) {
    await withoutStartingServices(LOGIN_PACKAGES, () => install(missing, missing));
  }
  const absent = /** @type {const} */ (['slapd', 'freeradius']).filter(
    (name) => loginServer(name) === undefined,
  );
  if (absent.length === 0) return;
  throw new StepFailed(
    `${STEP}: tests log in through a real directory, and ${absent.join(' and ')} cannot be found.`,
    'install OpenLDAP’s slapd and FreeRADIUS (Debian: slapd, freeradius); `npm test -- static unit` does without.',
  );
}

/**
 * Which of these packages are not installed, by their old or their new name; undefined without dpkg.
 * @param {readonly string[]} wanted
 */
function missingOf(wanted) {
  if (process.platform !== 'linux' || onPath('dpkg-query') === undefined) return undefined;
  // Debian 13 and Ubuntu 24.04 renamed some for their 64-bit time.
  const names = wanted.flatMap((name) => [name, `${name}t64`]);
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  });
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return wanted.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

/**
 * Installs what is missing as root; without root says the command that gets what is needed.
 * @param {readonly string[]} missing
 * @param {readonly string[]} needed
 */
async function install(missing, needed) {
  if (process.getuid?.() !== 0) {
    const command = `sudo apt-get install --no-install-recommends ${needed.map(availableName).join(' ')}`;
    throw new StepFailed(
      `${STEP}: these packages are missing: ${needed.join(', ')}.`,
      `run\n\n    ${command}\n`,
    );
  }
  const todo = 'read what apt-get said above; install the packages by hand if it cannot.';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(STEP, 'apt-get', ['update'], { env, todo });
  await run(STEP, 'apt-get', ['install', '-y', '--no-install-recommends', ...missing.map(availableName)], {
    env,
    todo,
  });
  say(STEP, `installed ${missing.join(', ')}`);
}

/** @param {string} name */
function availableName(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', `${name}t64`], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout) ? `${name}t64` : name;
}
