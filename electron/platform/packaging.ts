/**
 * Finds out how this copy of the app was installed, and so who replaces it. A file in our packages names their kind
 * (`package-type` beside app.asar: `deb`, `rpm`); a distribution that builds Strongroom itself has none, or one with
 * `repository`. A package of ours can come from a repository, too: its package manager then knows the source of newer
 * ones, and the app leaves updates to it.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Packaging } from '../core/platform.ts';

/** Facts that decide it. */
export interface InstalledAt {
  readonly platform: string;
  readonly packaged: boolean;
  readonly resourcesFolder: string;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `kind`: the package's name in a release; without it, the app does not look for updates. */
const byHand = (why: string, kind?: string): Packaging => ({
  way: 'by-hand',
  why,
  ...(kind === undefined ? {} : { kind }),
});
const byPackageManager: Packaging = {
  way: 'package-manager',
  why: 'The package manager that installed this copy updates it.',
};
/** Its managers do not tell quickly where a package is from, so ours could replace a repository's. */
const asRpm: Packaging = {
  way: 'package-manager',
  kind: 'rpm',
  why: 'This copy was installed from an rpm. Update it with dnf or zypper: from the repository it came from, or by installing the newer rpm.',
};

/** Finds this copy's source. `fromRepository`: true if apt has a source of newer packages. */
export async function packagingOf(
  { platform, packaged, resourcesFolder, executable, environment }: InstalledAt,
  fromRepository: () => Promise<boolean> = hasRepository,
): Promise<Packaging> {
  if (!packaged) return byHand('This copy was built from source, and is updated there.');
  if (platform === 'win32')
    return isInstalledOnWindows(dirname(executable))
      ? { way: 'itself', kind: 'nsis' }
      : byHand('This portable copy is replaced by hand.', 'portable');
  // Squirrel expects to work while the app runs; this is untested here.
  if (platform === 'darwin') return byHand('On macOS, new versions are installed by hand.', 'dmg');
  // A process started from another AppImage inherits its variables.
  const { APPIMAGE = '', APPDIR = '' } = environment;
  if (APPIMAGE !== '' && APPDIR !== '' && executable.startsWith(APPDIR + sep))
    return { way: 'itself', kind: 'AppImage' };
  const kind = packageType(resourcesFolder);
  if (kind === 'deb') return (await fromRepository()) ? byPackageManager : { way: 'itself', kind };
  if (kind === 'rpm') return asRpm;
  if (kind === 'repository') return byPackageManager;
  // A distribution's own build has another value, and is updated by its builder.
  return kind === ''
    ? byHand('This copy was unpacked from an archive, and is replaced by hand.', 'targz')
    : byHand('This copy is updated by the one who built it.');
}

/** True if an installer has put the app into this folder. */
export function isInstalledOnWindows(folder: string): boolean {
  return existsSync(join(folder, 'Uninstall Strongroom.exe'));
}

function packageType(resourcesFolder: string): string {
  try {
    return readFileSync(join(resourcesFolder, 'package-type'), 'utf8').trim();
  } catch {
    // Our packages alone contain it.
    return '';
  }
}

const LONGEST_MS = 10_000;

/** Asks apt for its source of the package. */
function hasRepository(): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: LONGEST_MS, env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } };
    // A system without apt has no such repository.
    execFile('/usr/bin/apt-cache', ['policy', 'strongroom'], options, (error, stdout) => {
      resolve(error === null && namesSource(stdout));
    });
  });
}

/** True if `apt-cache policy` names a source besides dpkg's own list of installed packages. */
export function namesSource(policy: string): boolean {
  return policy
    .split('\n')
    .some((line) => /^\s+-?\d+ \S/.test(line) && !line.trimEnd().endsWith('/var/lib/dpkg/status'));
}
