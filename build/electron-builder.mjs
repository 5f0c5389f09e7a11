/**
 * What electron-builder makes of build/out/app, and what is done to it before it may be called ours: Electron's own
 * sample app is removed and every fuse is set. The app has no dependencies left (everything is bundled), so nothing is
 * rebuilt or pruned.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { out, root } from './setup/places.mjs';

/** The binary's name inside the package. */
export const executableName = 'strongroom';

/**
 * The configuration of one package.
 * @param {{ electronDist: string, electronVersion: string, output: string, forTesting: boolean }} options
 * @returns {import('electron-builder').Configuration}
 */
export function packageConfig({ electronDist, electronVersion, output, forTesting }) {
  return {
    appId: 'app.strongroom',
    productName: 'Strongroom',
    copyright: 'The Strongroom founders, MPL-2.0',
    directories: { app: join(out, 'app'), output, buildResources: join(root, 'build', 'icons') },
    files: ['**/*', '!**/*.map'],
    asar: true,
    npmRebuild: false,
    nodeGypRebuild: false,
    electronDist,
    electronVersion,
    extraMetadata: forTesting ? { strongroom: { forTesting: true } } : {},
    linux: {
      target: 'dir',
      executableName,
      category: 'Utility',
      icon: join(root, 'build', 'icons'),
      syncDesktopName: true,
    },
    afterPack: async ({ appOutDir }) => {
      // With a given dist, electron-builder leaves these two behind: an app of its own and a version nobody asked for.
      rmSync(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
      rmSync(join(appOutDir, 'version'), { force: true });
      await setFuses(join(appOutDir, executableName));
    },
  };
}

/**
 * Sets every fuse of the binary; strict, so that a fuse that a newer Electron brings must be decided on here.
 * @param {string} binary
 */
async function setFuses(binary) {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // No way to run our binary as a plain Node, with its keychain access and its name.
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Cookies are not used; encrypting their empty store would only ask for the keychain.
    [FuseV1Options.EnableCookieEncryption]: false,
    // Integrity is checked on macOS and Windows; Linux has no implementation and ignores the fuse.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
