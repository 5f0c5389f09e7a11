/** Builds the object graph, once; the only file that knows every part. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as electron from 'electron';
import {
  app,
  Notification,
  ipcMain,
  nativeTheme,
  powerMonitor,
  safeStorage,
  shell,
  systemPreferences,
  type BrowserWindow,
} from 'electron';
import type { LockReason } from '../../shared/ipc/contract.ts';
import { redact } from '../../shared/vault/redact.ts';
import { addressIn } from '../core/connection/second-start.ts';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import { createGestures } from '../core/gates/gesture.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import type { BackendPlatform } from './backend.ts';
import type { Emit } from '../core/platform.ts';
import { faultOf } from '../disk/fault.ts';
import { createOwnFiles, type StoredFile } from '../disk/own-files.ts';
import { makeFirstAnswers } from './first-answers.ts';
import { makeEmit } from '../ipc/events.ts';
import { dropChannel } from '../ipc/channels.ts';
import { whyRefused, type AllowedPage } from '../ipc/guard.ts';
import { registerCalls } from '../ipc/register.ts';
import { makeCallRunner } from '../ipc/run.ts';
import { aboutApp, packageMark } from '../platform/about.ts';
import { makeBrowserOpener } from '../platform/browser.ts';
import { adaptClipboard, adaptSelection, makeTimedClipboard } from '../platform/clipboard.ts';
import { chooseFile, chooseSavePath } from '../platform/dialogs.ts';
import { diagnosticsOf } from '../platform/diagnostics-of-app.ts';
import type { Environment } from '../platform/environment.ts';
import { watchIdleness } from '../platform/idle.ts';
import { watchGestures, watchInput } from '../platform/input.ts';
import { adaptKeychain } from '../platform/keychain.ts';
import { makeNotifier } from '../platform/notifications.ts';
import { openLog } from '../platform/log.ts';
import { watchPower } from '../platform/power.ts';
import { leaveNothing, quitWithoutAsking } from '../platform/quit.ts';
import { watchSeen } from '../platform/seen.ts';
import { openPreferences } from '../platform/preferences.ts';
import {
  hearSelecting,
  watchPrimarySelection,
  type PrimarySelectionWatch,
} from '../platform/primary-selection.ts';
import { makeSampleProcess } from '../platform/sample-process.ts';
import type { Switches } from '../platform/switches.ts';
import { autoLockMs, promptTimes, quietTime } from './test-times.ts';
import { makeAppTray } from './tray-copy.ts';
import { makeGuideWindow } from '../window/guide-window.ts';
import { mainHost, mainPage, makeMainWindow } from '../window/main-window.ts';
import { makeAppMenu } from '../window/menu.ts';
import { chooseMark, openPromptMark, type PromptMarkStore } from '../window/prompt-mark.ts';
import { makePasteGuard } from '../window/paste-guard.ts';
import { askBeforeClosing } from '../window/quit-question.ts';
import { sayWhenPainted, whenPainted } from '../window/ready-line.ts';
import { makePageReplacer } from '../window/replace-page.ts';
import { makeTrustedView } from '../window/trusted-view.ts';
import { openWindowState } from '../window/window-state.ts';

/** Time from the first frame to the user's first key press, which none of our work should delay. */
const FIRST_KEY_MS = 50;
/** A hidden window draws no frames, but the backend is needed there, too. */
const LONGEST_UNSEEN_MS = 1_000;

/** Builds the app from its environment and switches, and opens its window when Electron is ready. */
export function compose(
  environment: Environment,
  switches: Switches,
  harden: (log: (line: string) => void) => void,
): void {
  const developerTools = !app.isPackaged;
  let { connectTo } = switches;
  const dataFolder = app.getPath('userData');
  const mark = packageMark(app.getAppPath());
  const echo = (line: string): void => void process.stderr.write(line);
  const log = openLog(dataFolder, redact, developerTools && environment['STRONGROOM_LOG'] ? echo : undefined);
  const problems = new Set<string>();
  const report = (problem: string): void => {
    problems.add(problem);
    process.stderr.write(`strongroom: ${problem}\n`);
  };
  const reportFile = (problem: string): void => {
    // The problem names only our own files.
    log.line(problem);
    report(problem);
  };
  const ownFiles = createOwnFiles(reportFile, (unkept) => {
    for (const { holds, why } of unkept) log.line(`not on disk: ${holds}: ${why}`);
    emit('app.unkeptChanged', unkept);
  });
  harden(log.line);

  let window: BrowserWindow | undefined;
  const preferences = openPreferences(dataFolder, ownFiles, ({ theme, contentProtection, tray: inTray }) => {
    nativeTheme.themeSource = theme;
    tray.set(inTray);
    // The content protection covers the trusted view over the window, too.
    if (window?.isDestroyed() === false) window.setContentProtection(contentProtection);
    idleness.check();
  });
  nativeTheme.themeSource = preferences.get().theme;

  const contents = (): Electron.WebContents | undefined =>
    window === undefined || window.isDestroyed() ? undefined : window.webContents;
  const known = createKnownCredentials();
  const outgoing = makeOutgoing(known, async (name, input, sizeBytes) => {
    const { services } = await openBackend();
    return services.runTask(name, input, sizeBytes);
  });
  const emitToPage = makeEmit(contents, mainHost, outgoing);
  const emit: Emit = (name, payload) => {
    emitToPage(name, payload);
    if (name !== 'session.changed' && name !== 'session.closed' && name !== 'lock.changed') return;
    tray.changed();
    // The first session has opened, or the last closed.
    idleness.check();
  };
  const clipboard = makeTimedClipboard({
    clipboard: adaptClipboard(electron.clipboard, electron.ClipboardItem, process.platform),
    seconds: () => preferences.get().clipboardSeconds,
    changed: (state) => emit('clipboard.changed', state),
  });
  const primary = primarySelection(() => preferences.get().clipboardSeconds, log.line);
  const pastes = makePasteGuard(clipboard, log.line, primary);
  const clearNow = async (): Promise<void> => {
    await Promise.all([clipboard.clearNow(), primary?.clearNow()]);
  };

  let openedMark: PromptMarkStore | undefined;
  const promptMark = (): PromptMarkStore => (openedMark ??= openPromptMark(dataFolder, ownFiles));
  const trusted = makeTrustedView({
    window: () => window,
    pageFolder: join(import.meta.dirname, 'trusted'),
    preload: join(import.meta.dirname, 'trusted-preload.cjs'),
    developerTools,
    arming: promptTimes(environment),
    mark: promptMark,
    copySecret: (text) => clipboard.copy(text, 'credential'),
    watch: (view) => {
      if (primary !== undefined) hearSelecting(view, primary, 'prompt');
    },
    log: log.line,
  });
  const seen = watchSeen();
  const gestures = createGestures();
  const menu = makeAppMenu();
  const guide = makeGuideWindow(import.meta.dirname);
  const copyDiagnostics = async (): Promise<void> => {
    const text = diagnosticsOf({
      app: platform.app,
      environment,
      preferences: preferences.get(),
      unkept: ownFiles.unkept(),
      logLines: log.recent(),
      profiles: opened?.services.profiles.list() ?? [],
      sessions: opened?.services.sessions.list() ?? [],
    });
    // It is pasted into public reports: known credentials are redacted.
    await clipboard.copy(known.index.redacted(text), 'text');
  };
  const replacePage = makePageReplacer({ window: () => window, url: mainPage, log: log.line });
  const sample = makeSampleProcess(environment);
  const platform: BackendPlatform = {
    ask: (request, signal) => {
      // The tray can open a prompt while the window is out of sight.
      if (tray.isCopying()) platform.showWindow();
      return trusted.ask(request, signal);
    },
    gestures,
    ...quietTime(environment),
    sample,
    clipboard: { ...clipboard, clearNow },
    chooseFile: (purpose) => chooseFile(window, purpose),
    chooseSavePath: (purpose, suggestedName) => chooseSavePath(window, purpose, suggestedName),
    openBrowser: makeBrowserOpener((url) => shell.openExternal(url)),
    notify: makeNotifier(Notification),
    seen,
    showWindow: () => {
      if (window?.isMinimized() === true) window.restore();
      window?.show();
      window?.focus();
    },
    setFullScreen: (on) => {
      window?.setFullScreen(on);
      return Promise.resolve();
    },
    favouritesChanged: () => tray.changed(),
    tray: () => tray.state(),
    showGuide: guide.show,
    copyDiagnostics,
    keychain: adaptKeychain(safeStorage, process.platform, systemPreferences),
    replacePage: () => {
      trusted.cancelAll();
      replacePage();
    },
    tellMenu: menu.enable,
    preferences,
    app: {
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      testElectron: switches.testElectron || mark.forTesting,
      testElectronAllowed: switches.testElectronAllowed,
      packaged: app.isPackaged,
      platform: process.platform,
      connectTo: () => connectTo,
      dataFolder,
    },
    environment,
    homeFolder: homedir(),
    log: log.line,
    ownFiles,
    report,
    problems: () => [...problems],
    about: () => aboutApp(app.getAppPath(), [dirname(app.getPath('exe')), process.resourcesPath], mark),
    storedFiles: () => {
      // The only file that is opened late.
      promptMark();
      return { folder: dataFolder, files: [...ownFiles.stored(), ...otherFiles] };
    },
  };

  /**
   * Calls, core and Vault client. Loaded once, and only after the page is drawn: parsing code in main holds back
   * every frame and key of the window.
   */
  let backend: Promise<Backend> | undefined;
  let opened: Backend | undefined;
  const firstScreen = Promise.withResolvers<undefined>();
  const openBackend = (): Promise<Backend> =>
    (backend ??= firstScreen.promise
      .then(() => import('./backend.ts'))
      .then((module) => (opened = module.openBackend(platform, emit, known))));

  const page: AllowedPage = { contents, host: mainHost };
  const firstAnswers = makeFirstAnswers(platform, known);
  const runner = makeCallRunner({
    behind: openBackend,
    first: (name) => (opened === undefined ? firstAnswers(name) : undefined),
    outgoing,
    log: log.line,
  });
  registerCalls(ipcMain, runner, page, log.line);
  const tray = makeAppTray({
    appFolder: import.meta.dirname,
    services: () => opened?.services,
    runner,
    notify: platform.notify,
    showWindow: platform.showWindow,
    clipboardSeconds: () => preferences.get().clipboardSeconds,
    lock: () => void lock('asked'),
  });

  app.on('second-instance', (_event, _arguments, _folder, data) => {
    platform.showWindow();
    const address = addressIn(data);
    if (address === undefined) return;
    connectTo = address;
    emit('app.connectAsked', { address });
  });
  app.on('window-all-closed', () => app.quit());
  const putAway = async (): Promise<void> => {
    await Promise.all([clearNow(), opened?.shutdown(), sample.stop()]);
    ownFiles.writeAgain();
    const { problem } = clipboard.state();
    if (problem !== undefined) report(problem);
  };
  leaveNothing(putAway, () => {
    log.line('quit');
    opened?.updates.installAgreed();
    log.flush();
  });

  const lock = async (reason: LockReason): Promise<boolean> => {
    try {
      return (await opened?.lock(reason)) ?? false;
    } catch (error) {
      log.line(`locking failed: ${faultOf(error)}`);
      report(`locking failed: ${String(error)}`);
      return true;
    }
  };
  const idleness = watchIdleness({
    limitMs: () => autoLockMs(environment) ?? preferences.get().autoLockMinutes * 60_000,
    onIdle: () => lock('idle'),
    exposed: () => seen.isSeen() && (opened?.services.sessions.list().length ?? 0) > 0,
  });
  watchInput(app, idleness.touch);
  // The system does not report every end of a sleep.
  seen.follow(idleness.check);

  void app.whenReady().then(() => {
    window = makeMainWindow({
      pageFolder: join(import.meta.dirname, 'renderer'),
      preload: join(import.meta.dirname, 'preload.cjs'),
      developerTools,
      state: openWindowState(dataFolder, ownFiles),
      log: log.line,
    });
    seen.watch(window);
    // Set before its page is loaded, so that no capture sees its first frame.
    window.setContentProtection(preferences.get().contentProtection);
    const quitting = askBeforeClosing(window, {
      losses: () => opened?.losses(),
      ask: trusted.ask,
      cancelQuestions: trusted.cancelAll,
      updates: () => opened?.updates,
    });
    quitWithoutAsking(quitting);
    // The app ends with its main window, even if the guide is open.
    window.on('closed', guide.close);
    const { webContents } = window;
    watchGestures(webContents, gestures.note);
    pastes.guard(webContents);
    webContents.ipc.handle(dropChannel, ({ sender, senderFrame }) =>
      whyRefused(sender, senderFrame, page) === undefined ? pastes.mayDrop() : false,
    );
    if (primary !== undefined) {
      hearSelecting(webContents, primary, 'page');
      window.on('blur', primary.leave);
    }
    const askerId = webContents.id;
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      runner.abandon(askerId);
      // The next page reports its commands anew; a locked app's is not asked.
      menu.enable([]);
    });
    webContents.on('render-process-gone', () => runner.abandon(askerId));
    webContents.on('destroyed', () => runner.abandon(askerId));
    let isOpen = false;
    const openForBusiness = (): void => {
      if (isOpen) return;
      isOpen = true;
      firstScreen.resolve(undefined);
      const opening = openBackend();
      tray.set(preferences.get().tray);
      menu.set({
        paste: pastes.paste,
        choose: (command, byHand) => {
          // The page below a prompt gets no input. The lock does not wait.
          if (trusted.isAsking()) {
            if (command === 'lock') void lock('asked');
            return;
          }
          // A page cannot press a system menu: it is the user's own gesture, like a key in the page.
          if (byHand) gestures.note();
          emit('menu.chosen', { command });
        },
        // Prompts that already wait need no notice here: they are on screen.
        showGuide: () => {
          guide.show().catch((error: unknown) => log.line(`the guide was not opened: ${faultOf(error)}`));
        },
        copyDiagnostics: () => {
          copyDiagnostics().then(
            () => emit('app.diagnosticsCopied', {}),
            (error: unknown) => log.line(`diagnostics were not copied: ${faultOf(error)}`),
          );
        },
        choosePromptPhrase: () => void chooseMark(trusted.ask, promptMark()).catch(() => undefined),
      });
      // Listens late: it opens a connection to the system, and without a page there is nothing to lock.
      watchPower(powerMonitor, {
        onLock: (reason) => {
          if (preferences.get().lockWithSystem) void lock(reason);
        },
        onResume: idleness.check,
        onShutdown: () => {
          quitting.silence();
          app.quit();
        },
      });
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
    whenPainted(webContents, () => setTimeout(openForBusiness, FIRST_KEY_MS));
    webContents.once('did-stop-loading', () => setTimeout(openForBusiness, LONGEST_UNSEEN_MS));
    if (switches.readyLine) sayWhenPainted(webContents);
    log.line(`started, version ${platform.app.version}, Electron ${platform.app.electronVersion}`);
  });
}

/** Watch of the X11 primary selection; undefined on systems without one. */
function primarySelection(
  seconds: () => number,
  log: (line: string) => void,
): PrimarySelectionWatch | undefined {
  const promising = Reflect.has(electron, 'ClipboardItem');
  const selection = adaptSelection(electron.clipboard, promising, process.platform);
  if (selection === undefined) return undefined;
  return watchPrimarySelection({ selection, seconds, log });
}

type Backend = ReturnType<typeof import('./backend.ts').openBackend>;

/** Files written beside those that `ownFiles` opens. */
const otherFiles: readonly StoredFile[] = [
  {
    name: 'strongroom.log, strongroom.log.1',
    holds: 'A log of events, without values or tokens',
    sealed: false,
  },
  { name: 'authorities/', holds: 'CA certificates of imported connections', sealed: false },
  { name: 'update/', holds: 'A downloaded update, until it is installed', sealed: false },
  {
    name: 'Other files',
    holds: 'Electron’s own, while Strongroom runs',
    sealed: false,
  },
];
