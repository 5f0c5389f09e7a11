/** The launcher that programs speak to the app through, built by `build/setup/launcher.mjs`. */
import { join } from 'node:path';

/** Name of the file on this system. */
const NAME = process.platform === 'win32' ? 'strongroom-launcher.exe' : 'strongroom-launcher';

/**
 * Path of the launcher: packaged, it lies among the resources; in development beside the built app.
 * @param app `folder` is the app's own, `app.getAppPath()`; `resources` is `process.resourcesPath`.
 */
export function launcherFile(app: {
  readonly packaged: boolean;
  readonly resources: string;
  readonly folder: string;
}): string {
  return app.packaged ? join(app.resources, NAME) : join(app.folder, '..', 'launcher', NAME);
}
