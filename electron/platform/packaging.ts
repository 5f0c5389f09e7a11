/**
 * How this copy of the app was installed, and so who replaces it. A file in our packages says which one it is
 * (`package-type` beside app.asar: `deb`, `rpm`); a distribution that builds Strongroom itself has none, or one that says
 * `repository`. A package of ours can be handed out by a repository, too: then the package manager knows where newer ones
 * come from, and the app leaves it to that.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Packaging } from '../core/platform.ts';

/** What is looked at. */
export interface InstalledAt {
  readonly platform: string;
  readonly packaged: boolean;
  readonly resourcesFolder: string;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `kind`: what a release calls the package that is to be put in its place; without, nothing is looked for. */
const byHand = (why: string, kind?: string): Packaging => ({
  ...{ way: 'by-hand', why },
  ...(kind === undefined ? {} : { kind }),
});
const byPackageManager: Packaging = {
  way: 'package-manager',
  why: 'The package manager that installed this copy updates it.',
};
/** Its managers do not say quickly where a package is from, so a repository's could be replaced by ours. */
const asRpm: Packaging = {
  ...{ way: 'package-manager', kind: 'rpm' },
  why: 'This copy was installed from an rpm. Update it with dnf or zypper: from the repository it came from, or by installing the newer rpm.',
};

/** Looks where this copy came from. `fromRepository`: whether apt has a source of newer packages. */
export async function packagingOf(
  { platform, packaged, resourcesFolder, executable, environment }: InstalledAt,
  fromRepository: () => Promise<boolean> = hasRepository,
): Promise<Packaging> {
  if (!packaged) return byHand('This copy was built from source, and is updated there.');
  if (platform === 'win32')
    return isInstalledOnWindows(dirname(executable))
      ? { way: 'itself', kind: 'nsis' }
      : byHand('This portable copy is replaced by hand.', 'portable');
  // Squirrel wants to work while the app runs; nobody has tried that here.
  if (platform === 'darwin') return byHand('On macOS, new versions are installed by hand.', 'dmg');
  // Whoever is started from another AppImage inherits its variables.
  const { APPIMAGE = '', APPDIR = '' } = environment;
  if (APPIMAGE !== '' && APPDIR !== '' && executable.startsWith(APPDIR + sep))
    return { way: 'itself', kind: 'AppImage' };
  const kind = packageType(resourcesFolder);
  if (kind === 'deb') return (await fromRepository()) ? byPackageManager : { way: 'itself', kind };
  if (kind === 'rpm') return asRpm;
  if (kind === 'repository') return byPackageManager;
  // What a distribution has made says something else, and is in its own hands.
  return kind === ''
    ? byHand('This copy was unpacked from an archive, and is replaced by hand.', 'targz')
    : byHand('This copy is replaced by whoever built it.');
}

/** Whether an installer has put the app into this folder. */
export function isInstalledOnWindows(folder: string): boolean {
  return existsSync(join(folder, 'Uninstall Strongroom.exe'));
}

function packageType(resourcesFolder: string): string {
  try {
    return readFileSync(join(resourcesFolder, 'package-type'), 'utf8').trim();
  } catch {
    // It is in our packages only.
    return '';
  }
}

const LONGEST_MS = 10_000;

/** Asks apt where it would take the package from. */
function hasRepository(): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: LONGEST_MS, env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } };
    // A system without apt has no repository that this could be from.
    execFile('/usr/bin/apt-cache', ['policy', 'strongroom'], options, (error, stdout) => {
      resolve(error === null && namesSource(stdout));
    });
  });
}

/** Whether `apt-cache policy` names a source besides dpkg's own list of what is installed. */
export function namesSource(policy: string): boolean {
  return policy
    .split('\n')
    .some((line) => /^\s+-?\d+ \S/.test(line) && !line.trimEnd().endsWith('/var/lib/dpkg/status'));
}
