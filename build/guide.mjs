/** `npm run guide`: builds the user's guide with pictures of the present app, in build/out/guide. */
import { script } from './setup/progress.mjs';
import { ensureGuide } from './setup/guide.mjs';
import { prepare } from './setup/steps.mjs';

await script(async () => {
  const { electron } = await prepare({ virtualDisplay: true, server: 'vault' });
  await ensureGuide(electron);
});
