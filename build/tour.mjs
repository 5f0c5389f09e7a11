/**
 * `npm run tour`: takes pictures of every screen and state, light and dark, in build/out/tour. `-- --against FOLDER`
 * lists what differs from an earlier tour.
 */
import { parseArgs } from 'node:util';
import { say, script } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';
import { takeTour, tourFolder } from './setup/tour.mjs';

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;

await script(async () => {
  const { electron } = await prepare({ virtualDisplay: true, server: 'vault' });
  const code = await takeTour(electron);
  if (against !== undefined) {
    const { comparePictures } = await import('./setup/compare-pictures.mjs');
    const { lines, equal } = comparePictures(against, tourFolder);
    for (const line of lines) say('Differs', line);
    say('Compared', `${String(equal)} pictures are equal, ${String(lines.length)} differ`);
  }
  return code;
});
