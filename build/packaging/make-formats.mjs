/** Builds the installable formats from one folder of the app. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { packageConfig } from '../electron-builder.mjs';
import { launcherFile } from '../setup/launcher.mjs';
import { root } from '../setup/places.mjs';
import { launcherFacts, writeDesktopFiles, writePathLink, writeShareFiles } from './share-files.mjs';
import { makeTarball } from './tarball.mjs';
import { writeBillOfMaterials } from './write-sbom.mjs';

/** Formats built by electron-builder itself. */
const BUILT = /** @type {const} */ (['deb', 'rpm', 'AppImage']);

/**
 * Builds the formats into `output`.
 * @param {import('../electron-builder.mjs').PackageOptions & { folder: string, formats: readonly string[], electronExecutable: string }} options
 *   `folder`: the app, unpacked.
 */
export async function makeFormats(options) {
  const { folder, formats, output, forTesting, identity, homepage } = options;
  mkdirSync(output, { recursive: true });
  await writeBillOfMaterials(options);
  const work = mkdtempSync(join(output, '.work-'));
  try {
    const share = { deb: join(work, 'deb'), rpm: join(work, 'rpm') };
    const launcher = launcherFacts(launcherFile());
    const about = { ...identity, homepage, launcher };
    writeShareFiles(share.deb, { ...about, zsh: 'vendor-completions' });
    writeShareFiles(share.rpm, { ...about, zsh: 'site-functions' });
    if (formats.includes('tar.gz')) tarball(options, join(work, 'archive'), launcher);
    process.env['SOURCE_DATE_EPOCH'] = String(identity.epoch);
    process.env['CUSTOM_FPM_PATH'] = join(root, 'build', 'packaging', 'fpm.mjs');
    for (const format of BUILT) {
      if (!formats.includes(format)) continue;
      // A separate copy for each: electron-builder adds format-specific files to the folder.
      const prepackaged = join(work, `${format}-app`);
      cpSync(folder, prepackaged, { recursive: true, verbatimSymlinks: true });
      const made = join(work, `${format}-out`);
      await build({
        targets: Platform.LINUX.createTarget(format),
        prepackaged,
        config: packageConfig({ ...options, output: made, share }),
        publish: 'never',
      });
      for (const name of readdirSync(made)) {
        if (name.endsWith(`.${format}`)) renameSync(join(made, name), join(output, name));
      }
      rmSync(prepackaged, { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }

  /**
   * @param {typeof options} of
   * @param {string} extra
   * @param {import('./switch-files.ts').LauncherFacts} launcher
   */
  function tarball({ identity: { version, epoch } }, extra, launcher) {
    writeShareFiles(extra, { version, epoch, homepage, zsh: 'site-functions', launcher });
    writeDesktopFiles(extra);
    writePathLink(extra);
    const name = `strongroom-${version}-linux-x64${forTesting ? '-for-testing' : ''}`;
    const inputs = [
      { from: `${folder}/`, to: '/' },
      { from: `${join(extra, 'usr', 'share')}/`, to: '/share' },
      { from: `${join(extra, 'bin')}/`, to: '/bin' },
    ];
    makeTarball({ output: join(output, `${name}.tar.gz`), folder: name, inputs, epoch });
  }
}
