/**
 * Windows counterpart of the shell in `supervised.mjs`: the program is its child, and is ended with all its own
 * children when the pipe to the parent closes, however the parent ended.
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
