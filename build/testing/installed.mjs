/**
 * The packaged app as installed by users: dpkg installs the deb into a private overlay over this system's root, which
 * disappears with this process. If that is not possible (it requires root and overlayfs), the same files unpacked
 * into a folder; without a deb, the packaged folder.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath } from '../setup/places.mjs';
import { supervised } from '../setup/supervised.mjs';

/** Script for a new root above the present one. User namespaces work in it, unlike after a chroot. */
const NEW_ROOT = `
set -e
layer=$1
mount --make-rprivate /
mount -t tmpfs none "$layer"
mkdir "$layer/changes" "$layer/work" "$layer/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layer/changes,workdir=$layer/work" "$layer/root"
for each in /dev /proc /sys "$2"; do mkdir -p "$layer/root$each"; mount --rbind "$each" "$layer/root$each"; done
cd "$layer/root"
mkdir before
pivot_root . before
umount -l /before
rmdir /before
echo LAID
exec sleep infinity
`;
const LAID_MS = 20_000;
const OPT = '/opt/Strongroom';

/**
 * @typedef {object} Installed
 * @property {string} binary Path for its users.
 * @property {string} folder Its folder, as seen by this process.
 * @property {string} root Root that it was installed into, as seen by this process: `/` without its own.
 * @property {readonly string[]} enter Prefix of commands that run in its root.
 * @property {boolean} byDpkg
 */

/**
 * Creates a root and installs a deb into it; undefined if not possible here.
 * @param {string} deb
 * @returns {Promise<(Installed & { remove: () => Promise<void> }) | undefined>}
 */
async function installDeb(deb) {
  const tools = ['unshare', 'nsenter', 'dpkg', 'pivot_root'];
  if (process.getuid?.() !== 0 || tools.some((tool) => onPath(tool) === undefined)) return undefined;
  const layer = mkdtempSync(join(tmpdir(), 'strongroom-root-'));
  const remove = async () => {
    await holder.stop();
    rmSync(layer, { recursive: true, force: true });
  };
  const holder = supervised('unshare', ['--mount', 'sh', '-c', NEW_ROOT, 'root', layer, tmpdir()]);
  const pid = await laid(holder);
  if (pid === undefined) {
    await remove();
    return undefined;
  }
  const enter = ['nsenter', '--target', String(pid), '--mount'];
  const root = `/proc/${String(pid)}/root`;
  const installed = { binary: join(OPT, 'strongroom'), folder: join(root, OPT), root, enter, byDpkg: true };
  dpkg(installed, '--install', deb);
  return { ...installed, remove };
}

/**
 * Waits until the root is ready; returns the ID of the process that lives in it.
 * @param {import('../setup/supervised.mjs').Supervised} holder
 * @returns {Promise<number | undefined>}
 */
async function laid(holder) {
  const deadline = Date.now() + LAID_MS;
  while (holder.running() && Date.now() < deadline) {
    if (holder.log().includes('LAID')) {
      const { stdout } = spawnSync('pgrep', ['-P', String(holder.pid), 'sleep'], { encoding: 'utf8' });
      const pid = Number(stdout.trim());
      if (pid > 0) return pid;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

/**
 * Runs dpkg in the app's root.
 * @param {Pick<Installed, 'enter'>} installed
 * @param {readonly string[]} args
 */
export function dpkg({ enter }, ...args) {
  // These tests open no browser, so the package for that can be missing; all other dependencies are required.
  const [command = 'dpkg', ...rest] = [...enter, 'dpkg', '--ignore-depends=xdg-utils', ...args];
  const { status, stdout, stderr } = spawnSync(command, rest, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8' },
  });
  if (status !== 0) throw new Error(`dpkg ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Installs a deb, or else unpacks it, or copies the packaged folder.
 * @param {{ folder: string, deb?: string | undefined }} packaged
 * @returns {Promise<Installed & { remove: () => Promise<void> }>}
 */
export async function install({ folder, deb }) {
  const installed = deb === undefined ? undefined : await installDeb(deb);
  if (installed !== undefined) return installed;
  const work = mkdtempSync(join(tmpdir(), 'strongroom-unpacked-'));
  // Users must be able to access it.
  chmodSync(work, 0o755);
  let own = join(work, 'Strongroom');
  if (deb !== undefined && onPath('dpkg-deb') !== undefined) {
    mkdirSync(own);
    const { status, stderr } = spawnSync('dpkg-deb', ['--extract', deb, own], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`dpkg-deb could not unpack ${deb}: ${stderr}`);
    own = join(own, OPT);
  } else cpSync(folder, own, { recursive: true });
  return {
    binary: join(own, 'strongroom'),
    folder: own,
    root: '/',
    enter: [],
    byDpkg: false,
    remove: () => Promise.resolve(rmSync(work, { recursive: true, force: true })),
  };
}
