/**
 * electron-updater, cut down to its strength: it knows how each kind of package is installed (dpkg through the
 * system's question for an administrator, an AppImage's file, an installer of Windows). Choice, source, verification
 * and download of a version belong to `core/updates`: its provider hands out the result, its HTTP is ours, it learns
 * of a version only to install it, and it never looks, downloads or installs by itself. It is loaded when the first
 * package is downloaded.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppUpdater, BaseUpdater, UpdateInfo } from 'electron-updater';
import type { Packaging, PreparedUpdate, UpdatePlatform } from '../core/platform.ts';
import { faultOf } from '../disk/fault.ts';

/** Used part of Electron's `app`. */
interface UpdatedApp {
  readonly getVersion: () => string;
  readonly getName: () => string;
  readonly relaunch: () => void;
  readonly quit: () => void;
}

export interface UpdaterOptions {
  readonly app: UpdatedApp;
  readonly built: UpdatePlatform['built'];
  readonly packaging: () => Promise<Packaging>;
  /** Folder of a package until it is installed. */
  readonly folder: string;
  readonly log: (line: string) => void;
}

type Update = Parameters<UpdatePlatform['prepare']>[0];

/** Makes the platform part that installs new versions. */
export function makeUpdater({ app, built, packaging, folder, log }: UpdaterOptions): UpdatePlatform {
  return {
    built,
    packaging,
    system: { platform: process.platform, arch: process.arch },
    prepare: (update, download) => prepare({ app, folder, log }, update, download),
    discard: () => rm(folder, { recursive: true, force: true }),
    quit: () => app.quit(),
  };
}

async function prepare(
  { app, folder, log }: Pick<UpdaterOptions, 'app' | 'folder' | 'log'>,
  update: Update,
  download: (path: string) => Promise<void>,
): Promise<PreparedUpdate> {
  if (/['"`$\\!;|&<>(){}*?[\]#\n\r]/.test(folder))
    throw new Error('the name of the settings folder has characters that the installer cannot read');
  const library = await import('electron-updater');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // It reads the name of its folder from a YAML file; JSON is YAML.
  const config = join(folder, 'updater.yml');
  writeFileSync(config, JSON.stringify({ updaterCacheDirName: 'package' }));
  let failure: unknown;
  // Its own lines name files and places.
  const unsaid = (): void => undefined;
  const adapter = {
    version: app.getVersion(),
    name: app.getName(),
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => app.relaunch(),
    quit: () => app.quit(),
    onQuit: () => undefined,
  };
  const info = describe(update);
  class Verified extends library.Provider<UpdateInfo> {
    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info);
    }
    override resolveFiles() {
      // The address is not used: `download` knows it.
      return info.files.map((file) => ({
        url: new URL(`https://verified.invalid/${update.file.name}`),
        info: file,
      }));
    }
  }
  const updater = new (updaterFor(library, update.kind))(
    { provider: 'custom', updateProvider: Verified },
    adapter,
  );
  Object.assign(updater, {
    httpExecutor: { download: (_url: URL, path: string) => download(path) },
    logger: { info: unsaid, warn: unsaid, error: unsaid },
    autoDownload: false,
    autoInstallOnAppQuit: false,
    autoRunAppAfterInstall: false,
    allowDowngrade: false,
    disableDifferentialDownload: true,
    disableWebInstaller: true,
  } satisfies Partial<AppUpdater> & { readonly httpExecutor: unknown });
  updater.on('error', (error) => {
    failure = error;
  });
  if ((await updater.checkForUpdates())?.isUpdateAvailable !== true) throw new Error('it is not newer');
  const [path = ''] = await updater.downloadUpdate();
  return {
    install: (restart) => {
      try {
        // It lay in a user-writable folder until now.
        if (checksum(path) !== update.file.sha512) return 'the downloaded package was changed since';
        // This variable would choose a program that runs as administrator.
        Reflect.deleteProperty(process.env, 'ELECTRON_BUILDER_LINUX_PACKAGE_MANAGER');
        if (updater.install(true, restart)) return undefined;
      } catch (error) {
        failure = error;
      }
      log(`updater: ${faultOf(failure)}`);
      return 'the system did not install it';
    },
  };
}

/** Fields that it needs; its types require deprecated ones as well. */
function describe({ version, file: { name, sha512, sizeBytes: size } }: Update): UpdateInfo {
  const info: Pick<UpdateInfo, 'version' | 'files' | 'releaseDate'> = {
    version,
    releaseDate: '',
    files: [{ url: name, sha512, size }],
  };
  return info as UpdateInfo;
}

type Updater = new (options: object, adapter: object) => BaseUpdater;

function updaterFor(library: typeof import('electron-updater'), kind: string): Updater {
  const { DebUpdater, AppImageUpdater, NsisUpdater } = library;
  const known: Readonly<Record<string, unknown>> = {
    deb: DebUpdater,
    AppImage: AppImageUpdater,
    nsis: NsisUpdater,
  };
  const found = known[kind];
  if (found === undefined) throw new Error(`there is no updater for ${kind}`);
  return found as Updater;
}

/** SHA-512 in base64, read in pieces and synchronously: it is the last act of the app. */
function checksum(path: string): string {
  const hash = createHash('sha512');
  const piece = Buffer.alloc(1024 * 1024);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('base64');
}
