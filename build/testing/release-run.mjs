/**
 * Runs e2e/release against the packaged app: installed, and started by an ordinary user with Chromium's sandbox. The
 * tests check its content, refusals, output and behaviour.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { possibleFormats } from '../packaging/formats.mjs';
import { onPath } from '../setup/places.mjs';
import { say } from '../setup/progress.mjs';
import { ensureFormats, ensurePackage } from '../setup/package.mjs';
import { install } from './installed.mjs';
import { playwrightRun } from './playwright-run.mjs';

/**
 * @param {import('../setup/electron-finder.mjs').FoundElectron} electron
 * @param {NodeJS.ProcessEnv} env
 * @param {Omit<Parameters<typeof playwrightRun>[1], 'env' | 'without'> & { asDeb: boolean }} options `asDeb`: the deb
 *   of `npm run package`, which takes minutes to compress; without it, only the folder, and no tests of the package
 *   manager's part.
 * @returns {Promise<import('./runner-result.mjs').RunnerResult>}
 */
export async function releaseRun(electron, env, { asDeb, ...chosen }) {
  if (process.getuid?.() === 0 && onPath('setpriv') === undefined)
    throw new Error('The app runs as an ordinary user, and there is no setpriv to become one.');
  const { folder } = await ensurePackage(electron);
  const deb = asDeb ? await debOf(electron) : undefined;
  const installed = await install({ folder, deb });
  say('Release', howInstalled(installed, deb));
  try {
    return await playwrightRun('release', {
      ...chosen,
      env: {
        ...env,
        STRONGROOM_INSTALLED: JSON.stringify(installed),
        ...(deb === undefined ? {} : { STRONGROOM_DEB: deb }),
      },
      ...(installed.byDpkg ? {} : { without: '@deb' }),
    });
  } finally {
    await installed.remove();
  }
}

/**
 * Attacks the app already installed on this system by its package manager. `releaseRun` covers tests that need their
 * own root, and copies of the app without a right to user namespaces; systems other than Linux run only the main job.
 * @param {string} binary
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} onLine
 */
export function installedRun(binary, env, onLine) {
  const installed = { binary, folder: dirname(binary), root: '/', enter: [], byDpkg: false };
  say('Release', `${binary}, as it is installed here`);
  return playwrightRun('release', {
    env: { ...env, STRONGROOM_INSTALLED: JSON.stringify(installed) },
    ...(process.platform === 'linux' ? { without: '@deb|@copy' } : { grep: '@anywhere' }),
    onLine,
  });
}

/**
 * @param {import('./installed.mjs').Installed} installed
 * @param {string | undefined} deb
 */
function howInstalled({ byDpkg }, deb) {
  if (byDpkg) return 'the deb, installed by dpkg into a root of its own';
  return deb === undefined
    ? 'the packaged folder'
    : 'the deb, unpacked: dpkg cannot have a root of its own here';
}

/**
 * The deb of `npm run package`; undefined if this machine cannot build one.
 * @param {import('../setup/electron-finder.mjs').FoundElectron} electron
 */
async function debOf(electron) {
  const { formats } = await possibleFormats();
  const { folder } = await ensureFormats(electron, formats);
  const name = readdirSync(folder).find((each) => each.endsWith('.deb'));
  return name === undefined ? undefined : join(folder, name);
}
