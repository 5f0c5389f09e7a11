/** What this copy of the app knows of its updates, and what puts them in place. */
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdatePlatform } from '../core/platform.ts';
import { builtUpdates, packagingOfTest } from './built-updates.ts';
import { packagingOf } from './packaging.ts';
import { makeUpdater } from './updater.ts';

/** Opens it for this run; nothing is looked at before it is asked for but what the build came with. */
export function openAppUpdates(
  dataFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): UpdatePlatform {
  const { isPackaged: packaged } = app;
  return makeUpdater({
    ...{ app, log, folder: join(dataFolder, 'update') },
    built: builtUpdates(app.getAppPath(), packaged, environment),
    packaging: async () =>
      packagingOfTest(packaged, environment) ??
      packagingOf({
        ...{ platform: process.platform, packaged, environment },
        ...{ resourcesFolder: process.resourcesPath, executable: process.execPath },
      }),
  });
}
