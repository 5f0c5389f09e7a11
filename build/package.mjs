/**
 * `npm run package`: builds the packages for this system, in build/out/package.
 *
 *     --release       signed, from a tag, with the official Electron; refused if one of these is missing
 *     --twice         built again in another folder and compared byte for byte (Linux)
 *     --formats=a,b   only these (Linux)
 *     --version=X     overrides the version, to test an update with
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { possibleFormats } from './packaging/formats.mjs';
import { hasUncommittedChanges, identityOf } from './packaging/identity.mjs';
import { officialArchive } from './packaging/official-electron.mjs';
import { whyNoRelease } from './packaging/release-conditions.mjs';
import { signChecksums, signRpms } from './packaging/sign-checksums.mjs';
import { proveTwice } from './packaging/twice.mjs';
import { provedHere, whyUnproved } from './testing/proved.mjs';
import { ensureSystem } from './setup/system.mjs';
import { officialVersion } from './setup/electron-finder.mjs';
import { root } from './setup/places.mjs';
import { say, script, StepFailed } from './setup/progress.mjs';
import { ensureGuide } from './setup/guide.mjs';
import { ensureFormats, ensureInstallers, ensurePackage } from './setup/package.mjs';
import { prepare } from './setup/steps.mjs';

const options = /** @type {const} */ ({
  release: { type: 'boolean', default: false },
  twice: { type: 'boolean', default: false },
  formats: { type: 'string' },
  version: { type: 'string' },
});

const onLinux = process.platform === 'linux';

// Checked here, but removed from the environment of the packaging programs.
const environment = { ...process.env };
delete process.env['STRONGROOM_RELEASE_KEY'];

await script(async () => {
  const { release, twice, formats: asked, version } = parseArgs({ options }).values;
  const prepared = await prepare({ virtualDisplay: onLinux, server: onLinux ? 'vault' : undefined });
  const identity = identityOf(version);
  let electron = prepared.electron;
  if (release) {
    const facts = { electron, pinned: officialVersion(), identity, platform: process.platform };
    const why = [
      ...whyNoRelease({ ...facts, changed: hasUncommittedChanges(), environment }),
      ...whyUnproved(provedHere()),
    ];
    if (why.length > 0)
      throw new StepFailed(
        `This cannot be released.\n  ${why.join('\n  ')}`,
        'mend all of it, or leave --release out.',
      );
    electron = { ...electron, dist: await officialArchive() };
  }
  const result = onLinux ? await forLinux() : await ensureInstallers(electron, identity, release);
  if (release) {
    await signRpms(result);
    await signChecksums(result);
  }
  if (electron.test)
    say('Package', 'FOR TESTING ONLY: it holds the stand-in for Electron and must not be released');
  say('Package', relative(root, result));

  async function forLinux() {
    await ensureSystem(['packages']);
    // The bundled guide has pictures of this app, taken from the real app on a real server.
    await ensureGuide(prepared.electron);
    const { formats, absent } = await possibleFormats();
    const wanted = asked === undefined ? formats : formats.filter((name) => asked.split(',').includes(name));
    const { folder } = await ensurePackage(electron, identity);
    const made = await ensureFormats(electron, wanted, identity);
    for (const sentence of absent) say('Package', sentence);
    if (twice) {
      const same = version === undefined ? [] : [`--version=${version}`];
      await proveTwice({ folder, formats: made.folder }, same);
    }
    return made.folder;
  }
});
