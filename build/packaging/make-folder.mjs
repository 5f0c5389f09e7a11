/** Builds the app's folder, the content of every Linux format. */
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
