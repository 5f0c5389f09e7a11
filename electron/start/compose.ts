/** Builds the object graph, once; the only file that knows every part. */
import { app, nativeTheme } from 'electron';
import type { Output } from '../../shared/ipc/contract.ts';
import { createKnownCredentials, type KnownCredentials } from '../core/credentials/known-credentials.ts';
import type { Environment } from '../platform/environment.ts';
import { openPreferences } from '../platform/preferences.ts';
import { makeSampleProcess } from '../platform/sample-process.ts';
import type { Switches } from '../platform/switches.ts';
import { firstDocument } from '../window/first-screen.ts';
import { sayWhenPainted } from '../window/ready-line.ts';
import { openWindowState } from '../window/window-state.ts';
import { factsOfApp, systemServices } from './app-facts.ts';
import { putAwayAtQuit } from './at-quit.ts';
import type { BackendPlatform } from './backend.ts';
import { makeBridge } from './bridge.ts';
import { makeDesktop } from './desktop.ts';
import { makeDiagnosticsCopy } from './diagnostics.ts';
import { makeFirstAnswers, type FirstAnswers } from './first-answers.ts';
import { makeLateBackend, openSampleServer } from './late-backend.ts';
import { followSystem, startLocking } from './locking.ts';
import { menuActions } from './menu-actions.ts';
import { openWindow } from './open-window.ts';
import { makeOutside, outsideAsked, type Outside } from './outside.ts';
import { openOwnRecords } from './own-records.ts';
import { afterFirstFrame } from './page-life.ts';
import { hearSecondStarts } from './second-starts.ts';
import { autoLockMs, quietTime } from './test-times.ts';

/** Builds the app from its environment and switches, and opens its window when Electron is ready. */
export function compose(
  environment: Environment,
  switches: Switches,
  harden: (log: (line: string) => void) => void,
): void {
  const appFolder = import.meta.dirname;
  const dataFolder = app.getPath('userData');
  const records = openOwnRecords({
    dataFolder,
    echo: !app.isPackaged && Boolean(environment['STRONGROOM_LOG']),
    logPrograms: () => preferences.get().programsLog,
    unkeptChanged: (unkept) => emit('app.unkeptChanged', unkept),
  });
  const { ownFiles, report } = records;
  const log = records.log.line;
  harden(log);

  const preferences = openPreferences(dataFolder, ownFiles, (changed) => {
    nativeTheme.themeSource = changed.theme;
    outside.set(changed);
    // The content protection covers the trusted view over the window, too.
    desktop.slot.protect(changed.contentProtection);
    locking.checkIdleness();
  });
  nativeTheme.themeSource = preferences.get().theme;
  const clipboardSeconds = (): number => preferences.get().clipboardSeconds;

  const desktop = makeDesktop({
    appFolder,
    dataFolder,
    environment,
    records,
    clipboardSeconds,
    clipboardChanged: (state) => emit('clipboard.changed', state),
    makeWay: () => {
      if (outside.makeWay()) showWindow();
    },
  });
  const { slot, clipboards, prompts, menu, seen } = desktop;
  const { showWindow } = slot.actions;

  const known = createKnownCredentials();
  const backend = makeLateBackend(({ openBackend }) => openBackend(platform, emit, known));
  const { page, emit, serve } = makeBridge({
    contents: slot.contents,
    known,
    backend,
    sessionsChanged: () => {
      outside.changed();
      // The first session has opened, or the last closed.
      locking.checkIdleness();
    },
    log,
  });

  const facts = factsOfApp(dataFolder, switches, hearSecondStarts(switches, showWindow, emit));
  const sample = makeSampleProcess(environment);
  const copyDiagnostics = makeDiagnosticsCopy({
    app: facts.app,
    environment,
    preferences,
    records,
    backend,
    known,
    clipboard: clipboards.clipboard,
  });
  const platform: BackendPlatform = {
    ...facts,
    ...systemServices(),
    ...desktop.platform,
    ...quietTime(environment),
    ask: prompts.ask,
    ...outsideAsked(() => outside),
    sample,
    copyDiagnostics,
    preferences,
    environment,
    log,
    ownFiles,
    report,
    pastRequest: records.programs.note,
    problems: records.problems,
    storedFiles: () => {
      // The only file that is opened late.
      prompts.mark();
      return records.storedFiles();
    },
  };

  const firstAnswers = makeFirstAnswers(platform, known);
  const runner = serve(firstAnswers);
  const limitMs = (): number => autoLockMs(environment) ?? preferences.get().autoLockMinutes * 60_000;
  const locking = startLocking({ backend, records, limitMs, seen });
  const lock = (): void => void locking.lock('asked');
  const { notify } = platform;
  const services = () => backend.loaded()?.services;
  const around = { appFolder, environment, desktop, preferences, log };
  const outside: Outside = makeOutside({ ...around, runner, services, notify, lock });

  app.on('window-all-closed', () => app.quit());
  putAwayAtQuit({ clipboards, backend, sample, records });
  void app.whenReady().then(() => {
    const state = openWindowState(dataFolder, ownFiles);
    const firstDocument = () => drawnFirst(platform, known, firstAnswers);
    const closeOthers = outside.close;
    const parts = { ...around, state, backend, page, runner, firstDocument, closeOthers };
    const { window, quitting } = openWindow(parts);
    afterFirstFrame(window.webContents, () => {
      const opening = backend.begin();
      outside.set(preferences.get());
      menu.set(menuActions({ desktop, lock, emit, copyDiagnostics, log }));
      // Listens late: without a page there is nothing to lock.
      followSystem(locking, () => preferences.get().lockWithSystem, quitting);
      if (switches.sampleServerFile !== '') void openSampleServer(opening, switches.sampleServerFile, report);
    });
    if (switches.readyLine) sayWhenPainted(window.webContents);
    log(`started, version ${facts.app.version}, Electron ${facts.app.electronVersion}`);
  });
}

/** The first document with the connections that the page will list; an address that was passed is React's to show. */
function drawnFirst(platform: BackendPlatform, known: KnownCredentials, answers: FirstAnswers) {
  if (platform.app.connectTo() !== '') return undefined;
  return firstDocument(import.meta.dirname, {
    profiles: answers('profile.list') as Output<'profile.list'> | undefined,
    preferences: platform.preferences.get(),
    testElectron: platform.app.testElectron,
    holdsCredential: (text) => known.index.isIn(text),
  });
}
