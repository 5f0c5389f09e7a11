/** Runs a program to its end, with everything it wrote; it and whatever it started end with us. */
import { root } from '../setup/places.mjs';
import { whenStopped } from '../setup/progress.mjs';
import { supervised } from '../setup/supervised.mjs';

/** How long a runner may take to close what it has opened when the run is stopped. */
const CLOSE_MS = 5_000;

/** @type {Set<import('../setup/supervised.mjs').Supervised>} */
const running = new Set();
let stopping = false;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onLine?: (line: string) => void, yields?: boolean }} options `yields`: it only
 *   computes, and takes half as much of a busy machine as what somebody waits for.
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
    cwd: root,
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
  // No result: a stop has ended it.
  if (stopping) await new Promise(() => undefined);
  return { code, output };
}

/** Ends every program that still runs: asked first, so that Playwright closes the apps that it has opened. */
async function stopPrograms() {
  await Promise.all([...running].map((program) => program.terminate(CLOSE_MS)));
}

/** Ends every program when we are told to end by a signal, then ourselves. */
export function stopProgramsOnSignals() {
  whenStopped((_signal, code) => {
    stopping = true;
    void stopPrograms().finally(() => {
      process.stderr.write('\nStopped.\n');
      process.exit(code);
    });
  });
}
