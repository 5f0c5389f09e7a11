/** Facts about this app and the system that it runs on, and the system's services that need no window. */
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { app, Notification, safeStorage, shell, systemPreferences } from 'electron';
import type { Platform } from '../core/platform.ts';
import { aboutApp, packageMark } from '../platform/about.ts';
import { makeBrowserOpener } from '../platform/browser.ts';
import { adaptKeychain } from '../platform/keychain.ts';
import { makeNotifier } from '../platform/notifications.ts';
import type { Switches } from '../platform/switches.ts';
import type { SecondStarts } from './second-starts.ts';

/** Reads the facts; `heard` has what the latest start asked for. */
export function factsOfApp(
  dataFolder: string,
  switches: Pick<Switches, 'testElectron' | 'testElectronAllowed'>,
  { connectTo, links }: SecondStarts,
): Pick<Platform, 'links' | 'app' | 'about' | 'homeFolder'> {
  const mark = packageMark(app.getAppPath());
  return {
    links,
    app: {
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      testElectron: switches.testElectron || mark.forTesting,
      testElectronAllowed: switches.testElectronAllowed,
      packaged: app.isPackaged,
      platform: process.platform,
      connectTo,
      dataFolder,
    },
    about: () => aboutApp(app.getAppPath(), [dirname(app.getPath('exe')), process.resourcesPath], mark),
    homeFolder: homedir(),
  };
}

/** Adapts services of the system. */
export function systemServices(): Pick<Platform, 'openBrowser' | 'showInFolder' | 'notify' | 'keychain'> {
  return {
    openBrowser: makeBrowserOpener((url) => shell.openExternal(url)),
    showInFolder: (path) => shell.showItemInFolder(path),
    notify: makeNotifier(Notification),
    keychain: adaptKeychain(safeStorage, process.platform, systemPreferences),
  };
}
