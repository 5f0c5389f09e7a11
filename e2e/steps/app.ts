/**
 * Starts the built app for a test: its own data and home folder, an environment without credentials unless given, and
 * a `close` that cleans everything up.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test';
import { startVirtualDisplay } from '../../build/setup/display.mjs';
import { findElectron } from '../../build/setup/electron-finder.mjs';
import type { Preferences } from '../../shared/ipc/contract.ts';
import { programUnder } from '../disks/program-under.ts';
import { smallDiskProgram, type DiskKind } from '../disks/small-disk.ts';
import { keepAnswers } from './evaluate-in-turn.ts';

const playwrightLoader = join(
  dirname(createRequire(import.meta.resolve('@playwright/test')).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
);

/**
 * A virtual display has no GPU. Chromium would find that out by two processes of each app, and draw by software as
 * with these.
 */
const withoutGpu = ['--disable-gpu', '--disable-software-rasterizer'];

export interface LaunchOptions {
  /** Added to the few variables of our own environment that the app needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** The app's own switches, e.g. `--connect=…`. */
  readonly args?: readonly string[];
  /** Preferences that the app finds at startup. */
  readonly preferences?: Partial<Preferences>;
  /** Another folder than the built app, whose first screen can stay static. */
  readonly entry?: string;
  /** Kept after the test; by default a fresh folder is made and removed. */
  readonly userDataDir?: string;
  /** A separate disk for the data folder, or for another one; other processes do not see it. */
  readonly disk?: DiskKind & { readonly folder?: string };
  /** A command that runs Electron, whose path and arguments follow it; it becomes the process that is started. */
  readonly under?: readonly string[];
}

export interface LaunchedApp {
  /** Its `evaluate` runs in a separate turn of main (see evaluate-in-turn.ts). */
  readonly app: ElectronApplication;
  /** The main window's page. */
  readonly window: Page;
  /** Page of the prompt, once drawn and, by default, armed; to inspect it, or to try input that it refuses. */
  readonly trusted: (options?: { readonly armed: boolean }) => Promise<Page>;
  /** Waits until a prompt is armed, runs `act` to answer it, waits until it is gone: the one way to answer. */
  readonly answer: (act: (trusted: Page) => Promise<unknown>) => Promise<void>;
  readonly userDataDir: string;
  /** Everything that the app has written to stdout and stderr so far. */
  readonly output: () => string;
  /** Quits the app and removes its folders. */
  readonly close: () => Promise<void>;
}

/** Launches the built app with `STRONGROOM_ELECTRON`, else with the Electron that the finder finds. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  await ownDisplay();
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-e2e-'));
  // An aborted run does not close its apps; the process that supervises us ends them.
  const removeAtExit = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeAtExit);
  const userDataDir = options.userDataDir ?? join(folder, 'data');
  if (options.preferences !== undefined) {
    await mkdir(userDataDir, { recursive: true });
    const file = { version: 1, data: options.preferences };
    await writeFile(join(userDataDir, 'preferences.json'), JSON.stringify(file));
  }
  const electron = electronToUse();
  const app = await _electron.launch({
    executablePath: programToRun(options, folder, userDataDir, electron.executable),
    args: [
      // Holds the app back until Playwright listens. With our own executable path Playwright leaves this out, and can
      // then miss a window that opens while it connects.
      '-r',
      playwrightLoader,
      options.entry ?? appEntry(),
      `--user-data-dir=${userDataDir}`,
      // Chromium's sandbox refuses root, and the namespace of a separate disk maps every user to root.
      ...(process.getuid?.() === 0 || options.disk !== undefined ? ['--no-sandbox'] : []),
      ...(electron.test ? ['--test-electron'] : []),
      ...withoutGpu,
      ...(options.args ?? []),
    ],
    // Users read first; a test does not need that time. An empty text restores it.
    env: {
      ...bareEnvironment(folder),
      STRONGROOM_PROMPT_ARMED_MS: '10',
      STRONGROOM_QUIET_MS: '0',
      ...options.env,
    },
    // By default Playwright renders pages light, regardless of the app's theme.
    colorScheme: null,
  });
  const launched = await followApp(app, userDataDir, async () => {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Shortcuts of the static first screen are not repeated.
  if (options.entry === undefined)
    await launched.window.locator('html:not([data-still]) #root > *').first().waitFor({ state: 'attached' });
  return launched;
}

/** Wraps an app launched by Playwright for tests; `remove` deletes its folders once it has ended. */
export async function followApp(
  app: ElectronApplication,
  userDataDir: string,
  remove: () => Promise<void>,
): Promise<LaunchedApp> {
  let output = '';
  const collect = (piece: Buffer): void => void (output += piece.toString('utf8'));
  const child = app.process();
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  keepAnswers(app);
  const window = await app.firstWindow();
  return {
    app,
    window,
    trusted: ({ armed } = { armed: true }) => trustedPage(app, armed),
    answer: async (act) => {
      const trusted = await trustedPage(app, true);
      await untilClosed(trusted, () => act(trusted));
    },
    userDataDir,
    output: () => output,
    close: async () => {
      // By a signal: a normal quit would ask about unsaved changes.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await app.close();
      await remove();
    },
  };
}

/** Electron itself, or the program that runs it. */
function programToRun(
  { disk, under }: LaunchOptions,
  folder: string,
  userDataDir: string,
  executable: string,
): string {
  if (disk !== undefined) return smallDiskProgram(folder, { folder: userDataDir, ...disk }, executable);
  return under === undefined ? executable : programUnder(join(folder, 'app'), [...under, executable]);
}

/** Playwright's own timeout for events, and a comparable poll interval, in milliseconds. */
const patience = { timeout: 30_000, intervals: [25] };

async function trustedPage(app: ElectronApplication, armed: boolean): Promise<Page> {
  // Its URL is known only after navigation, which can precede or follow Playwright's page event.
  const open = (): Page | undefined =>
    app.windows().find((page) => page.url().startsWith('app://trusted/') && !page.isClosed());
  await expect
    .poll(() => open() !== undefined, { ...patience, message: 'the trusted view opens' })
    .toBe(true);
  const page = open();
  if (page === undefined) throw new Error('The trusted view was gone before anybody looked at it.');
  await page.locator(armed ? '[role=dialog][data-armed]' : '[role=dialog]').waitFor();
  return page;
}

/**
 * Runs `act`, which closes a page, and waits until the page is gone. It can be gone before Playwright hears that the
 * key or click arrived; its closing is the result. Expectations within `act` still have to hold.
 */
export async function untilClosed(page: Page, act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof Error && /^(?:locator|keyboard)\.\w+: .*has been closed/.test(error.message)))
      throw error;
  });
  // Not by its event, which can have fired already.
  await expect.poll(() => page.isClosed(), { ...patience, message: 'the page closes' }).toBe(true);
}

/** The built app: `STRONGROOM_APP`, else build/out/app. */
export function appEntry(): string {
  return process.env['STRONGROOM_APP'] ?? fileURLToPath(new URL('../../build/out/app', import.meta.url));
}

/** The Electron to use; `test` for the stand-in that must not contact a real server. */
export function electronToUse(): { readonly executable: string; readonly test: boolean } {
  const told = process.env['STRONGROOM_ELECTRON'];
  if (told !== undefined) return { executable: told, test: told.includes('gt-lin') };
  const found = findElectron();
  if (found === undefined) throw new Error('There is no Electron yet: run `npm start` or `npm test` once.');
  return found;
}

/** Closes the window as the user does. The result is ignored: the app can end before it returns one. */
export function closeWindow({ app }: Pick<LaunchedApp, 'app'>): void {
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined);
}

let display: Promise<unknown> | undefined;

/**
 * A display for this worker alone: windows of two workers on one display would steal each other's focus and
 * clipboard. It ends with the worker.
 */
function ownDisplay(): Promise<unknown> {
  return (display ??= startVirtualDisplay().then((screen) => {
    process.env['DISPLAY'] = screen.display;
  }));
}

/** No variable that names a server or a token reaches the app unless the test sets it. */
function bareEnvironment(home: string): Record<string, string> {
  const passedOn = ['PATH', 'DISPLAY', 'XAUTHORITY', 'LANG', 'TMPDIR'] as const;
  const environment: Record<string, string> = { HOME: home };
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
