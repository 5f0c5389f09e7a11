/**
 * `npm start`: from a fresh clone to the app, connected to a real OpenBao or Vault with sample data; with `--cluster`
 * to one of three nodes. `--connect URL` starts no server. Without a display it only does the main job in a virtual
 * one. However it ends, no process stays behind.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appFolder } from './setup/app-bundle.mjs';
import { projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { hasDisplay } from './setup/display.mjs';
import { root } from './setup/places.mjs';
import { say, script, StepFailed, whenStopped } from './setup/progress.mjs';
import { products } from './setup/server-finder.mjs';
import { prepare } from './setup/steps.mjs';
import { supervised } from './setup/supervised.mjs';
import { doMainJob } from './setup/tour.mjs';

/**
 * @typedef {object} Sample Created by e2e/servers/sample.ts.
 * @property {{ username: string, password: string }} userpass
 * @property {{ roleId: string, secretId: string }} approle
 * @property {string} wrappingToken
 */

/** Time for the app to close by itself after Ctrl-C. */
const CLOSE_MS = 5_000;

await script(async () => {
  const options = readArguments();
  const display = hasDisplay();
  if (!display && options.connect !== undefined)
    throw new StepFailed(
      'There is no display for the app to open on (neither DISPLAY nor WAYLAND_DISPLAY is set).',
      'start it where there is one; without --connect the main job is done on a sample server.',
    );
  if (!display)
    say(
      'Display',
      'none (neither DISPLAY nor WAYLAND_DISPLAY is set): the main job is done in a virtual one',
    );
  const { electron, server } = await prepare({
    virtualDisplay: !display,
    server: options.connect === undefined ? 'sample' : undefined,
  });
  if (options.connect !== undefined && electron.test && !options.allowTestElectron) {
    throw new StepFailed(
      `This Electron (${electron.from}) must not meet a real server.`,
      'provide the official release (ELECTRON_OVERRIDE_DIST_PATH), or, for a server that holds nothing real, add --allow-test-electron.',
    );
  }
  if (!display && server !== undefined) return doMainJob(electron, server, options);
  return openApp(electron, server, options);
});

/** @returns {{ connect: string | undefined, cluster: boolean, allowTestElectron: boolean }} */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        connect: { type: 'string' },
        cluster: { type: 'boolean' },
        'allow-test-electron': { type: 'boolean' },
      },
    });
    const connect = values.connect;
    if (connect !== undefined && !/^https?:\/\/[^/]/.test(connect))
      throw new Error(`--connect ${connect} is no URL`);
    const cluster = values.cluster === true;
    if (connect !== undefined && cluster) throw new Error('--cluster starts a sample, --connect none');
    return { connect, cluster, allowTestElectron: values['allow-test-electron'] === true };
  } catch (error) {
    throw new StepFailed(
      error instanceof Error ? error.message : String(error),
      'npm start, npm start -- --cluster, or npm start -- --connect https://host:8200',
    );
  }
}

/**
 * Opens the app and waits until it is closed, by the user or by a signal to this process.
 * @param {import('./setup/electron-finder.mjs').FoundElectron} electron
 * @param {import('./setup/server-finder.mjs').FoundServer | undefined} found The sample's server.
 * @param {{ connect: string | undefined, cluster: boolean, allowTestElectron: boolean }} options
 */
async function openApp(electron, found, options) {
  const stopped = untilSignal();
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-start-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const server = found === undefined ? undefined : await startSampleServer(found, options.cluster);
  const args = process.getuid?.() === 0 ? ['--no-sandbox', appFolder] : [appFolder];
  if (electron.test) args.push('--test-electron');
  if (options.allowTestElectron) args.push('--allow-test-electron');
  if (options.connect !== undefined) args.push(`--connect=${options.connect}`);
  if (server) {
    const file = join(folder, 'sample-server.json');
    const facts = {
      address: server.address,
      token: server.token,
      nodes: server.nodes,
      name: 'Sample server',
    };
    writeFileSync(file, JSON.stringify(facts), { mode: 0o600 });
    args.push(`--sample-server=${file}`);
  }
  const app = supervised(electron.executable, args, {
    env: projectEnvironment(),
    cwd: root,
    onOutput: printWithoutNoise,
  });
  say('Open', `${server ? sampleWords(server) : String(options.connect)}; Ctrl-C ends everything`);
  if (server) sayWhatToTry(server.sample);
  const end = await Promise.race([app.exited, stopped, ...(server ? [server.ended] : [])]);
  await app.terminate(CLOSE_MS);
  await server?.stop();
  removeFolder();
  if (end === 'server')
    throw new StepFailed('The sample server ended by itself.', 'run the same command again.');
  if (end === 'SIGINT' || end === 0) return 0;
  if (typeof end === 'string') return 143;
  throw new StepFailed(
    `The app ended with code ${String(end)}.`,
    'read what it printed above; `npm run doctor` may help.',
  );
}

/**
 * @param {{ address: string, nodes: readonly string[] }} server
 */
function sampleWords({ address, nodes }) {
  if (nodes.length === 0) return `the sample server at ${address}`;
  return `the sample cluster at ${[address, ...nodes].join(', ')}`;
}

/**
 * Prints sample credentials to try; all are made up and vanish with the server.
 * @param {Sample} sample
 */
function sayWhatToTry({ userpass, approle, wrappingToken }) {
  say('Try there', `log in by userpass: ${userpass.username}, password ${userpass.password}`);
  say('', `log in by AppRole: role ID ${approle.roleId}, secret ID ${approle.secretId}`);
  say('', `open what is wrapped, once and within an hour: ${wrappingToken}`);
}

/**
 * Drops Chromium's complaints about message buses that a machine without a desktop session lacks.
 * @param {string} text
 */
function printWithoutNoise(text) {
  const ownLines = text.split(/(?<=\n)/).filter((line) => !/:ERROR:dbus\//.test(line));
  process.stderr.write(ownLines.join(''));
}

/** @returns {Promise<NodeJS.Signals>} */
function untilSignal() {
  return new Promise((resolve) => whenStopped((signal) => resolve(signal)));
}

/**
 * Starts the sample server with the project's Node; it ends when the channel to this process closes.
 * @param {import('./setup/server-finder.mjs').FoundServer} found
 * @param {boolean} cluster Starts three nodes.
 */
async function startSampleServer({ product, file }, cluster) {
  const child = fork(join(root, 'e2e', 'servers', 'sample-server.ts'), cluster ? ['--cluster'] : [], {
    execPath: projectNode,
    execArgv: [],
    env: { ...projectEnvironment(), STRONGROOM_SERVER: product, [products[product].variable]: file },
    cwd: root,
    detached: true,
  });
  /** @type {Promise<'server'>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve('server')));
  /** @typedef {{ address: string, token: string, nodes: readonly string[], sample: Sample }} Facts */
  /** @type {Promise<Facts>} */
  const told = new Promise((resolve) =>
    child.once('message', (facts) => resolve(/** @type {Facts} */ (facts))),
  );
  const facts = await Promise.race([told, ended]);
  if (facts === 'server') {
    throw new StepFailed(
      'The sample server did not start; what it said is above.',
      '`npm run doctor` shows which server was taken.',
    );
  }
  return {
    ...facts,
    ended,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
