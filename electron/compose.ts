/** Builds the object graph, once: the only file that knows everything. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as electron from 'electron';
import { app, ipcMain, nativeTheme, type BrowserWindow } from 'electron';
import type { CallName } from '../shared/ipc/contract.ts';
import { redact } from '../shared/vault/redact.ts';
import type { Platform } from './ipc/calls.ts';
import { makeEmit } from './ipc/events.ts';
import type { AllowedPage } from './ipc/guard.ts';
import { registerCalls } from './ipc/register.ts';
import { makeCallRunner } from './ipc/run.ts';
import { adaptClipboard, makeTimedClipboard } from './platform/clipboard.ts';
import { chooseFile } from './platform/dialogs.ts';
import type { Environment } from './platform/environment.ts';
import { openLog } from './platform/log.ts';
import { openPreferences } from './platform/preferences.ts';
import type { Switches } from './platform/switches.ts';
import { mainHost, makeMainWindow } from './window/main-window.ts';
import { setMenu } from './window/menu.ts';
import { sayWhenPainted } from './window/ready-line.ts';
import { makeAsk } from './window/trusted-view.ts';
import { openWindowState } from './window/window-state.ts';

/** Calls whose answer exists once; neither a cancel nor a crash of the page may abort them. None yet. */
const uncancellable: ReadonlySet<CallName> = new Set();

/** From a loaded page to its first frame on screen (measured: 50 to 90 ms), which nothing of ours should compete with. */
const FIRST_FRAME_MS = 100;

/** Builds the app from its environment and switches, and opens its window when Electron is ready. */
export function compose(
  environment: Environment,
  switches: Switches,
  harden: (log: (line: string) => void) => void,
): void {
  const developerTools = !app.isPackaged;
  const dataFolder = app.getPath('userData');
  const echo = (line: string): void => void process.stderr.write(line);
  const log = openLog(dataFolder, redact, developerTools && environment['STRONGROOM_LOG'] ? echo : undefined);
  const report = (problem: string): void => {
    log.line(problem);
    process.stderr.write(`strongroom: ${problem}\n`);
  };
  harden(log.line);

  const preferences = openPreferences(dataFolder, report, ({ theme }) => {
    nativeTheme.themeSource = theme;
  });
  nativeTheme.themeSource = preferences.get().theme;

  let window: BrowserWindow | undefined;
  const contents = (): Electron.WebContents | undefined =>
    window === undefined || window.isDestroyed() ? undefined : window.webContents;
  const emit = makeEmit(contents, mainHost);
  const clipboard = makeTimedClipboard({
    clipboard: adaptClipboard(electron.clipboard, electron.ClipboardItem, process.platform),
    seconds: () => preferences.get().clipboardSeconds,
    changed: (state) => emit('clipboard.changed', state),
  });

  const platform: Platform = {
    ask: makeAsk({
      window: () => window,
      pageFolder: join(import.meta.dirname, 'trusted'),
      preload: join(import.meta.dirname, 'trusted-preload.cjs'),
      developerTools,
      copySecret: clipboard.copySecret,
      log: log.line,
    }),
    clipboard,
    chooseFile: (purpose) => chooseFile(window, purpose),
    preferences,
    app: {
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      testElectron: switches.testElectron,
      testElectronAllowed: switches.testElectronAllowed,
      packaged: app.isPackaged,
      platform: process.platform,
      connectTo: switches.connectTo,
      dataFolder,
    },
    environment,
    homeFolder: homedir(),
    log: log.line,
  };

  /**
   * Everything behind the bridge: schemas, handlers, sessions. Loaded once, and not before the page has been drawn: parsing
   * code in main holds every frame and key of the window back.
   */
  let desk: Promise<Desk> | undefined;
  let opened: Desk | undefined;
  const pageLoaded = Promise.withResolvers<undefined>();
  const openDesk = (): Promise<Desk> =>
    (desk ??= pageLoaded.promise
      .then(() => import('./desk.ts'))
      .then((module) => (opened = module.openDesk(platform, emit))));

  const page: AllowedPage = { contents, host: mainHost };
  const runner = makeCallRunner({ table: openDesk, log: log.line, uncancellable });
  registerCalls(ipcMain, runner, page, log.line);

  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  leaveNothing(async () => {
    await clipboard.clearNow();
    await opened?.shutdown();
    log.line('quit');
    log.flush();
  });

  void app.whenReady().then(() => {
    window = makeMainWindow({
      pageFolder: join(import.meta.dirname, 'renderer'),
      preload: join(import.meta.dirname, 'preload.cjs'),
      developerTools,
      state: openWindowState(dataFolder, report),
      log: log.line,
    });
    const { webContents } = window;
    const askerId = webContents.id;
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) runner.abandon(askerId);
    });
    webContents.on('render-process-gone', () => runner.abandon(askerId));
    webContents.on('destroyed', () => runner.abandon(askerId));
    const openForBusiness = (): void => {
      pageLoaded.resolve(undefined);
      const opening = openDesk();
      setMenu(developerTools);
      if (switches.sampleServerFile !== '') {
        opening
          .then(({ openSample }) => openSample(switches.sampleServerFile))
          .catch((error: unknown) => {
            report(
              `the sample server was not opened: ${error instanceof Error ? error.message : String(error)}`,
            );
          });
      }
    };
    webContents.once('did-stop-loading', () => setTimeout(openForBusiness, FIRST_FRAME_MS));
    if (switches.readyLine) sayWhenPainted(webContents);
    void window.loadURL(`app://${mainHost}/`);
    log.line(`started, version ${platform.app.version}, Electron ${platform.app.electronVersion}`);
  });
}

type Desk = Awaited<ReturnType<typeof import('./desk.ts').openDesk>>;

/** How long a quit waits for what has to be put away; a server that does not answer must not keep the window open. */
const QUIT_MS = 5_000;

/** Holds the quit back once until `tidy` is done, or too slow; a fault in it does not keep the app alive. */
function leaveNothing(tidy: () => Promise<void>): void {
  let tidied = false;
  app.on('will-quit', (event) => {
    if (tidied) return;
    event.preventDefault();
    const tooSlow = new Promise((resolve) => setTimeout(resolve, QUIT_MS));
    void Promise.race([tidy(), tooSlow])
      .catch((error: unknown) => process.stderr.write(`strongroom: ${redact(String(error))}\n`))
      .finally(() => {
        tidied = true;
        // Not inside the event: a quit that begins before the prevented one has unwound never ends.
        setImmediate(() => app.quit());
      });
  });
}
