/** `npm run doctor`: reports the tools found on this machine and the missing ones. Changes nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failedLately } from './setup/attempts.mjs';
import { appFolder } from './setup/app-bundle.mjs';
import { projectNode } from './setup/dependencies.mjs';
import { hasDisplay } from './setup/display.mjs';
import { findElectron, officialVersion } from './setup/electron-finder.mjs';
import { loginServer } from './setup/login-servers.mjs';
import { isAsMade } from './setup/checksums.mjs';
import { cacheFolder, onPath } from './setup/places.mjs';
import { referenceClientIsThere, referencePython } from './setup/reference-client.mjs';
import { missingPackages } from './setup/system.mjs';
import { findServer, products } from './setup/server-finder.mjs';
import { missingPlugins, pluginFolder } from './setup/vault-plugins.mjs';

let problems = 0;

/**
 * @param {boolean | undefined} good Undefined: information, not a problem.
 * @param {string} what
 * @param {string} text
 */
function line(good, what, text) {
  if (good === false) problems += 1;
  process.stdout.write(`${good === undefined ? '·' : good ? '✓' : '✗'} ${what.padEnd(16)} ${text}\n`);
}

/**
 * The first line that a program prints, or undefined if it cannot run.
 * @param {string} command
 * @param {...string} args
 */
function says(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? stdout.trim().split('\n')[0] : undefined;
}

line(
  Number(process.versions.node.split('.')[0]) >= 20,
  'Node',
  `${process.versions.node} runs this; 20 or newer is needed`,
);
const own = existsSync(projectNode) ? says(projectNode, '--version') : undefined;
line(own !== undefined, 'Project’s Node', own ?? 'not installed yet: npm start or npm test installs it');

const missing = missingPackages(['app', 'display']);
line(
  missing === undefined ? undefined : missing.length === 0,
  'System',
  missing === undefined
    ? 'not Debian: not looked at'
    : missing.length === 0
      ? 'libraries present'
      : `missing: ${missing.join(' ')}`,
);
line(undefined, 'Display', hasDisplay() ? 'present' : 'none: npm start does the main job in a virtual one');

const electron = findElectron();
line(
  electron === undefined ? false : existsSync(electron.executable),
  'Electron',
  electron
    ? `${electron.version} (${electron.from}) at ${electron.dist}`
    : `none yet: npm start gets one; ${officialVersion()} is wanted`,
);
if (electron?.test === true) line(undefined, '', `a stand-in for tests; releases need ${officialVersion()}`);

for (const product of /** @type {const} */ (['openbao', 'vault'])) {
  const { name, version: wanted } = products[product];
  const server = findServer(product);
  const version = server === undefined ? undefined : says(server.file, 'version');
  const howToGet = product === 'openbao' ? 'npm start and npm test download it' : 'npm test builds it';
  line(
    server === undefined ? undefined : version !== undefined,
    name,
    server === undefined
      ? `none yet: ${wanted} is wanted; ${howToGet}`
      : `${version ?? 'does not start'} (${server.from}) at ${server.file}${
          server.from === 'cache' && !isAsMade(server.file) ? ', changed since it was made: not started' : ''
        }`,
  );
}
line(
  undefined,
  'hvac',
  referenceClientIsThere()
    ? `present for ${referencePython()}`
    : `none for ${referencePython()}; only npm test compares with it`,
);
const absent = /** @type {const} */ (['slapd', 'freeradius']).filter(
  (name) => loginServer(name) === undefined,
);
line(
  undefined,
  'Login servers',
  absent.length === 0
    ? 'slapd and freeradius present'
    : `no ${absent.join(' and no ')}; only npm test logs in through them`,
);
line(
  undefined,
  'Login plugins',
  missingPlugins().length === 0 ? `present in ${pluginFolder()}` : 'not built yet: npm test builds them',
);
const go = onPath('go');
line(undefined, 'Go', go === undefined ? 'none; the launcher is written in it' : (says(go, 'version') ?? go));
line(undefined, 'App', existsSync(join(appFolder, 'main.cjs')) ? 'built' : 'not built yet');
line(undefined, 'Cache', cacheFolder());
for (const name of ['electron-release', 'openbao-release', 'vault-release']) {
  if (failedLately(name))
    line(
      undefined,
      '',
      `${name} could not be reached within the last day (delete unreachable/${name} there to try again)`,
    );
}
process.stdout.write(
  problems === 0
    ? '\nNothing is missing.\n'
    : `\n${String(problems)} missing; npm start gets what it can and says the rest.\n`,
);
process.exitCode = problems === 0 ? 0 : 1;
