/**
 * Starts a server so that it cannot outlive us. A shell stands between: it holds one end of a pipe whose other end is
 * ours, and kills its whole group the moment the pipe closes, so even `kill -9` of this process leaves nothing running. The
 * server gets a process group of its own: a Ctrl-C in the terminal reaches us first, and we decide the order. Windows has
 * neither shell nor groups: a Node stands between there, and ends the server with all below it (`watch.mjs`).
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WATCH = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -KILL 0 ) >/dev/null 2>&1 &
watch=$!
exec 3<&-
trap 'kill -TERM $server' TERM
trap 'kill -HUP $server' HUP
wait $server
code=$?
# A signal ends the wait, not the server.
while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
kill -KILL $watch 2>/dev/null
exit $code
`;

/**
 * What stands between us and a program: a command and what comes before the program in its arguments.
 * @param {string} platform As Node names it.
 */
export function watcherOf(platform) {
  return platform === 'win32'
    ? { command: process.execPath, args: [fileURLToPath(new URL('watch.mjs', import.meta.url))] }
    : { command: '/bin/sh', args: ['-c', WATCH, 'watch'] };
}

/** Everything the latest lines of a server may take in memory. */
const LOG_LIMIT = 64 * 1024;

/**
 * @typedef {object} Supervised
 * @property {number} pid Process id of what watches; also the id of the group, where there are groups.
 * @property {() => string} log The latest output, both streams, at most 64 KiB.
 * @property {Promise<number>} exited Resolves with the exit code.
 * @property {() => boolean} running
 * @property {() => Promise<void>} stop Kills it and waits until it is gone; may be called again.
 * @property {(graceMs: number) => Promise<void>} terminate Asks it to end (SIGTERM to it alone: Electron's
 *   children that died first would take it down before it has tidied up), kills its group when it does not in time, and
 *   waits until it is gone.
 */

/**
 * Starts a program that dies with this process, whatever kills it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, onOutput?: (text: string) => void, platform?: string }} [options]
 * @returns {Supervised}
 */
export function supervised(command, args, options = {}) {
  const { platform = process.platform } = options;
  const watcher = watcherOf(platform);
  const child = spawn(watcher.command, [...watcher.args, command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(options.env ? { env: options.env } : {}),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let log = '';
  let running = true;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      log = (log + text).slice(-LOG_LIMIT);
      options.onOutput?.(text);
    });
  }
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => {
      log += String(error);
      running = false;
      resolve(127);
    });
    child.once('close', (code) => {
      running = false;
      resolve(code ?? 1);
    });
  });
  child.stdin.on('error', () => undefined);
  return {
    pid: child.pid ?? 0,
    log: () => log,
    exited,
    running: () => running,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
    terminate: async (graceMs) => {
      const group = child.pid;
      if (!running || group === undefined) return;
      if (platform === 'win32') {
        // No signal asks there: it is ended with all below it.
        child.stdin.end();
        await exited;
        return;
      }
      signal(group, 'SIGTERM');
      const late = setTimeout(() => signal(-group, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(late);
    },
  };
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself meanwhile.
  }
}
