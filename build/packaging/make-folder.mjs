/** The app as a folder: what every format for Linux holds. */
import { build, Platform } from 'electron-builder';
import { packageConfig } from '../electron-builder.mjs';

/** @param {import('../electron-builder.mjs').PackageOptions} options */
export async function makeFolder(options) {
  await build({
    targets: Platform.LINUX.createTarget('dir'),
    config: packageConfig(options),
    publish: 'never',
  });
}
