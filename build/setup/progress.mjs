/** What a person sees while things are prepared: one line a step, moving where the terminal can, and clear failures. */
import { spawn } from 'node:child_process';

/** A step failed in a way that a person can act on. */
export class StepFailed extends Error {
  /**
   * @param {string} what What failed.
   * @param {string} todo What to do about it.
   * @param {string} [output] Everything that a failed program wrote.
   */
  constructor(what, todo, output = '') {
    super(`${what}\n  What to do: ${todo}`);
    this.name = 'StepFailed';
    this.output = output;
  }
}

const tty = process.stdout.isTTY && process.env['CI'] === undefined;

/** How often a terminal that cannot overwrite a line gets a new one. */
const QUIET_TERMINAL_MS = 15_000;

/**
 * Prints one finished line.
 * @param {string} step
 * @param {string} text
 */
export function say(step, text) {
  process.stdout.write(`${step.padEnd(16)} ${text}\n`);
}

/**
 * Runs a program and shows its latest line with the time it has taken. Its whole output is in the failure.
 * @param {string} step
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number, todo: string, quiet?: boolean }} options
 * @returns {Promise<string>} What it wrote on stdout.
 */
export async function run(step, command, args, options) {
  const started = Date.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...(options.env ?? process.env), NO_COLOR: '1' },
  });
  let output = '';
  let stdout = '';
  let lines = 0;
  let latest = `${command} ${args.join(' ')}`;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output = (output + text).slice(-200_000);
      if (stream === child.stdout) stdout += text;
      lines += text.split('\n').length - 1;
      latest = text.trim().split('\n').at(-1) ?? latest;
    });
  }
  const show = () => {
    const line = `${step.padEnd(16)} ${elapsed(started)}, ${lines} lines: ${latest}`;
    if (tty) process.stdout.write(`\r\u001B[2K${line.slice(0, process.stdout.columns - 1)}`);
    else process.stdout.write(`${line.slice(0, 160)}\n`);
  };
  const ticking = options.quiet === true ? undefined : setInterval(show, tty ? 250 : QUIET_TERMINAL_MS);
  const killGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) killQuietly(-child.pid);
  };
  // The program has a group of its own, so that a whole tree ends with us and a Ctrl-C is ours to pass on.
  const stopAll = () => {
    killGroup();
    process.exit(130);
  };
  process.once('exit', killGroup);
  process.once('SIGINT', stopAll);
  process.once('SIGTERM', stopAll);
  const ended = { late: false };
  const limit =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          ended.late = true;
          killGroup();
        }, options.timeoutMs);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code));
    });
    if (code === 0) return stdout;
    const why = ended.late
      ? `no end after ${String((options.timeoutMs ?? 0) / 1000)} s`
      : `exit code ${String(code)}`;
    throw new StepFailed(
      `${step}: ${command} ${args.join(' ')}: ${why}\n${indent(output)}`,
      options.todo,
      output,
    );
  } catch (error) {
    if (error instanceof StepFailed) throw error;
    throw new StepFailed(`${step}: ${command} could not be started (${String(error)})`, options.todo);
  } finally {
    clearInterval(ticking);
    clearTimeout(limit);
    if (tty && ticking !== undefined) process.stdout.write('\r\u001B[2K');
    process.off('exit', killGroup);
    process.off('SIGINT', stopAll);
    process.off('SIGTERM', stopAll);
  }
}

/**
 * Runs a script's main function: a failed step ends it with its message and exit code 1.
 * @param {() => Promise<number | void>} main
 */
export async function script(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    const known = error instanceof StepFailed;
    process.stderr.write(
      `\n${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

/**
 * Time since a moment, for people: `4 s`, `2 min 05 s`.
 * @param {number} since
 */
export function elapsed(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * Kills a process or, negative, a group; it may be gone already.
 * @param {number} pid
 * @param {NodeJS.Signals} [signal]
 */
export function killQuietly(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}

/** @param {string} text */
function indent(text) {
  const lines = text.trimEnd().split('\n').slice(-40);
  return lines.map((line) => `    ${line}`).join('\n');
}
