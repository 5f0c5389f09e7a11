/** The packaged app installed by `npm run test:release`. */
import type { Installed } from '../../build/testing/installed.mjs';

/** Its location, and the way to run a command beside it. */
export function installed(): Installed {
  const told = process.env['STRONGROOM_INSTALLED'];
  if (told === undefined) throw new Error('These tests need an installed app: npm run test:release.');
  return JSON.parse(told) as Installed;
}
