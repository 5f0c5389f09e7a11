/**
 * Starts an Electron app the same way for both sides of a comparison: a fresh profile and home folder, one debugging
 * port, no Playwright, its own process group. Nothing outlives `close`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ordinaryUserId } from '../release/ordinary-user.ts';
import { DevTools } from './devtools.ts';
import { Page, PATIENCE_MS } from './page.ts';
import { within } from './within.ts';

/** What is started: the Electron, and the app's folder. */
export interface Program {
  readonly electron: string;
  /** Absent where the program is the app. */
  readonly entry?: string;
  /** The app's own switches. */
  readonly switches?: readonly string[];
  /** It gives up root by itself, and then owns its folder. */
  readonly byOrdinaryUser?: true;
}

export interface RunOptions {
  /** Opens main's inspector, to collect its garbage and to run scripts in it. */
  readonly inspectMain?: boolean;
  /** Files that its data folder has from the beginning, by name. */
  readonly data?: Readonly<Record<string, string>>;
  /** A folder of an earlier start, which stays; without it a fresh one is made and removed. */
  readonly folder?: string;
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** What V8 says of one heap, in bytes; typed arrays lie outside of it, in the backing storage. */
export interface HeapUse {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** Whatever is alive, so that a bench that is interrupted or breaks leaves nothing behind. */
const alive = new Set<RunningApp>();
process.once('exit', () => {
  RunningApp.killAll();
});

export class RunningApp {
  /** When it was spawned, on `performance.now()`'s clock of this process. */
  readonly spawnedAt: number;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  /** Removed at the end. */
  readonly #folder: string | undefined;
  readonly #browser: DevTools;
  readonly #inspectorUrl: string | undefined;
  readonly #targets = new Map<string, TargetInfo>();
  readonly #pages = new Map<string, Promise<Page>>();
  #targetsChanged: () => void = () => undefined;

  private constructor(parts: {
    spawnedAt: number;
    child: ChildProcess;
    exited: Promise<unknown>;
    folder: string | undefined;
    browser: DevTools;
    inspectorUrl: string | undefined;
  }) {
    this.spawnedAt = parts.spawnedAt;
    this.pid = parts.child.pid ?? 0;
    this.#child = parts.child;
    this.#exited = parts.exited;
    this.#folder = parts.folder;
    this.#browser = parts.browser;
    this.#inspectorUrl = parts.inspectorUrl;
    alive.add(this);
  }

  /** Spawns it and connects to its debugging port. */
  static async launch(program: Program, options: RunOptions = {}): Promise<RunningApp> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'strongroom-bench-')));
    const switches = [
      `--user-data-dir=${join(folder, 'profile')}`,
      '--remote-debugging-port=0',
      ...(options.inspectMain ? ['--inspect=127.0.0.1:0'] : []),
      // Chromium's sandbox refuses to work for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    await prepareFolder(folder, program, options.data ?? {});
    const entry = program.entry === undefined ? [] : [program.entry];
    const spawnedAt = performance.now();
    const child = spawn(program.electron, [...switches, ...(program.switches ?? []), ...entry], {
      env: bareEnvironment(folder),
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const exited = once(child, 'exit');
    try {
      const urls = await within(
        PATIENCE_MS,
        'waiting for the debugging port',
        debuggingUrls(child, options.inspectMain),
      );
      const browser = await DevTools.connect(urls.browser);
      const removed = options.folder === undefined ? folder : undefined;
      const app = new RunningApp({
        ...{ spawnedAt, child, exited, browser },
        ...{ folder: removed, inspectorUrl: urls.inspector },
      });
      await app.#watchTargets();
      return app;
    } catch (error) {
      killGroup(child);
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The first page whose address fits, as soon as there is one. */
  async page(fits: (url: string) => boolean = () => true): Promise<Page> {
    const search = async (): Promise<Page> => {
      for (;;) {
        const changed = new Promise<void>((resolve) => (this.#targetsChanged = resolve));
        const target = [...this.#targets.values()].find(({ url }) => fits(url));
        if (target) return this.#attach(target.targetId);
        await changed;
      }
    };
    return within(PATIENCE_MS, 'waiting for a page', search());
  }

  /** Every page that is open now. */
  pages(): Promise<Page[]> {
    return Promise.all([...this.#targets.keys()].map((targetId) => this.#attach(targetId)));
  }

  /** True while a page with a fitting address is open. */
  has(fits: (url: string) => boolean): boolean {
    return [...this.#targets.values()].some(({ url }) => fits(url));
  }

  /** A forced collection in main (needs `inspectMain`) and in every page. */
  async collectGarbage(): Promise<void> {
    for (const page of await this.pages()) await page.send('HeapProfiler.collectGarbage');
    await this.#inMain((inspector) => inspector.send('HeapProfiler.collectGarbage'));
  }

  /** What main (needs `inspectMain`) and every page hold now. */
  async heapUse(): Promise<{ readonly main: HeapUse; readonly pages: readonly HeapUse[] }> {
    const pages = await this.pages();
    return {
      main: (await this.#inMain((inspector) => inspector.send('Runtime.getHeapUsage'))) as HeapUse,
      pages: (await Promise.all(pages.map((page) => page.send('Runtime.getHeapUsage')))) as HeapUse[],
    };
  }

  /** Evaluates a script in main (needs `inspectMain`); answers its value. */
  async runInMain(expression: string): Promise<unknown> {
    const evaluated = (await this.#inMain((inspector) =>
      inspector.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }),
    )) as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: { readonly text: string };
    };
    if (evaluated.exceptionDetails !== undefined)
      throw new Error(`in main: ${evaluated.exceptionDetails.text}`);
    return evaluated.result.value;
  }

  async #inMain<T>(work: (inspector: DevTools) => Promise<T>): Promise<T> {
    if (this.#inspectorUrl === undefined) throw new Error('the app was launched without main’s inspector');
    const inspector = await DevTools.connect(this.#inspectorUrl);
    try {
      return await work(inspector);
    } finally {
      inspector.close();
    }
  }

  /** Asks it to end, ends it if it does not, and removes its folder. */
  async close(): Promise<void> {
    alive.delete(this);
    this.#browser.close();
    this.#child.kill('SIGTERM');
    try {
      await within(3_000, 'waiting for the app to end', this.#exited);
    } catch {
      // It asked a question, or hangs: the bench has its figures and does not wait.
    }
    killGroup(this.#child);
    await this.#exited;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Ends whatever is still running; for signals, so it does not wait. */
  static killAll(): void {
    for (const app of alive) {
      killGroup(app.#child);
      if (app.#folder !== undefined) rmSync(app.#folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async #watchTargets(): Promise<void> {
    const seen = (params: Readonly<Record<string, unknown>>): void => {
      const info = params['targetInfo'] as TargetInfo;
      if (info.type !== 'page' && info.type !== 'webview') return;
      this.#targets.set(info.targetId, info);
      this.#targetsChanged();
    };
    this.#browser.on('Target.targetCreated', seen);
    this.#browser.on('Target.targetInfoChanged', seen);
    this.#browser.on('Target.targetDestroyed', (params) => {
      const targetId = params['targetId'] as string;
      this.#targets.delete(targetId);
      this.#pages.delete(targetId);
      this.#targetsChanged();
    });
    await this.#browser.send('Target.setDiscoverTargets', { discover: true });
  }

  #attach(targetId: string): Promise<Page> {
    const known = this.#pages.get(targetId);
    if (known) return known;
    const page = this.#browser
      .send('Target.attachToTarget', { targetId, flatten: true })
      .then((attached) => new Page(this.#browser, (attached as { sessionId: string }).sessionId));
    this.#pages.set(targetId, page);
    return page;
  }
}

/** Puts files into the data folder, and gives the whole to who starts it. */
async function prepareFolder(
  folder: string,
  { byOrdinaryUser }: Program,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const profile = join(folder, 'profile');
  await mkdir(profile, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(data)) await writeFile(join(profile, name), text);
  if (byOrdinaryUser === undefined || ordinaryUserId === undefined) return;
  for (const path of [folder, profile, ...Object.keys(data).map((name) => join(profile, name))])
    await chown(path, ordinaryUserId, ordinaryUserId);
}

/** The little of our environment that an app needs; nothing that offers it an address or a token. */
function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH, DISPLAY, XAUTHORITY, LANG, TMPDIR } = process.env;
  return {
    HOME: home,
    // The time in which a person reads a prompt is not ours to measure.
    STRONGROOM_PROMPT_ARMED_MS: '1',
    STRONGROOM_QUIET_MS: '0',
    ...(PATH === undefined ? {} : { PATH }),
    ...(DISPLAY === undefined ? {} : { DISPLAY }),
    ...(XAUTHORITY === undefined ? {} : { XAUTHORITY }),
    ...(LANG === undefined ? {} : { LANG }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
  };
}

/** Reads the addresses that Chromium and Node announce on stderr. */
function debuggingUrls(
  child: ChildProcess,
  inspectMain: boolean | undefined,
): Promise<{ browser: string; inspector: string | undefined }> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      // Read to the end of its life, or the pipe would fill and stop it; remembered only while it may matter.
      if (text.length < 100_000) text += piece;
      const browser = /^DevTools listening on (ws:\S+)$/m.exec(text)?.[1];
      const inspector = /^Debugger listening on (ws:\S+)$/m.exec(text)?.[1];
      if (browser !== undefined && (inspector !== undefined || !inspectMain)) resolve({ browser, inspector });
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`the app ended (${signal ?? code}) before its debugging port was open:\n${text}`));
    });
  });
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already, and all of its processes with it.
  }
}
