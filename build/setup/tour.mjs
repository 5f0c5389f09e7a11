/** The tour: the real app in a virtual display does the main job step by step and leaves pictures. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectEnvironment } from './dependencies.mjs';
import { startVirtualDisplay } from './display.mjs';
import { out, root } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { playwrightRun } from '../testing/playwright-run.mjs';
import { stopProgramsOnSignals } from '../testing/program.mjs';

/** Where the pictures are. */
export const tourFolder = join(out, 'tour');

/**
 * Takes the tour and prints the list of pictures; answers the exit code.
 * @param {import('./electron-finder.mjs').FoundElectron} electron
 */
export async function takeTour(electron) {
  await takePictures(electron, tourFolder);
  const pictures = readdirSync(tourFolder)
    .filter((name) => name.endsWith('.png'))
    .sort();
  for (const name of pictures) say('Picture', relative(root, join(tourFolder, name)));
  say('Tour', `${String(pictures.length)} pictures in ${relative(root, tourFolder)}/`);
  return 0;
}

/**
 * Takes the tour, or the part of it whose titles hold `grep`, and leaves the pictures in a folder, which is replaced when
 * all are there; `taken` is told of them right before.
 * @param {import('./electron-finder.mjs').FoundElectron} electron
 * @param {string} folder
 * @param {{ grep?: string, taken?: (folder: string) => void }} [options]
 */
export async function takePictures(electron, folder, { grep, taken } = {}) {
  const unfinished = `${folder}-${String(process.pid)}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  stopProgramsOnSignals();
  process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }));
  const display = await startVirtualDisplay();
  try {
    say('Tour', `Electron ${electron.version} in the virtual display ${display.display}`);
    const { WAYLAND_DISPLAY: _, ...env } = projectEnvironment();
    const result = await playwrightRun('tour', {
      ...(grep === undefined ? {} : { grep }),
      env: { ...env, DISPLAY: display.display, STRONGROOM_PICTURES: unfinished },
      // One line a step; failures are printed once, at the end.
      onLine: (line) => (/^(?:ok|x|-|✓|✘)\s+\d+ /.test(line) ? say('Tour', line) : undefined),
    });
    for (const failure of result.failures) process.stderr.write(`\n${failure}\n`);
    if (result.failed > 0 || result.passed === 0) {
      throw new StepFailed(
        'Tour: not every step was done; the pictures of the last tour are kept.',
        'read the failure above.',
      );
    }
    taken?.(unfinished);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await display.stop();
  }
}
