/**
 * `npm run feed -- FOLDER [NOTES]`: describes and signs the packages of a folder for publishing as a feed. The
 * version is that of the commit, as in `npm run package`; NOTES is a text file, and `STRONGROOM_RELEASE_KEY` the
 * private key (PEM, or its file). `npm run feed -- --new-key FILE` creates such a key and prints its public half.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf } from './packaging/identity.mjs';
import { say, script } from './setup/progress.mjs';
import { readReleaseKey, whyNoUpdates } from './setup/update-facts.mjs';
import { describeReleases, newReleaseKey, publicKeyOf, signatureOf } from './setup/update-feed.mjs';

const STEP = 'Feed';

await script(() => {
  const [folder = '', more = ''] = process.argv.slice(2);
  if (folder === '--new-key') makeKey(more);
  else makeFeed(folder, more);
  return Promise.resolve();
});

/** @param {string} file */
function makeKey(file) {
  if (file === '') throw new Error('Say where to put the private key: npm run feed -- --new-key FILE');
  const key = newReleaseKey();
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
  say(STEP, `the private key is in ${file}; the public one, for STRONGROOM_UPDATE_KEYS:`);
  console.log(publicKeyOf(key));
}

/**
 * @param {string} folder
 * @param {string} notesFile
 */
function makeFeed(folder, notesFile) {
  if (folder === '' || !existsSync(folder))
    throw new Error('Say where the packages are: npm run feed -- FOLDER [NOTES]');
  const given = process.env['STRONGROOM_RELEASE_KEY'] ?? '';
  if (given === '')
    throw new Error('STRONGROOM_RELEASE_KEY is not set: a feed is not made without its signature.');
  // If the packages' own update facts are known, refuses to sign a feed that they would reject.
  const why = process.env['STRONGROOM_UPDATE_KEYS'] === undefined ? [] : whyNoUpdates(process.env, true);
  if (why.length > 0) throw new Error(why.join('\n'));
  const key = readReleaseKey(given);
  const { version } = identityOf();
  const described = describeReleases(folder, readdirSync(folder), {
    version,
    released: new Date().toISOString(),
    notes: notesFile === '' ? '' : readFileSync(notesFile, 'utf8'),
  });
  if (described.length === 0) throw new Error(`No package in ${folder} has a newer one looked for.`);
  for (const { name, text } of described) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.sig`), signatureOf(text, key));
    say(STEP, `${name}: version ${version}, signed`);
  }
}
