/**
 * Terminal progress during preparation: one line per finished step, one updated line for all running ones, and clear
 * failures. A stop (Ctrl-C) first ends every program.
 */
import { spawn } from 'node:child_process';
import { forgetFailuresOfThisRun } from './attempts.mjs';
import { causeIn, localTrouble } from './causes.mjs';

/** A step failed in a way that the user can act on. */
export class StepFailed extends Error {
  /**
   * @param {string} what The failure, in one line.
   * @param {string} todo The remedy.
   * @param {string} [output] Complete output of a failed program.
   */
  constructor(what, todo, output = '') {
    super(
      `${what}\n  What to do: ${todo}${output.trim() === '' ? '' : `\n  Its last lines:\n${indent(output)}`}`,
    );
    this.name = 'StepFailed';
    this.output = output;
  }
}

const tty = process.stdout.isTTY && process.env['CI'] === undefined;

/** Interval of output for a step without a known fraction, on a terminal that cannot overwrite lines. */
const QUIET_TERMINAL_MS = 30_000;

/** Number of progress lines on such a terminal for a step with a known fraction. */
const QUIET_PARTS = 5;

/** @type {Map<string, string>} */
const moving = new Map();
let drawn = false;

function erase() {
  if (drawn) process.stdout.write('\r\u001B[2K');
  drawn = false;
}

function draw() {
  if (!tty || moving.size === 0) return;
  const line = [...moving].map(([step, text]) => `${step}: ${text}`).join(' · ');
  process.stdout.write(`\r\u001B[2K${line.slice(0, process.stdout.columns - 1)}`);
  drawn = true;
}

/**
 * Prints one finished line.
 * @param {string} step
 * @param {string} text
 */
export function say(step, text) {
  erase();
  process.stdout.write(`${step.padEnd(16)} ${text}\n`);
  draw();
}

/**
 * A step's part of the updated line. `fraction`: progress from 0 to 1, if known.
 * @param {string} step
 */
export function follow(step) {
  let toldAt = Date.now();
  let toldPart = 0;
  return {
    /**
     * @param {string} text
     * @param {number} [fraction]
     */
    show(text, fraction) {
      if (tty) {
        moving.set(step, text);
        draw();
        return;
      }
      const part = Math.floor((fraction ?? 0) * QUIET_PARTS);
      const due = fraction === undefined ? Date.now() - toldAt >= QUIET_TERMINAL_MS : part > toldPart;
      if (!due) return;
      [toldAt, toldPart] = [Date.now(), part];
      process.stdout.write(`${step.padEnd(16)} ${text.slice(0, 140)}\n`);
    },
    end() {
      erase();
      moving.delete(step);
      draw();
    },
  };
}

/** @typedef {{ text: string, fraction?: number }} Progress */

/** @type {Readonly<Record<'SIGINT' | 'SIGTERM' | 'SIGHUP', number>>} */
const STOPS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Time for a program to end after a stop. */
const STOP_MS = 5_000;

/** Number of stop signals so far; the second one kills without waiting. */
let stops = 0;

/** Functions that end each running program, at once if `hard`. @type {Set<(hard: boolean) => Promise<void>>} */
const running = new Set();

/**
 * Runs a program and shows its latest line with the elapsed time. A failure contains the end of its output.
 * @param {string} step
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} options.todo
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string} [options.cwd]
 * @param {number} [options.timeoutMs]
 * @param {boolean} [options.quiet] No moving line.
 * @param {(line: string) => Progress | undefined} [options.progress] Progress from a line of output.
 * @param {'finish' | 'kill'} [options.onStop] `finish`: a stop waits for its end, because an interrupted run would
 *   leave the machine half changed. `kill`: it would ignore SIGTERM, and its leftovers are removed. Default:
 *   SIGTERM first.
 * @returns {Promise<string>} What it wrote on stdout.
 */
export async function run(step, command, args, options) {
  const started = Date.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Own process group, so that the whole tree ends with this process, which alone handles a Ctrl-C.
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...(options.env ?? process.env), NO_COLOR: '1' },
  });
  let output = '';
  let stdout = '';
  /** @type {Progress} */
  let latest = { text: `${command} ${args.join(' ')}` };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output = (output + text).slice(-200_000);
      if (stream === child.stdout) stdout += text;
      for (const line of text.split('\n')) {
        if (line.trim() === '') continue;
        latest = options.progress ? (options.progress(line) ?? latest) : { text: line.trim() };
      }
    });
  }
  const line = follow(step);
  const show = () =>
    options.progress
      ? line.show(latest.text, latest.fraction)
      : line.show(`${elapsed(started)}: ${latest.text}`);
  const ticking = options.quiet === true ? undefined : setInterval(show, 250);
  const killGroup = (/** @type {NodeJS.Signals} */ signal = 'SIGKILL') => {
    if (child.pid !== undefined && child.exitCode === null) killQuietly(-child.pid, signal);
  };
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const stop = async (/** @type {boolean} */ hard) => {
    if (options.onStop === 'finish' && !hard) {
      say(step, `stopping as soon as ${command} has finished; Ctrl-C again cuts it off`);
    } else {
      killGroup(hard || options.onStop === 'kill' ? 'SIGKILL' : 'SIGTERM');
      setTimeout(killGroup, STOP_MS);
    }
    await ended.catch(() => undefined);
  };
  running.add(stop);
  const killAtExit = () => killGroup();
  process.once('exit', killAtExit);
  const limits = { late: false };
  const limit =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          limits.late = true;
          killGroup();
        }, options.timeoutMs);
  try {
    const code = await ended;
    // A stop is neither reported as a failure nor retried in another way.
    if (stops > 0) await new Promise(() => undefined);
    if (code === 0) return stdout;
    const cause = causeIn(output);
    const end = limits.late
      ? `no end after ${String((options.timeoutMs ?? 0) / 1000)} s`
      : `exit code ${String(code)}`;
    throw new StepFailed(
      `${step}: ${cause === undefined ? end : cause.what} (${command} ${args.join(' ').slice(0, 80)})`,
      cause?.todo ?? options.todo,
      output,
    );
  } catch (error) {
    if (error instanceof StepFailed) throw error;
    throw new StepFailed(`${step}: ${command} could not be started (${String(error)})`, options.todo);
  } finally {
    clearInterval(ticking);
    clearTimeout(limit);
    line.end();
    running.delete(stop);
    process.off('exit', killAtExit);
  }
}

/** @typedef {(signal: keyof typeof STOPS, code: number) => void} OnStop */

/** @type {OnStop} */
let onStop = (_signal, code) => {
  stops += 1;
  void Promise.all([...running].map((stop) => stop(stops > 1))).then(() => {
    erase();
    process.stderr.write('\nStopped. Nothing half-done is left; the same command goes on from there.\n');
    process.exit(code);
  });
};

/**
 * Replaces the default handling of a stop signal, for a script that must close more than the programs of `run`.
 * @param {OnStop} handler
 */
export function whenStopped(handler) {
  onStop = handler;
}

/**
 * Runs a script's main function: a failed step ends it with its message and exit code 1.
 * @param {() => Promise<number | void>} main
 */
export async function script(main) {
  for (const [signal, code] of Object.entries(STOPS))
    process.on(signal, () => onStop(/** @type {keyof typeof STOPS} */ (signal), code));
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    erase();
    const trouble = localTrouble(error);
    const told =
      error instanceof StepFailed || trouble === undefined
        ? error
        : new StepFailed(trouble.what, trouble.todo);
    const text =
      told instanceof StepFailed ? told.message : told instanceof Error ? told.stack : String(told);
    process.stderr.write(`\n${String(text)}\n`);
    forgetFailuresOfThisRun();
    // Also ends steps that run beside the failed one.
    process.exit(1);
  }
}

/**
 * Readable time since a moment: `4 s`, `2 min 05 s`.
 * @param {number} since
 */
export function elapsed(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * Kills a process or, if negative, a group; it can be gone already.
 * @param {number} pid
 * @param {NodeJS.Signals} [signal]
 */
export function killQuietly(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** @param {string} text */
function indent(text) {
  const lines = text.trimEnd().split('\n').slice(-40);
  return lines.map((line) => `    ${line}`).join('\n');
}
