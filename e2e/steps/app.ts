/**
 * Starts the built app for a test: its own data and home folder, an environment that offers nothing unless told, and
 * nothing left behind by `close`.
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

export interface LaunchOptions {
  /** Added to the little of our own environment that the app needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** The app's own switches, e.g. `--connect=…`. */
  readonly args?: readonly string[];
  /** What the app finds in its preferences at the start. */
  readonly preferences?: Partial<Preferences>;
  /** Kept at the end; without it a fresh folder is made and removed. */
  readonly userDataDir?: string;
  /** A disk of the app's own for its data folder, or another; nobody else sees it. */
  readonly disk?: DiskKind & { readonly folder?: string };
  /** A command that runs Electron, whose path and arguments follow it, as the process that was started. */
  readonly under?: readonly string[];
}

export interface LaunchedApp {
  /** Its `evaluate` runs in a turn of its own in main (see evaluate-in-turn.ts). */
  readonly app: ElectronApplication;
  /** The main window's page. */
  readonly window: Page;
  /** The prompt's page, as soon as it is drawn and, unless told otherwise, armed; to look at, or to try what it refuses. */
  readonly trusted: (options?: { readonly armed: boolean }) => Promise<Page>;
  /** Waits until a prompt is armed, does `act` in it, which answers it, and waits until it is gone: the one way to answer. */
  readonly answer: (act: (trusted: Page) => Promise<unknown>) => Promise<void>;
  readonly userDataDir: string;
  /** Everything the app has written to standard output and standard error so far. */
  readonly output: () => string;
  /** Quits the app and removes its folders. */
  readonly close: () => Promise<void>;
}

/** Launches the built app in `STRONGROOM_ELECTRON`, else in the Electron that the finder finds. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  await ownDisplay();
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-e2e-'));
  // A run that is stopped closes no app; whoever watches over us ends it.
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
      // Holds the app back until Playwright listens; with a path of our own Playwright leaves it out, and then a window
      // that opens while it connects is sometimes never seen.
      '-r',
      playwrightLoader,
      appEntry(),
      `--user-data-dir=${userDataDir}`,
      // Chromium's sandbox refuses to work for root, whom a disk of one's own makes of everybody.
      ...(process.getuid?.() === 0 || options.disk !== undefined ? ['--no-sandbox'] : []),
      ...(electron.test ? ['--test-electron'] : []),
      ...(options.args ?? []),
    ],
    // A person reads first; a test has read already. An empty text restores a person's time.
    env: {
      ...bareEnvironment(folder),
      ...{ STRONGROOM_PROMPT_ARMED_MS: '10', STRONGROOM_QUIET_MS: '0' },
      ...options.env,
    },
    // Playwright paints pages light otherwise, whatever theme the app has chosen.
    colorScheme: null,
  });
  return followApp(app, userDataDir, async () => {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** What a test does with an app that Playwright has launched; `remove` takes its folders away once it has ended. */
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
      // By a signal: a quit as a person does it would ask about what is not saved.
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

/** Electron itself, or what runs it. */
function programToRun(
  { disk, under }: LaunchOptions,
  folder: string,
  userDataDir: string,
  executable: string,
): string {
  if (disk !== undefined) return smallDiskProgram(folder, { folder: userDataDir, ...disk }, executable);
  return under === undefined ? executable : programUnder(join(folder, 'app'), [...under, executable]);
}

/** As long as Playwright waits for an event, and about as fast, in milliseconds. */
const patience = { timeout: 30_000, intervals: [25] };

async function trustedPage(app: ElectronApplication, armed: boolean): Promise<Page> {
  // Its address is known only after it has navigated, which may be before or after Playwright tells of the page.
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
 * Does `act`, which closes a page, and waits until the page is gone. It may be gone before Playwright has heard that the
 * key or click arrived; that it goes is the answer. What `act` expects of the page still has to hold.
 */
export async function untilClosed(page: Page, act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof Error && /^(?:locator|keyboard)\.\w+: .*has been closed/.test(error.message)))
      throw error;
  });
  // Not by its event, which may have come already.
  await expect.poll(() => page.isClosed(), { ...patience, message: 'the page closes' }).toBe(true);
}

/** The built app: `STRONGROOM_APP`, else build/out/app. */
export function appEntry(): string {
  return process.env['STRONGROOM_APP'] ?? fileURLToPath(new URL('../../build/out/app', import.meta.url));
}

/** The Electron to run it with; `test` for the stand-in that must not meet a real server. */
export function electronToUse(): { readonly executable: string; readonly test: boolean } {
  const told = process.env['STRONGROOM_ELECTRON'];
  if (told !== undefined) return { executable: told, test: told.includes('gt-lin') };
  const found = findElectron();
  if (found === undefined) throw new Error('There is no Electron yet: run `npm start` or `npm test` once.');
  return found;
}

/** Closes the window as a person does. What comes of it is the answer: the app may end before it gives one. */
export function closeWindow({ app }: Pick<LaunchedApp, 'app'>): void {
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined);
}

let display: Promise<unknown> | undefined;

/**
 * A screen for this worker alone: windows of two workers on one screen would take each other's focus and clipboard. It
 * ends with the worker.
 */
function ownDisplay(): Promise<unknown> {
  return (display ??= startVirtualDisplay().then((screen) => {
    process.env['DISPLAY'] = screen.display;
  }));
}

/** Nothing that names a server or a token reaches the app unless the test says so. */
function bareEnvironment(home: string): Record<string, string> {
  const passedOn = ['PATH', 'DISPLAY', 'XAUTHORITY', 'LANG', 'TMPDIR'] as const;
  const environment: Record<string, string> = { HOME: home };
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
