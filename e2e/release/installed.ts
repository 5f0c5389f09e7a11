/** The packaged app that `npm run test:release` has installed. */
import type { Installed } from '../../build/testing/installed.mjs';

/** Where it is, and how a command runs beside it. */
export function installed(): Installed {
  const told = process.env['STRONGROOM_INSTALLED'];
  if (told === undefined) throw new Error('These tests need an installed app: npm run test:release.');
  return JSON.parse(told) as Installed;
}
