/**
 * `npm run manifests -- FOLDER INTO`: writes manifests of winget, Homebrew, Flathub and the AUR for FOLDER, which
 * `npm run feed` has described. `STRONGROOM_RELEASE_URL` is FOLDER's address, with a trailing slash,
 * `STRONGROOM_HOMEPAGE` the project's, `STRONGROOM_MAINTAINER` the maintainer they name. They are submitted by hand.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aurManifests } from './packaging/manifests/aur.mjs';
import { flathubManifests } from './packaging/manifests/flathub.mjs';
import { caskManifests } from './packaging/manifests/homebrew.mjs';
import { releaseOf } from './packaging/manifests/release-of.mjs';
import { wingetManifests } from './packaging/manifests/winget.mjs';
import { say, script } from './setup/progress.mjs';

await script(() => {
  const [folder, into] = process.argv.slice(2);
  if (folder === undefined || into === undefined)
    throw new Error('Say where the packages are, and where to: npm run manifests -- FOLDER INTO');
  const release = releaseOf(folder, {
    base: process.env['STRONGROOM_RELEASE_URL'] ?? '',
    homepage: process.env['STRONGROOM_HOMEPAGE'] ?? '',
    maintainer: process.env['STRONGROOM_MAINTAINER'] ?? '',
  });
  const made = [wingetManifests, caskManifests, flathubManifests, aurManifests].map((make) => make(release));
  for (const [path, text] of made.flatMap((texts) => Object.entries(texts))) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
    say('Manifests', path);
  }
  return Promise.resolve();
});
