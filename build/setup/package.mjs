/** The packaged app, made again when the app, the Electron or the packaging changed. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder } from './app-bundle.mjs';
import { projectEnvironment, projectNode } from './dependencies.mjs';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { withLock } from './lock.mjs';
import { out, root } from './places.mjs';
import { run, say } from './progress.mjs';

const STEP = 'Package';

/**
 * Packages build/out/app with an Electron. The folder's name says when the result is for testing only.
 * @param {import('./electron-finder.mjs').FoundElectron} electron
 */
export async function ensurePackage(electron) {
  const folder = join(out, 'package', electron.test ? 'linux-for-testing' : 'linux');
  const binary = join(folder, 'strongroom');
  await withLock(join(out, 'locks', 'package'), STEP, async () => {
    const inputs = ['electron-builder.mjs', 'make-package.mjs', 'icons'].map((name) =>
      join(root, 'build', name),
    );
    const hash = hashOf([appFolder, ...inputs]) + electron.version + electron.dist;
    const stampFile = join(out, 'stamps', electron.test ? 'package-for-testing' : 'package');
    if (isStamped(stampFile, hash) && existsSync(binary)) {
      say(STEP, 'up to date');
      return;
    }
    const unfinished = join(out, 'package', `unfinished-${String(process.pid)}`);
    try {
      const options = {
        electronDist: electron.dist,
        electronVersion: electron.version,
        forTesting: electron.test,
      };
      await run(
        STEP,
        projectNode,
        ['build/make-package.mjs', JSON.stringify({ ...options, output: unfinished })],
        {
          cwd: root,
          env: projectEnvironment(),
          todo: 'read what electron-builder said above.',
        },
      );
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(join(out, 'package'), { recursive: true });
      renameSync(join(unfinished, 'linux-unpacked'), folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    stamp(stampFile, hash);
    say(STEP, `made with Electron ${electron.version}`);
  });
  return { folder, binary };
}
