/** A virtual display on a free number that ends with this process. */
import { StepFailed } from './progress.mjs';
import { onPath } from './places.mjs';
import { supervised } from './supervised.mjs';

const START_MS = 20_000;

/** True if the user has a display. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/**
 * Starts Xvfb, 1400×1000 in true colour.
 * @returns {Promise<{ display: string, stop: () => Promise<void> }>}
 */
export async function startVirtualDisplay() {
  if (onPath('Xvfb') === undefined) {
    throw new StepFailed('Display: there is no Xvfb.', 'as root on Debian: apt-get install xvfb xauth');
  }
  /** @type {(display: string) => void} */
  let announce = () => undefined;
  const announced = new Promise((/** @type {(display: string) => void} */ resolve) => (announce = resolve));
  let said = '';
  // Without -noreset the server restarts after the last client leaves, which kills an app that is just connecting.
  const args = [
    '-noreset',
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
    '-dpi',
    '96',
  ];
  const server = supervised('Xvfb', args, {
    onOutput: (piece) => {
      said += piece;
      const number = /^(\d+)\n/m.exec(said)?.[1];
      if (number !== undefined) announce(`:${number}`);
    },
  });
  const tooLate = new Promise((resolve) => setTimeout(resolve, START_MS, undefined).unref());
  const display = await Promise.race([announced, server.exited.then(() => undefined), tooLate]);
  if (typeof display !== 'string') {
    await server.stop();
    throw new StepFailed(`Display: Xvfb did not start:\n${server.log()}`, 'is the package xvfb whole?');
  }
  return { display, stop: server.stop };
}
