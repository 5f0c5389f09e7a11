/** Pictures of the real app in a virtual display: the main job's steps, and the tour of all screens and states. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectEnvironment } from './dependencies.mjs';
import { startVirtualDisplay } from './display.mjs';
import { out, root } from './places.mjs';
import { elapsed, say, StepFailed } from './progress.mjs';
import { products } from './server-finder.mjs';
import { playwrightRun } from '../testing/playwright-run.mjs';
import { stopProgramsOnSignals } from '../testing/program.mjs';

/** @typedef {import('./electron-finder.mjs').FoundElectron} FoundElectron */

/** Folder of the tour's pictures. */
export const tourFolder = join(out, 'tour');
const mainJobFolder = join(out, 'main-job');

/**
 * Does the main job on the sample server, prints each step, and leaves its pictures; returns the exit code.
 * @param {FoundElectron} electron
 * @param {import('./server-finder.mjs').FoundServer} server
 * @param {{ cluster: boolean }} options
 */
export async function doMainJob(electron, server, { cluster }) {
  const started = Date.now();
  /** @type {string[]} */
  const done = [];
  const pictures = await takePictures(electron, mainJobFolder, {
    project: 'start',
    env: {
      STRONGROOM_SERVER: server.product,
      [products[server.product].variable]: server.file,
      STRONGROOM_SAMPLE: cluster ? 'cluster' : 'one',
    },
    onLine: (line) => {
      const [about = '', words] = line.split('\t');
      if (words === undefined) return;
      if (about === 'Picture') say('', relative(root, join(mainJobFolder, words)));
      else {
        say(about, words);
        done.push(about.toLowerCase());
      }
    },
  });
  say(
    'Done',
    `${done.join(', ')}: ${String(pictures.length)} pictures in ${relative(root, mainJobFolder)}/ (${elapsed(started)})`,
  );
  return 0;
}

/**
 * Takes the tour and prints the number of pictures; returns the exit code.
 * @param {FoundElectron} electron
 */
export async function takeTour(electron) {
  const pictures = await takePictures(electron, tourFolder, {
    project: 'tour',
    // One line per part; failures are printed once, at the end.
    onLine: (line) => (/^(?:ok|x|-|✓|✘)\s+\d+ /.test(line) ? say('Tour', line) : undefined),
  });
  say('Tour', `${String(pictures.length)} pictures in ${relative(root, tourFolder)}/`);
  return 0;
}

/**
 * Runs a Playwright project that takes pictures, or only its tests whose titles contain `grep`. Each picture is
 * stored as soon as it is taken; those of the last run are deleted first. Returns their names.
 * @param {FoundElectron} electron
 * @param {string} folder
 * @param {object} options
 * @param {'start' | 'tour'} options.project
 * @param {string} [options.grep]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(line: string) => void} [options.onLine]
 */
export async function takePictures(electron, folder, { project, grep, env = {}, onLine }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  stopProgramsOnSignals();
  const display = await startVirtualDisplay();
  try {
    say('Display', `virtual, ${display.display}; Electron ${electron.version}`);
    const { WAYLAND_DISPLAY: _, ...rest } = projectEnvironment();
    const result = await playwrightRun(project, {
      ...(grep === undefined ? {} : { grep }),
      ...(onLine === undefined ? {} : { onLine }),
      env: { ...rest, ...env, DISPLAY: display.display, STRONGROOM_PICTURES: folder },
    });
    for (const failure of result.failures) process.stderr.write(`\n${failure}\n`);
    if (result.failed > 0 || result.passed === 0) {
      throw new StepFailed(
        `Pictures: not every step was done; those taken before are in ${relative(root, folder)}/.`,
        'read the failure above.',
      );
    }
    return readdirSync(folder).filter((name) => name.endsWith('.png'));
  } finally {
    await display.stop();
  }
}
