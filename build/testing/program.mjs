/** Runs a program to its end and collects its output; it and its children end with this process. */
import { root } from '../setup/places.mjs';
import { whenStopped } from '../setup/progress.mjs';
import { supervised } from '../setup/supervised.mjs';

/** Time for a runner to clean up after a stop. */
const CLOSE_MS = 5_000;

/** @type {Set<import('../setup/supervised.mjs').Supervised>} */
const running = new Set();
let stopping = false;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onLine?: (line: string) => void, yields?: boolean, cwd?: string }} options `yields`: CPU-bound;
 *   gets about half the share of interactive stages on a busy machine.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runProgram(command, args, options) {
  let output = '';
  let line = '';
  const [first, ...rest] =
    options.yields === true && process.platform !== 'win32'
      ? ['nice', '-n', '3', command, ...args]
      : [command, ...args];
  const program = supervised(first, rest, {
    env: options.env,
    cwd: options.cwd ?? root,
    onOutput: (text) => {
      output += text;
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const each of lines) if (each.trim() !== '') options.onLine?.(each.trim());
    },
  });
  running.add(program);
  const code = await program.exited;
  running.delete(program);
  // A stopped run never resolves.
  if (stopping) await new Promise(() => undefined);
  return { code, output };
}

/** Ends every running program: SIGTERM first, so that Playwright closes its apps. */
async function stopPrograms() {
  await Promise.all([...running].map((program) => program.terminate(CLOSE_MS)));
}

/** Ends every program on a stop signal, then this process. */
export function stopProgramsOnSignals() {
  whenStopped((_signal, code) => {
    stopping = true;
    void stopPrograms().finally(() => {
      process.stderr.write('\nStopped.\n');
      process.exit(code);
    });
  });
}
