/** `npm run tour`: takes pictures of every screen and state, light and dark, in build/out/tour. */
import { script } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';
import { takeTour } from './setup/tour.mjs';

await script(async () => {
  const { electron } = await prepare({ virtualDisplay: true, server: 'vault' });
  return takeTour(electron);
});
