/**
 * A user with their own home folder who starts the packaged app: an ordinary user (Debian's `nobody` if the tests run
 * as root), so that Chromium's sandbox works.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { startVirtualDisplay } from '../../build/setup/display.mjs';
import { below } from '../traces/files-holding.ts';
import { descendants, signal } from '../traces/process-memory.ts';
import { installed } from './installed.ts';
import { asOrdinaryUser, ordinaryUserId } from './ordinary-user.ts';

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A program other than the installed one. */
  readonly binary?: string;
  /** A command that starts it, e.g. with other limits. */
  readonly within?: readonly string[];
}

export interface Started {
  /** Pid of the main process. */
  readonly pid: number;
  /** All its output. */
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Waits for its end; returns the exit code, or the signal. */
  readonly ended: () => Promise<number | string>;
  /** Waits until its window has painted. */
  readonly ready: () => Promise<void>;
  /** Its processes, main first. */
  readonly processes: () => readonly number[];
  /** Asks it to quit, and waits. */
  readonly quit: () => Promise<void>;
  /** Kills it with all child processes, and waits. */
  readonly kill: () => Promise<void>;
}

export interface Person {
  readonly home: string;
  /** Everything below `home/`, `tmp/` (temporary files) and `run/` (desktop session); folders end with a slash. */
  readonly files: () => readonly string[];
  /** Environment of this user's programs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly start: (args: readonly string[], options?: StartOptions) => Started;
  /** Ends everything and removes the home. */
  readonly leave: () => Promise<void>;
}

let display: Promise<string> | undefined;

/** Display number of this worker's own screen. */
export function ownScreen(): Promise<string> {
  return (display ??= startVirtualDisplay().then((screen) => screen.display));
}

/** A new user on this worker's screen. */
export async function newPerson(): Promise<Person> {
  const outer = mkdtempSync(join(tmpdir(), 'strongroom-person-'));
  chmodSync(outer, 0o755);
  const [home = '', temporary = '', session = ''] = ['home', 'tmp', 'run'].map((name) => {
    const folder = join(outer, name);
    mkdirSync(folder, { mode: 0o700 });
    if (ordinaryUserId !== undefined) chownSync(folder, ordinaryUserId, ordinaryUserId);
    return folder;
  });
  const { PATH = '' } = process.env;
  const environment = {
    PATH,
    DISPLAY: await ownScreen(),
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: temporary,
    XDG_RUNTIME_DIR: session,
  };
  const running: Started[] = [];
  return {
    home,
    environment,
    files: () => filesBelow(outer).filter((path) => !/^\w+\/$/.test(path)),
    start: (args, options = {}) => {
      const started = start(args, environment, options);
      running.push(started);
      return started;
    },
    leave: async () => {
      for (const each of running) await each.kill();
      rmSync(outer, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { env = {}, binary = installed().binary, within = [] }: StartOptions,
): Started {
  const line = [...installed().enter, ...within, ...asOrdinaryUser, binary, ...args];
  const [command = binary, ...rest] = line;
  // Each of these execs the next: the child is the app's main process.
  const child = spawn(command, rest, {
    env: { ...environment, ...env },
    cwd: environment['HOME'],
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => void (output += piece));
  // Before its pipes close: `processes` must find a child that outlives it.
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ended = async (): Promise<number | string> => {
    const [code, by] = await exited;
    // Its last output is still in the pipes, and is read in the next turn.
    await turn();
    await turn();
    return code ?? by ?? 'nothing';
  };
  const pid = child.pid ?? 0;
  const processes = (): readonly number[] => (hasEnded() ? [] : [pid, ...descendants(pid)]);
  return {
    pid,
    output: () => output,
    hasEnded,
    ended,
    ready: async () => {
      await expect
        .poll(() => hasEnded() || output.includes('STRONGROOM_READY'), { timeout: 60_000, intervals: [25] })
        .toBe(true);
      expect(hasEnded(), `it ended:\n${output}`).toBe(false);
    },
    processes,
    quit: async () => {
      signal(pid, 'SIGTERM');
      await ended();
    },
    kill: async () => {
      for (const each of processes()) signal(each, 'SIGKILL');
      await ended();
    },
  };
}

function filesBelow(folder: string): readonly string[] {
  return below(folder)
    .map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
      return entry.isDirectory() ? `${path}/` : path;
    })
    .sort();
}
