/**
 * packaged-cold, packaged-warm: the packaged app, started by an ordinary user with Chromium's sandbox, from its start
 * to a typed character painted, with saved connections beside it; measured like `cold-start`, and so is the bare
 * window. A cold start has a fresh home, a warm one the home of an earlier start; the page cache is warm for both.
 *
 * packaged-memory: all its processes, without a debugger, idle after a login by system-level key events. The garbage
 * of all heaps is collected through Node's debugger, which both sides open on a signal.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { asOrdinaryUser, ordinaryUserId } from '../release/ordinary-user.ts';
import { startUntilTyped } from './cold-start.ts';
import { DevTools } from './devtools.ts';
import { interleave } from './interleave.ts';
import { steadyMemory, totalBytes } from './memory.ts';
import type { Part } from './part.ts';
import { logInByKeys } from './packaged-login.ts';
import { withPackaged, type PackagedPrograms } from './packaged-programs.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';
import { within } from './within.ts';

const ROUNDS = 12;
const MEMORY_ROUNDS = 3;
const LIMIT_MS = 30_000;

let made = 0;

function newHome({ folder }: PackagedPrograms): string {
  const home = join(folder, `home-${String(made++)}`);
  mkdirSync(home, { mode: 0o700 });
  if (ordinaryUserId !== undefined) chownSync(home, ordinaryUserId, ordinaryUserId);
  return home;
}

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly end: () => Promise<void>;
}

/** Starts it and waits until it has painted. */
async function start(line: readonly string[], home: string): Promise<Running> {
  const [command, ...args] = [...asOrdinaryUser, ...line, '--ready-line'];
  const { PATH = '', DISPLAY = '' } = process.env;
  const env = { PATH, DISPLAY, LANG: 'C.UTF-8', HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home };
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
  return {
    child,
    said,
    end: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Milliseconds; ours against the bare window. `warm`: the second start in a home. */
export function packagedStart(bare: Program, warm: boolean): Promise<Part> {
  return withPackaged(bare, async (programs) => {
    const sample = async (program: Program, listed: boolean): Promise<number> => {
      if (!warm) return startUntilTyped(program, listed);
      const folder = newHome(programs);
      await startUntilTyped(program, listed, { folder });
      return startUntilTyped(program, listed, { folder });
    };
    const times = await interleave(
      ROUNDS,
      1,
      () => sample(programs.ours, true),
      () => sample(programs.bare, false),
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
  });
}

/** Runs in main, as text: collects the garbage of every page. */
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

/** MiB of PSS; ours after a login, against a bare window. */
export function packagedMemory(bare: Program): Promise<Part> {
  return withPackaged(bare, async (programs) => {
    const sample = async (
      line: readonly string[],
      work?: (running: Running) => Promise<() => Promise<void>>,
    ): Promise<number> => {
      const running = await start(line, newHome(programs));
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
      () => sample(programs.lines.ours, ({ child }) => logInByKeys(child.pid ?? 0)),
      () => sample(programs.lines.bare),
    );
    return {
      measured: {
        name: 'packaged-memory',
        unit: 'MiB',
        ours: median(sizes.ours),
        reference: median(sizes.reference),
        referenceName: 'PSS of a bare window of this Electron',
        budget: 1.15,
        n: sizes.ours.length,
      },
      notes: [
        `ours ${sizes.ours.map((size) => size.toFixed(0)).join(', ')}; bare ${sizes.reference.map((size) => size.toFixed(0)).join(', ')} MiB`,
      ],
    };
  });
}
