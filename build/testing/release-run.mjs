/**
 * The packaged app, as an ordinary user with Chromium's sandbox: a release build has no debugger to drive it with, so it
 * is started and its ready line is read. What a release must refuse is tried too.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath } from '../setup/places.mjs';
import { ensurePackage } from '../setup/package.mjs';
import { supervised } from '../setup/supervised.mjs';

/** Debian's `nobody`. */
const NOBODY = 65534;
const READY = 'STRONGROOM_READY';
const LIMIT_MS = 60_000;

/** @typedef {{ name: string, passes: () => Promise<string | undefined> }} Check `passes` answers why it does not. */

/**
 * @param {import('../setup/electron-finder.mjs').FoundElectron} electron
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./runner-result.mjs').RunnerResult>}
 */
export async function releaseRun(electron, env) {
  const { folder } = await ensurePackage(electron);
  const asRoot = process.getuid?.() === 0;
  if (asRoot && onPath('setpriv') === undefined) return { passed: 0, failed: 0, skipped: 8, failures: [] };
  const work = mkdtempSync(join(tmpdir(), 'strongroom-release-'));
  try {
    const home = join(work, 'home');
    mkdirSync(home);
    let app = folder;
    if (asRoot) {
      chmodSync(work, 0o755);
      chownSync(home, NOBODY, NOBODY);
      if (!nobodyMayRun(join(folder, 'strongroom'))) {
        app = join(work, 'app');
        cpSync(folder, app, { recursive: true });
      }
    }
    /** @type {NodeJS.ProcessEnv} */
    const ownEnv = { PATH: env['PATH'], DISPLAY: env['DISPLAY'], LANG: 'C.UTF-8', HOME: home, TMPDIR: home };
    return await checkAll(checks(join(app, 'strongroom'), asRoot, ownEnv));
  } finally {
    // Chromium's helpers may still be writing for a moment.
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * @param {string} binary
 * @param {boolean} asRoot
 * @param {NodeJS.ProcessEnv} env
 * @returns {Check[]}
 */
function checks(binary, asRoot, env) {
  /** @type {(args: readonly string[], more?: NodeJS.ProcessEnv) => ReturnType<typeof supervised>} */
  const start = (args, more = {}) => {
    const all = ['--reuid=65534', '--regid=65534', '--clear-groups', binary, ...args];
    const options = { env: { ...env, ...more }, cwd: env['HOME'] ?? '/' };
    return asRoot ? supervised('setpriv', all, options) : supervised(binary, args, options);
  };
  /** @type {(app: ReturnType<typeof supervised>) => Promise<'ready' | 'ended' | 'silent'>} */
  const outcome = async (app) => {
    const deadline = Date.now() + LIMIT_MS;
    while (app.running() && Date.now() < deadline) {
      if (app.log().includes(READY)) return 'ready';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return app.log().includes(READY) ? 'ready' : app.running() ? 'silent' : 'ended';
  };
  /** @type {(args: readonly string[], more?: NodeJS.ProcessEnv) => Promise<{ seen: string, log: string }>} */
  const tried = async (args, more) => {
    const app = start(['--ready-line', ...args], more);
    const seen = await outcome(app);
    await app.stop();
    return { seen, log: app.log() };
  };
  /** @type {(named: string, args: readonly string[], more?: NodeJS.ProcessEnv) => Check} */
  const refuses = (named, args, more) => ({
    name: `refuses ${named}`,
    passes: async () => {
      const { seen, log } = await tried(args, more);
      // It must end because of this, and say so.
      const said = log.split('\n').some((line) => line.startsWith('strongroom: ') && line.includes(named));
      return seen === 'ended' && said ? undefined : `it ${seen}\n${log}`;
    },
  });
  return [
    {
      name: 'starts with its sandbox and paints',
      passes: async () => {
        const { seen, log } = await tried([]);
        return seen === 'ready' ? undefined : `it ${seen}\n${log}`;
      },
    },
    refuses('--no-sandbox', ['--no-sandbox']),
    refuses('--remote-debugging-port', ['--remote-debugging-port=0']),
    // Itself: another program would not even get as far as the refusal.
    refuses('--browser-subprocess-path', [`--browser-subprocess-path=${binary}`]),
    refuses('--no-proxy-server', ['-no-proxy-server']),
    refuses('--log-file', [`--log-file=${join(env['HOME'] ?? '/', 'log')}`]),
    refuses('SSLKEYLOGFILE', [], { SSLKEYLOGFILE: join(env['HOME'] ?? '/', 'keys') }),
    {
      name: 'cannot be run as plain Node',
      passes: async () => {
        // As a plain Node it would refuse our switch and end.
        const { seen, log } = await tried([], { ELECTRON_RUN_AS_NODE: '1' });
        return seen === 'ready' ? undefined : `it ${seen}\n${log}`;
      },
    },
  ];
}

/**
 * @param {readonly Check[]} all
 * @returns {Promise<import('./runner-result.mjs').RunnerResult>}
 */
async function checkAll(all) {
  /** @type {string[]} */
  const failures = [];
  for (const { name, passes } of all) {
    const why = await passes();
    if (why !== undefined) failures.push(`The packaged app ${name}:\n${why}`);
  }
  return { passed: all.length - failures.length, failed: failures.length, skipped: 0, failures };
}

/** @param {string} file */
function nobodyMayRun(file) {
  const args = ['--reuid=65534', '--regid=65534', '--clear-groups', 'test', '-x', file];
  return existsSync(file) && spawnSync('setpriv', args).status === 0;
}
