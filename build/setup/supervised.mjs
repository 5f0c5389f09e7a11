/**
 * Starts a server that cannot outlive this process. A shell between them holds one end of a pipe whose other end is
 * ours, and kills its whole group when the pipe closes, so even `kill -9` of this process leaves nothing running. The
 * server has its own process group: a Ctrl-C reaches only this process, which decides the order. Windows has neither
 * shell nor groups: a Node process ends the server and its children there (`watch.mjs`).
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
 * Command between this process and a program, with the arguments that precede the program.
 * @param {string} platform Node's name of it.
 */
export function watcherOf(platform) {
  return platform === 'win32'
    ? { command: process.execPath, args: [fileURLToPath(new URL('watch.mjs', import.meta.url))] }
    : { command: '/bin/sh', args: ['-c', WATCH, 'watch'] };
}

/** Memory limit for a server's latest output. */
const LOG_LIMIT = 64 * 1024;

/**
 * @typedef {object} Supervised
 * @property {number} pid Process ID of the watcher; also the group's ID, except on Windows.
 * @property {() => string} log The latest output, both streams, at most 64 KiB.
 * @property {Promise<number>} exited Resolves with the exit code.
 * @property {() => boolean} running
 * @property {() => Promise<void>} stop Kills it and waits until it is gone; can be called again.
 * @property {(graceMs: number) => Promise<void>} terminate Sends SIGTERM to it alone (children of Electron that die
 *   first would take it down before its cleanup), kills its group after the grace period, and waits until it is gone.
 */

/**
 * Starts a program that dies with this process, even if this process is killed.
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
        // Windows has no SIGTERM: ends the program and all its children.
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
    // It has ended by itself.
  }
}
