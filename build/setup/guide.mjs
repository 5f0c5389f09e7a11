/** Builds the user's guide with pictures of the built app, in build/out/guide. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { appFolder } from './app-bundle.mjs';
import { projectEnvironment, projectNode } from './dependencies.mjs';
import { hashOf } from './hash-stamp.mjs';
import { out, root } from './places.mjs';
import { run, say } from './progress.mjs';
import { takePictures } from './tour.mjs';

const STEP = 'Guide';
const guideFolder = join(out, 'guide');
const pictureFolder = join(out, 'guide-pictures');

/** File beside the pictures with the hash of the app that they show. */
const OF = 'of-app.sha256';

/**
 * Builds the guide; retakes the pictures if they show another app.
 * @param {import('./electron-finder.mjs').FoundElectron} electron
 */
export async function ensureGuide(electron) {
  const app = hashOf([appFolder]);
  if (arePicturesOf(pictureFolder, app)) say(STEP, 'pictures are of this app');
  else {
    await takePictures(electron, pictureFolder, { project: 'tour', grep: 'pictures of the guide' });
    writeFileSync(join(pictureFolder, OF), app);
  }
  const unfinished = `${guideFolder}-${String(process.pid)}`;
  try {
    const options = { to: unfinished, pictures: { folder: pictureFolder, app } };
    await run(STEP, projectNode, ['build/make-guide.mjs', JSON.stringify(options)], {
      cwd: root,
      env: projectEnvironment(),
      todo: 'correct the page that is named above.',
    });
    rmSync(guideFolder, { recursive: true, force: true });
    renameSync(unfinished, guideFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  say(STEP, relative(root, guideFolder));
}

/**
 * True if a folder's pictures show the app with this hash.
 * @param {string} folder
 * @param {string} app
 */
export function arePicturesOf(folder, app) {
  const file = join(folder, OF);
  return existsSync(file) && readFileSync(file, 'utf8') === app;
}
