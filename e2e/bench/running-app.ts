/**
 * Starts an Electron app the same way for both sides of a comparison: a fresh profile and home folder, one debugging
 * port, no Playwright, its own process group. `close` leaves nothing behind.
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

/** The program to start: Electron, and the app's folder. */
export interface Program {
  readonly electron: string;
  /** Absent if the executable itself is the app. */
  readonly entry?: string;
  /** The app's own switches. */
  readonly switches?: readonly string[];
  /** Drops root by itself, and then owns its folder. */
  readonly byOrdinaryUser?: true;
}

export interface RunOptions {
  /** Opens main's inspector, to collect its garbage and to run scripts in it. */
  readonly inspectMain?: boolean;
  /** Initial files of its data folder, by name. */
  readonly data?: Readonly<Record<string, string>>;
  /** A folder of an earlier start, which is kept; by default a fresh one is made and removed. */
  readonly folder?: string;
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** V8's figures for one heap, in bytes; typed arrays lie outside of it, in the backing storage. */
export interface HeapUse {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** Running apps, for cleanup if the bench is interrupted or fails. */
const alive = new Set<RunningApp>();
process.once('exit', () => {
  RunningApp.killAll();
});

export class RunningApp {
  /** Time of the spawn, on the clock of `performance.now()` in this process. */
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
      // Chromium's sandbox refuses to run as root.
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
        spawnedAt,
        child,
        exited,
        browser,
        folder: removed,
        inspectorUrl: urls.inspector,
      });
      await app.#watchTargets();
      return app;
    } catch (error) {
      killGroup(child);
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** First page whose URL matches, as soon as it exists. */
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

  /** True while a page with a matching URL is open. */
  has(fits: (url: string) => boolean): boolean {
    return [...this.#targets.values()].some(({ url }) => fits(url));
  }

  /** Forces a collection in main (needs `inspectMain`) and in every page. */
  async collectGarbage(): Promise<void> {
    for (const page of await this.pages()) await page.send('HeapProfiler.collectGarbage');
    await this.#inMain((inspector) => inspector.send('HeapProfiler.collectGarbage'));
  }

  /** Current heap of main (needs `inspectMain`) and of every page. */
  async heapUse(): Promise<{ readonly main: HeapUse; readonly pages: readonly HeapUse[] }> {
    const pages = await this.pages();
    return {
      main: (await this.#inMain((inspector) => inspector.send('Runtime.getHeapUsage'))) as HeapUse,
      pages: (await Promise.all(pages.map((page) => page.send('Runtime.getHeapUsage')))) as HeapUse[],
    };
  }

  /** Evaluates a script in main (needs `inspectMain`); returns its value. */
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

  /** Asks it to quit, kills it if it does not, and removes its folder. */
  async close(): Promise<void> {
    alive.delete(this);
    this.#browser.close();
    this.#child.kill('SIGTERM');
    try {
      await within(3_000, 'waiting for the app to end', this.#exited);
    } catch {
      // It shows a question, or hangs: the bench has its figures and does not wait.
    }
    killGroup(this.#child);
    await this.#exited;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Kills all running apps; for signals, so it does not wait. */
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

/** Puts files into the data folder, and makes the ordinary user its owner if the program runs as one. */
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

/** The few variables that an app needs; none offers it an address or a token. */
function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH, DISPLAY, XAUTHORITY, LANG, TMPDIR } = process.env;
  return {
    HOME: home,
    // The user's reading time for a prompt is not measured.
    STRONGROOM_PROMPT_ARMED_MS: '1',
    STRONGROOM_QUIET_MS: '0',
    ...(PATH === undefined ? {} : { PATH }),
    ...(DISPLAY === undefined ? {} : { DISPLAY }),
    ...(XAUTHORITY === undefined ? {} : { XAUTHORITY }),
    ...(LANG === undefined ? {} : { LANG }),
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
  };
}

/** Reads the debugging URLs that Chromium and Node print on stderr. */
function debuggingUrls(
  child: ChildProcess,
  inspectMain: boolean | undefined,
): Promise<{ browser: string; inspector: string | undefined }> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      // Read until the process ends, or the full pipe would block it; stored only while it can matter.
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
    // Already gone, with all of its processes.
  }
}
