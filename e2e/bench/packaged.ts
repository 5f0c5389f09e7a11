/**
 * packaged-cold, packaged-warm, packaged-memory: what people install, started by an ordinary user with Chromium's sandbox, with
 * nothing attached to it: it says itself when its window has painted (`--ready-line`), and so does the bare window. A cold
 * start has a fresh home, a warm one the home of a start before; the page cache is warm for both.
 *
 * Memory is that of all processes, idle after a login that was made by keys of the system. The garbage of all heaps is
 * collected through Node's debugger, which both sides open for a signal: ours in a copy with the fuse for it.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { findElectron } from '../../build/setup/electron-finder.mjs';
import { ensurePackage } from '../../build/setup/package.mjs';
import { asOrdinaryUser, ordinaryUserId } from '../release/ordinary-user.ts';
import { DevTools } from './devtools.ts';
import { interleave } from './interleave.ts';
import { steadyMemory, totalBytes } from './memory.ts';
import type { Part } from './part.ts';
import { logInByKeys } from './packaged-login.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { within } from './within.ts';

const ROUNDS = 12;
const MEMORY_ROUNDS = 3;
const LIMIT_MS = 30_000;

/** A program that an ordinary user can start, and what it is given. */
interface Startable {
  readonly line: readonly string[];
}

interface Prepared {
  readonly ours: Startable;
  readonly bare: Startable;
  readonly homes: string;
  readonly remove: () => void;
}

let made = 0;

/** Both programs in a folder that an ordinary user can read. */
async function prepare(bare: Program, inspect: boolean): Promise<Prepared> {
  const electron = findElectron();
  if (electron === undefined) throw new Error('There is no Electron.');
  const { folder } = await ensurePackage(electron);
  const work = mkdtempSync(join(tmpdir(), 'strongroom-bench-packaged-'));
  chmodSync(work, 0o755);
  cpSync(folder, join(work, 'ours'), { recursive: true });
  cpSync(dirname(bare.electron), join(work, 'electron'), { recursive: true });
  cpSync(bare.entry, join(work, 'bare'), { recursive: true });
  const binary = join(work, 'ours', 'strongroom');
  if (inspect) {
    const fuses = { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true } as const;
    await flipFuses(binary, fuses);
  }
  return {
    ours: { line: [binary, '--ready-line'] },
    bare: { line: [join(work, 'electron', 'electron'), join(work, 'bare'), '--ready-line'] },
    homes: work,
    remove: () => rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

function newHome({ homes }: Prepared): string {
  const home = join(homes, `home-${String(made++)}`);
  mkdirSync(home, { mode: 0o700 });
  if (ordinaryUserId !== undefined) chownSync(home, ordinaryUserId, ordinaryUserId);
  return home;
}

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly readyMs: number;
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly end: () => Promise<void>;
}

/** Starts it and waits until it has painted. */
async function start({ line }: Startable, home: string): Promise<Running> {
  const [command = '', ...args] = [...asOrdinaryUser, ...line];
  const { PATH = '', DISPLAY = '' } = process.env;
  const env = { PATH, DISPLAY, LANG: 'C.UTF-8', HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home };
  const spawnedAt = performance.now();
  const child = spawn(command, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      for (const hear of heard) hear();
    });
  const said = (pattern: RegExp): Promise<string> =>
    within(
      LIMIT_MS,
      `waiting for ${String(pattern)}`,
      new Promise((resolve) => {
        const hear = (): void => {
          const found = pattern.exec(output);
          if (found === null) return;
          heard.delete(hear);
          resolve(found[1] ?? found[0]);
        };
        heard.add(hear);
        hear();
      }),
    );
  await said(/^STRONGROOM_READY$/m);
  const readyMs = performance.now() - spawnedAt;
  return {
    ...{ child, readyMs, said },
    end: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readyIn(program: Startable, home: string): Promise<number> {
  const running = await start(program, home);
  await running.end();
  return running.readyMs;
}

/** Milliseconds; ours against the bare window. `warm`: the second start in a home. */
export async function packagedStart(bare: Program, warm: boolean): Promise<Part> {
  const prepared = await prepare(bare, false);
  try {
    const sample = async (program: Startable): Promise<number> => {
      const home = newHome(prepared);
      if (warm) await readyIn(program, home);
      return readyIn(program, home);
    };
    const times = await interleave(
      ROUNDS,
      1,
      () => sample(prepared.ours),
      () => sample(prepared.bare),
    );
    return {
      measured: {
        name: warm ? 'packaged-warm' : 'packaged-cold',
        unit: 'ms',
        ours: median(times.ours),
        reference: median(times.reference),
        referenceName: `this Electron with one line and one input, ${warm ? 'second start' : 'first start'}`,
        budget: warm ? 1.15 : 1.2,
        n: times.ours.length,
      },
      notes: [`ours ${spread(times.ours)}; bare ${spread(times.reference)}`],
    };
  } finally {
    prepared.remove();
  }
}

/** Runs in main, as text: the garbage of every page. */
const COLLECT_IN_PAGES = `(async () => {
  for (const { debugger: tool } of process.mainModule.require('electron').webContents.getAllWebContents()) {
    tool.attach();
    await tool.sendCommand('HeapProfiler.collectGarbage');
    tool.detach();
  }
})()`;

async function idleBytes(running: Running): Promise<number> {
  const { pid = 0 } = running.child;
  running.child.kill('SIGUSR1');
  const inspector = await DevTools.connect(await running.said(/^Debugger listening on (ws:\S+)$/m));
  await inspector.send('Runtime.evaluate', { expression: COLLECT_IN_PAGES, awaitPromise: true });
  await inspector.send('HeapProfiler.collectGarbage');
  inspector.close();
  return totalBytes(await steadyMemory(pid));
}

/** Mebibytes of PSS; ours after a login, against a bare window. */
export async function packagedMemory(bare: Program): Promise<Part> {
  const prepared = await prepare(bare, true);
  try {
    const sample = async (
      program: Startable,
      work?: (running: Running) => Promise<() => Promise<void>>,
    ): Promise<number> => {
      const running = await start(program, newHome(prepared));
      let done: (() => Promise<void>) | undefined;
      try {
        done = await work?.(running);
        return (await idleBytes(running)) / 1024 / 1024;
      } finally {
        await running.end();
        await done?.();
      }
    };
    const sizes = await interleave(
      MEMORY_ROUNDS,
      0,
      () => sample(prepared.ours, ({ child }) => logInByKeys(child.pid ?? 0)),
      () => sample(prepared.bare),
    );
    return {
      measured: {
        name: 'packaged-memory',
        unit: 'MiB',
        ours: median(sizes.ours),
        reference: median(sizes.reference),
        referenceName: 'PSS of a bare window of this Electron',
        budget: 1.4,
        n: sizes.ours.length,
      },
      notes: [
        `ours ${sizes.ours.map((size) => size.toFixed(0)).join(', ')}; bare ${sizes.reference.map((size) => size.toFixed(0)).join(', ')} MiB`,
      ],
    };
  } finally {
    prepared.remove();
  }
}
