/**
 * Stands between us and a program on Windows, as the shell of `supervised.mjs` does elsewhere: the program is its child, and
 * is ended with all below it the moment that the pipe to us closes, however we came to our end.
 */
import { spawn, spawnSync } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const program = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  windowsHide: true,
  detached: process.platform !== 'win32',
});
program.once('error', (error) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(127);
});
program.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.once('close', () => {
  const { pid } = program;
  if (pid === undefined) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(pid), '/T', '/F']);
  else process.kill(-pid, 'SIGKILL');
});
