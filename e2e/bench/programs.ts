/**
 * programs: what `strongroom run` costs, with the app open and a yes remembered.
 *
 * - program-run: a shell with one value, against the same shell started bare, and 30 ms.
 * - program-vault: the same, against `vault kv get` of that key, which starts no program.
 * - program-100: a shell with 100 values of 100 entries, against the same shell bare and the same reads by bare
 *   undici, as many at a time.
 * - program-mask: seconds for 512 MB of output, masked, against 200 MB/s; a note has the time of `cat` alone.
 * - program-idle: wake-ups of main's thread in 20 s with a session and the socket open, plus 1; against the same
 *   without the socket.
 *
 * Correct: the shell compares each value and ends with 0; masked output is as long as it must be, and has no value.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launcherFile } from '../../build/setup/launcher.mjs';
import { must, startDevVault, type Reachable } from '../servers/index.ts';
import { serverBinary } from '../servers/server-binary.ts';
import { interleave } from './interleave.ts';
import type { Part } from './part.ts';
import type { ProgramsTask } from './programs-app.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 15;
const MANY = 100;
const PARALLEL = 8;
const MORE_MS = 30;
const IDLE_MS = 20_000;
/** Ends of connections before, which are cut off after a while. */
const SETTLE_MS = 11_000;
const MEGABYTES = 512;
const WANTED_MB_S = 200;
const connection = 'bench';

/** Milliseconds of `run`, seconds of masking, wake-ups; each against its reference. */
export async function programs(ours: Program): Promise<Part> {
  const server = await startDevVault();
  const folder = mkdtempSync(join(tmpdir(), 'sr-bench-'));
  const app = await startApp(ours, server);
  try {
    for (let at = 0; at < MANY; at++)
      await must(server, 'POST', `secret/data/bench/${String(at)}`, {
        data: { value: `value-${String(at)}` },
      });
    const one = await interleave(
      ROUNDS,
      2,
      () => run(app, folder, 1),
      () => run(undefined, folder, 1),
    );
    const vault = await interleave(
      ROUNDS,
      2,
      () => run(app, folder, 1),
      () => vaultGet(server),
    );
    const many = await interleave(
      ROUNDS,
      2,
      () => run(app, folder, MANY),
      async () => (await app.ask('bare')) + (await run(undefined, folder, MANY)),
    );
    const masked = await interleave(
      3,
      1,
      () => print(app, folder),
      () => print(undefined, folder),
    );
    const open = await wakeUps(app, 'wakes');
    const closed = await wakeUps(app, 'off');
    return {
      measured: row(
        'program-run',
        'ms',
        median(one.ours),
        median(one.reference) + MORE_MS,
        `the shell bare, and ${String(MORE_MS)} ms`,
      ),
      also: [
        row('program-vault', 'ms', median(vault.ours), median(vault.reference), 'vault kv get of one key'),
        {
          ...row(
            'program-100',
            'ms',
            median(many.ours),
            median(many.reference),
            `bare undici, the same reads, ${String(PARALLEL)} at a time, and the shell`,
          ),
          budget: 1.25,
        },
        {
          ...row(
            'program-mask',
            's',
            median(masked.ours) / 1000,
            MEGABYTES / WANTED_MB_S,
            `${String(WANTED_MB_S)} MB/s`,
          ),
          n: 3,
        },
        { ...row('program-idle', '', open + 1, closed + 1, 'the same app without the socket'), n: 1 },
      ],
      notes: [
        `run ${spread(one.ours)}; bare ${spread(one.reference)}; vault kv get ${spread(vault.reference)}`,
        `100 values ${spread(many.ours)}; reads and shell bare ${spread(many.reference)}`,
        `${String(MEGABYTES)} MB masked ${spread(masked.ours)}; by cat ${spread(masked.reference)}`,
      ],
    };
  } finally {
    await app.end();
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

function row(name: string, unit: string, ours: number, reference: number, referenceName: string) {
  return { name, unit, ours, reference, referenceName, budget: 1, n: ROUNDS };
}

/** Wake-ups of main's thread while nothing is asked of it. */
async function wakeUps(app: ServedApp, how: 'wakes' | 'off'): Promise<number> {
  await app.ask(how);
  await pause(SETTLE_MS);
  const before = await app.ask('wakes');
  await pause(IDLE_MS);
  return (await app.ask('wakes')) - before;
}

interface ServedApp {
  readonly runtime: string;
  readonly ask: (what: 'bare' | 'wakes' | 'off') => Promise<number>;
  readonly end: () => Promise<void>;
}

async function startApp({ electron }: Program, server: Reachable): Promise<ServedApp> {
  const task: ProgramsTask = {
    address: server.address,
    token: server.rootToken,
    launcher: launcherFile(),
    connection,
    paths: Array.from({ length: MANY }, (_, at) => `secret/data/bench/${String(at)}`),
    parallel: PARALLEL,
  };
  const script = fileURLToPath(new URL('programs-app.ts', import.meta.url));
  const child = spawn(electron, [script, JSON.stringify(task)], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the backend has ended');
    return line.value;
  };
  return {
    runtime: await next(),
    ask: async (what) => {
      child.stdin.write(`${what}\n`);
      return Number(await next());
    },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Milliseconds of a shell that compares its values; without an app it is given them by us. */
async function run(app: ServedApp | undefined, folder: string, count: number): Promise<number> {
  const names = Array.from({ length: count }, (_, at) => String(at));
  const script = names.map((at) => `[ "$V${at}" = value-${at} ]`).join(' && ');
  const given = (at: string): string =>
    app === undefined ? `value-${at}` : `strongroom://${connection}/secret/bench/${at}#value`;
  const env = Object.fromEntries(names.map((at) => [`V${at}`, given(at)]));
  const words = ['sh', '-c', script] as const;
  return app === undefined
    ? timed('/bin/sh', words.slice(1), { folder, env })
    : timed(launcherFile(), ['run', '--no-mask', '--', ...words], {
        folder,
        env: { ...env, XDG_RUNTIME_DIR: app.runtime },
      });
}

async function vaultGet({ address, rootToken }: Reachable): Promise<number> {
  const env = { VAULT_ADDR: address, VAULT_TOKEN: rootToken, HOME: '/nonexistent' };
  return timed(serverBinary('vault'), ['kv', 'get', '-field=value', 'secret/bench/0'], { folder: '/', env });
}

/** Milliseconds of printing a large text with a value in every tenth line; with an app it is masked. */
async function print(app: ServedApp | undefined, folder: string): Promise<number> {
  const file = join(folder, 'text');
  const line = `${'x'.repeat(90)} INFO served 200 in 3 ms\n`;
  const part = `${line.repeat(9)}V=value-0 ${line.slice(10)}`;
  const times = Math.ceil((MEGABYTES * 1_000_000) / 20 / part.length);
  writeFileSync(file, part.repeat(times));
  const script = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cat ${file}; done`;
  const words = ['sh', '-c', script] as const;
  // A mask is as long as the value: three times three bytes, and one byte less of it.
  const length = 20 * times * (part.length + (app === undefined ? 0 : '•••'.length * 3 - 'value-0'.length));
  return app === undefined
    ? timed('/bin/sh', words.slice(1), { folder, env: {}, length })
    : timed(launcherFile(), ['run', '--', ...words], {
        folder,
        env: { V: `strongroom://${connection}/secret/bench/0#value`, XDG_RUNTIME_DIR: app.runtime },
        length,
      });
}

interface Timed {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Bytes that it must print. */
  readonly length?: number;
}

/** Milliseconds from the start of a program to its end. Throws unless it ends with 0 and prints as much as it must. */
function timed(program: string, words: readonly string[], { folder, env, length }: Timed): Promise<number> {
  const began = performance.now();
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && (length === undefined || bytes === length)) resolve(performance.now() - began);
      else reject(new Error(`${program} ended with ${String(code)} after ${String(bytes)} bytes`));
    });
  });
}
