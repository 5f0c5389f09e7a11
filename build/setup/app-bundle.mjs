/** The built app in build/out/app, rebuilt when any of its inputs changed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnvironment, projectNode } from './dependencies.mjs';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { withLock } from './lock.mjs';
import { out, root } from './places.mjs';
import { run, say } from './progress.mjs';

const STEP = 'App';

/** The folder to start Electron with. */
export const appFolder = join(out, 'app');

/** Builds the app unless it is up to date. */
export async function ensureApp() {
  await withLock(join(out, 'locks', 'app'), STEP, async () => {
    const folders = ['shared', 'electron', 'renderer', 'build/guide'].map((folder) => join(root, folder));
    const own = [
      'build/bundle.mjs',
      'build/prerender.mjs',
      'build/packaging/bundled-packages.mjs',
      'build/packaging/licence-policy.mjs',
    ];
    const files = ['package.json', 'package-lock.json', ...own].map((file) => join(root, file));
    const bundlers = ['main', 'updater', 'preload', 'renderer'].map((name) =>
      join(root, 'build', `vite.${name}.ts`),
    );
    // The launcher is built apart.
    const hash = hashOf([...folders, ...files, ...bundlers], (file) => !/\.test\.tsx?$|\.go$/.test(file));
    const stampFile = join(out, 'stamps', 'app');
    if (isStamped(stampFile, hash) && existsSync(join(appFolder, 'main.cjs'))) {
      say(STEP, 'up to date');
      return;
    }
    await run(STEP, projectNode, [join(root, 'build', 'bundle.mjs')], {
      cwd: root,
      env: projectEnvironment(),
      todo: 'correct what the bundler named above.',
    });
    stamp(stampFile, hash);
    say(STEP, 'built into build/out/app');
  });
}
