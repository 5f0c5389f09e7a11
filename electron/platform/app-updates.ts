/** Updates of this copy of the app: its build facts and its installer. */
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdatePlatform } from '../core/platform.ts';
import { builtUpdates, packagingOfTest } from './built-updates.ts';
import { packagingOf } from './packaging.ts';
import { makeUpdater } from './updater.ts';

/** Opens it for this run; until it is asked, it reads only the facts of the build. */
export function openAppUpdates(
  dataFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): UpdatePlatform {
  const { isPackaged: packaged } = app;
  return makeUpdater({
    app,
    log,
    folder: join(dataFolder, 'update'),
    built: builtUpdates(app.getAppPath(), packaged, environment),
    packaging: async () =>
      packagingOfTest(packaged, environment) ??
      packagingOf({
        platform: process.platform,
        packaged,
        environment,
        resourcesFolder: process.resourcesPath,
        executable: process.execPath,
      }),
  });
}
