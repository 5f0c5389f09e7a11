/** `npm run package`: an unsigned folder of the app for Linux in build/out/package. */
import { relative } from 'node:path';
import { root } from './setup/places.mjs';
import { say, script } from './setup/progress.mjs';
import { ensurePackage } from './setup/package.mjs';
import { prepare } from './setup/steps.mjs';

await script(async () => {
  const { electron } = await prepare({ virtualDisplay: false, vault: false });
  const { folder } = await ensurePackage(electron);
  if (electron.test)
    say('Package', 'FOR TESTING ONLY: it holds the stand-in for Electron and must not be released');
  say('Package', relative(root, folder));
});
