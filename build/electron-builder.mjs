/**
 * Configuration of electron-builder for build/out/app, and the steps after it: removes Electron's own sample app and
 * sets every fuse. Everything is bundled, so no dependencies are rebuilt or pruned.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { aboutApp } from './packaging/about-app.mjs';
import { desktopEntry, linkScheme } from './packaging/share-files.mjs';
import { launcherFile } from './setup/launcher.mjs';
import { out, root } from './setup/places.mjs';

/** The binary's name inside the package. */
export const executableName = 'strongroom';

/** Size limit of the app without Electron: 5% above its present size, so that an added library fails the build. */
const ASAR_BYTES = 7_180_000;

const icons = join(root, 'build', 'icons');
const packaging = join(root, 'build', 'packaging');

/**
 * @typedef {object} PackageOptions
 * @property {string} electronDist
 * @property {string} electronVersion
 * @property {string} output
 * @property {boolean} forTesting Contains the stand-in for Electron, and says so in its name and on its screens.
 * @property {import('./packaging/identity.mjs').Identity} identity
 * @property {string | undefined} homepage
 * @property {string | undefined} maintainer
 * @property {import('./setup/update-facts.mjs').UpdateFacts | undefined} [updates] Without them the package does not
 *   update itself.
 * @property {{ deb: string, rpm: string } | undefined} [share] Folders with the files that packages contain beside
 *   the app.
 * @property {{ ico: string, icns: string } | undefined} [icon]
 * @property {import('app-builder-lib').WindowsAzureSigningConfiguration | undefined} [azure] The signing service for
 *   Windows.
 * @property {boolean} [sign] For a release: signed and notarised with the environment's credentials; the build fails
 *   without them.
 */

/** Linked and dynamically loaded libraries of the binaries, by their Debian names. */
const debianLibraries = [
  ...['libasound2t64 | libasound2', 'libatk-bridge2.0-0', 'libatk1.0-0', 'libatspi2.0-0', 'libc6 (>= 2.25)'],
  ...[
    'libcairo2',
    'libcups2',
    'libdbus-1-3',
    'libexpat1',
    'libgbm1',
    'libgcc-s1',
    'libglib2.0-0',
    'libgtk-3-0',
  ],
  ...[
    'libnotify4',
    'libnspr4',
    'libnss3',
    'libpango-1.0-0',
    'libsecret-1-0',
    'libudev1',
    'libx11-6',
    'libxcb1',
  ],
  ...['libxcomposite1', 'libxdamage1', 'libxext6', 'libxfixes3', 'libxkbcommon0', 'libxrandr2', 'xdg-utils'],
];

/** The same by the provides that Fedora and openSUSE share: the libraries themselves. */
const rpmLibraries = [
  ...['asound.so.2', 'atk-1.0.so.0', 'atk-bridge-2.0.so.0', 'atspi.so.0', 'cairo.so.2', 'cups.so.2'],
  ...['dbus-1.so.3', 'expat.so.1', 'gbm.so.1', 'gio-2.0.so.0', 'gtk-3.so.0', 'notify.so.4', 'nspr4.so'],
  ...['nss3.so', 'pango-1.0.so.0', 'secret-1.so.0', 'udev.so.1', 'X11.so.6', 'xcb.so.1', 'Xcomposite.so.1'],
  ...['Xdamage.so.1', 'Xext.so.6', 'Xfixes.so.3', 'xkbcommon.so.0', 'Xrandr.so.2'],
].map((name) => `lib${name}()(64bit)`);

/**
 * The configuration of one package.
 * @param {PackageOptions} options
 * @returns {import('electron-builder').Configuration}
 */
export function packageConfig(options) {
  const { electronDist, electronVersion, output, forTesting, identity, icon } = options;
  const mark = forTesting ? '-for-testing' : '';
  const { version, commit } = identity;
  return {
    appId: 'app.strongroom',
    // Links to entries: the menu entry on Linux and the bundle on macOS name the scheme. Windows has no such link.
    protocols: [{ name: 'Link to an entry', schemes: [linkScheme] }],
    productName: aboutApp.name,
    copyright: `${aboutApp.publisher}, ${aboutApp.licence}`,
    directories: { app: join(out, 'app'), output, buildResources: icons },
    // All shipped code is in the bundles; node_modules is left out, including the Node that builds run with.
    files: ['**/*', '!**/*.map', '!node_modules/**'],
    extraResources: [
      // Beside the archive: a program that the system can start.
      { from: launcherFile(), to: basename(launcherFile()) },
      // Includes the guide's pictures if `npm run guide` has taken them of this app; the text is always included.
      ...(existsSync(join(out, 'guide')) ? [{ from: join(out, 'guide'), to: 'guide' }] : []),
    ],
    asar: true,
    npmRebuild: false,
    nodeGypRebuild: false,
    electronDist,
    electronVersion,
    extraMetadata: {
      version,
      // electron-builder requires a homepage; a package without one says `none`.
      homepage: options.homepage ?? 'none',
      strongroom: {
        commit,
        forTesting,
        ...(options.updates === undefined ? {} : { updates: options.updates }),
      },
    },
    // Version, system and architecture in every file name, so that packages never overwrite each other.
    artifactName: `\${name}-\${version}-\${os}-\${arch}${mark}.\${ext}`,
    toolsets: { appimage: '1.0.3' },
    ...linux(options, mark),
    ...windows(options, mark),
    ...macos(options, mark),
    ...(icon === undefined ? {} : { icon: icon.icns }),
    afterPack: async ({ appOutDir, electronPlatformName }) => {
      if (electronPlatformName === 'linux') await finishLinux(appOutDir, forTesting);
      else await finishOther(appOutDir, electronPlatformName, options.sign === true);
    },
  };
}

/**
 * @param {PackageOptions} options
 * @param {string} mark
 * @returns {import('electron-builder').Configuration}
 */
function linux({ maintainer, share, forTesting }, mark) {
  // Test packages need not be small: this takes a quarter of the time.
  const quick = forTesting ? ['--deb-compression-level', '1'] : [];
  const common = {
    afterInstall: join(packaging, 'linux', 'after-install.sh'),
    afterRemove: join(packaging, 'linux', 'after-remove.sh'),
  };
  return {
    linux: {
      target: ['deb', 'rpm', 'AppImage'],
      executableName,
      category: 'Utility',
      icon: icons,
      syncDesktopName: true,
      maintainer: maintainer ?? aboutApp.publisher,
      synopsis: aboutApp.summary,
      description: aboutApp.description,
      desktop: { entry: desktopEntry },
    },
    deb: {
      ...common,
      artifactName: `\${name}_\${version}_\${arch}${mark}.\${ext}`,
      packageCategory: 'utils',
      depends: debianLibraries,
      recommends: [],
      ...(share === undefined ? {} : { fpm: [...quick, `${share.deb}/=/`] }),
    },
    rpm: {
      ...common,
      artifactName: `\${name}-\${version}.\${arch}${mark}.\${ext}`,
      depends: [...rpmLibraries, 'xdg-utils'],
      ...(share === undefined ? {} : { fpm: [`${share.rpm}/=/`] }),
    },
    // Keeps Chromium's sandbox on: the app refuses to run without it.
    appImage: { executableArgs: [] },
  };
}

/**
 * @param {PackageOptions} options
 * @param {string} mark
 * @returns {import('electron-builder').Configuration}
 */
function windows({ icon, sign, azure }, mark) {
  return {
    win: {
      target: ['nsis', 'portable'],
      executableName,
      ...(icon === undefined ? {} : { icon: icon.ico }),
      // Signing is mandatory for a release.
      forceCodeSigning: sign === true,
      ...(sign === true && azure !== undefined ? { azureSignOptions: azure } : {}),
      signtoolOptions: {
        signingHashAlgorithms: ['sha256'],
        rfc3161TimeStampServer: 'http://timestamp.digicert.com',
      },
    },
    nsis: {
      artifactName: `\${name}-\${version}-windows-\${arch}-setup${mark}.\${ext}`,
      oneClick: false,
      perMachine: false,
      allowElevation: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      differentialPackage: false,
    },
    portable: {
      artifactName: `\${name}-\${version}-windows-\${arch}-portable${mark}.\${ext}`,
      requestExecutionLevel: 'user',
    },
  };
}

/**
 * @param {PackageOptions} options
 * @param {string} mark
 * @returns {import('electron-builder').Configuration}
 */
function macos({ icon, sign }, mark) {
  const entitlements = join(packaging, 'macos', 'entitlements.plist');
  return {
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      artifactName: `\${name}-\${version}-macos-\${arch}${mark}.\${ext}`,
      ...(icon === undefined ? {} : { icon: icon.icns }),
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements,
      entitlementsInherit: entitlements,
      // A program among the resources is signed only if it is named.
      binaries: ['Contents/Resources/strongroom-launcher'],
      // The app needs no arbitrary loads; a compromised page must not be able to make them.
      extendInfo: { NSAppTransportSecurity: { NSAllowsArbitraryLoads: false } },
      notarize: sign === true,
      ...(sign === true ? { forceCodeSigning: true } : { identity: null }),
    },
    dmg: { sign: sign === true, writeUpdateInfo: false },
  };
}

/**
 * @param {string} folder
 * @param {boolean} forTesting
 */
async function finishLinux(folder, forTesting) {
  // With a given dist, electron-builder leaves these two behind: Electron's sample app and a file with its version.
  rmSync(join(folder, 'resources', 'default_app.asar'), { force: true });
  rmSync(join(folder, 'version'), { force: true });
  if (forTesting) {
    const text =
      'This package holds a stand-in for Electron, for tests and sample data only. Never connect it to a real server.\n';
    writeFileSync(join(folder, 'FOR-TESTING.txt'), text);
  }
  refuseBigApp(join(folder, 'resources'));
  await setFuses(join(folder, executableName));
}

/**
 * @param {string} folder
 * @param {string} platform
 * @param {boolean} sign
 */
async function finishOther(folder, platform, sign) {
  const mac = platform === 'darwin';
  const resources = mac ? join(folder, 'Strongroom.app', 'Contents', 'Resources') : join(folder, 'resources');
  rmSync(join(resources, 'default_app.asar'), { force: true });
  rmSync(join(folder, 'version'), { force: true });
  // On macOS only the app's own folder ships.
  for (const name of mac ? ['LICENSE', 'LICENSES.chromium.html'] : []) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(resources, name));
  }
  refuseBigApp(resources);
  await setFuses(join(folder, mac ? 'Strongroom.app' : `${executableName}.exe`), mac && !sign);
}

/** @param {string} resources */
function refuseBigApp(resources) {
  const { size } = statSync(join(resources, 'app.asar'));
  if (size >= ASAR_BYTES)
    throw new Error(`app.asar has ${String(size)} bytes; ${String(ASAR_BYTES)} is the limit`);
}

/**
 * Sets every fuse of the binary.
 * @param {string} binary
 * @param {boolean} [signAdHoc]
 */
async function setFuses(binary, signAdHoc = false) {
  await flipFuses(binary, fuses(signAdHoc));
}

/**
 * All fuses; strict, so that a new fuse of a newer Electron needs a decision here.
 * @param {boolean} signAdHoc Re-signs an app for macOS without an identity: Electron's own signature does not match
 *   the changed binary, and Apple's processors kill a program with a wrong one at start.
 * @returns {import('@electron/fuses').FuseConfig}
 */
export function fuses(signAdHoc) {
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: signAdHoc,
    // Prevents running our binary as plain Node, with its keychain access and its name.
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
  };
}
