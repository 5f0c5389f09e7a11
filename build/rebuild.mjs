/**
 * `npm run rebuild -- DEB [FILE …]`: rebuilds a published deb from this commit, and other files of its release (an
 * archive, an rpm without its signature), and compares the bytes. The publisher's facts and the guide, whose pictures
 * differ between machines, are taken from the deb. See build/rebuild.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ensureDependencies } from './setup/dependencies.mjs';
import { out } from './setup/places.mjs';
import { say, script, StepFailed } from './setup/progress.mjs';
import { sha256 } from './packaging/checksums.mjs';
import { identityOf } from './packaging/identity.mjs';
import { ensureFormats, ensurePackage } from './setup/package.mjs';
import { prepare } from './setup/steps.mjs';

const STEP = 'Rebuild';
const ENDINGS = { deb: '.deb', rpm: '.rpm', 'tar.gz': '.tar.gz' };

await script(async () => {
  const files = process.argv.slice(2).map((file) => resolve(file));
  const [deb] = files;
  if (deb?.endsWith('.deb') !== true || !existsSync(deb))
    throw new Error('Say which published deb to make again: npm run rebuild -- DEB [FILE …]');
  await ensureDependencies();
  const published = join(out, 'published');
  rmSync(published, { recursive: true, force: true });
  mkdirSync(published, { recursive: true });
  dpkgDeb('--extract', deb, published);
  const resources = join(published, 'opt', 'Strongroom', 'resources');
  const told = await factsIn(join(resources, 'app.asar'));
  const identity = identityOf();
  if (told.commit !== identity.commit)
    throw new StepFailed(
      `${STEP}: ${basename(deb)} was made of ${told.commit}, and this is ${identity.commit}.`,
      `git checkout ${told.commit}`,
    );
  setFacts(deb, told);
  const { electron } = await prepare({ virtualDisplay: false });
  // Must follow bundling, which removes a guide that could show another app.
  takeGuide(join(resources, 'guide'));
  const formats = Object.entries(ENDINGS).flatMap(([format, ending]) =>
    files.some((file) => file.endsWith(ending)) ? [format] : [],
  );
  await ensurePackage(electron, identity);
  const { folder } = await ensureFormats(electron, formats, identity);
  const different = [];
  for (const file of files) {
    const made = join(folder, basename(file));
    const [theirs, ours] = [await sumOf(file), existsSync(made) ? await sumOf(made) : 'no such file'];
    say(
      STEP,
      `${basename(file)}: ${theirs === ours ? `the same (${ours})` : `${theirs} there, ${ours} here`}`,
    );
    if (theirs !== ours) different.push(basename(file));
  }
  if (different.length > 0) {
    const list = differences(published, dpkgTree(folder, basename(deb)));
    throw new StepFailed(
      `${STEP}: ${different.join(', ')} is not what this commit makes.${list}`,
      'compare what is named; build/rebuild.md says what can differ.',
    );
  }
});

/**
 * Facts from the package's own description.
 * @param {string} archive
 * @returns {Promise<{ homepage: string, commit: string, updates: { feed?: string, keys?: string[], hosts?: string[] } }>}
 */
async function factsIn(archive) {
  const { default: asar } = await import('@electron/asar');
  const { homepage, strongroom } = JSON.parse(asar.extractFile(archive, 'package.json').toString('utf8'));
  return {
    homepage: String(homepage ?? 'none'),
    commit: String(strongroom?.commit ?? ''),
    updates: strongroom?.updates ?? {},
  };
}

/**
 * Sets the environment of this build to the published facts.
 * @param {string} deb
 * @param {Awaited<ReturnType<typeof factsIn>>} told
 */
function setFacts(deb, { homepage, updates: { feed = '', keys = [], hosts = [] } }) {
  const maintainer = dpkgDeb('--field', deb, 'Maintainer').trim();
  const facts = {
    STRONGROOM_MAINTAINER: maintainer,
    STRONGROOM_HOMEPAGE: homepage === 'none' ? '' : homepage,
    STRONGROOM_UPDATE_FEED: feed,
    STRONGROOM_UPDATE_KEYS: keys.join(','),
    STRONGROOM_UPDATE_HOSTS: hosts.join(','),
  };
  for (const [name, value] of Object.entries(facts)) {
    if (value === '') Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
    if (value !== '') say(STEP, `${name}=${value}`);
  }
}

/** @param {string} guide */
function takeGuide(guide) {
  rmSync(join(out, 'guide'), { recursive: true, force: true });
  if (existsSync(guide)) cpSync(guide, join(out, 'guide'), { recursive: true });
}

/**
 * @param {string} folder
 * @param {string} name
 */
function dpkgTree(folder, name) {
  const made = join(out, 'rebuilt');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  if (existsSync(join(folder, name))) dpkgDeb('--extract', join(folder, name), made);
  return made;
}

/**
 * The first ten differing files of two folders, one line each.
 * @param {string} theirs
 * @param {string} ours
 */
function differences(theirs, ours) {
  if (readdirSync(ours).length === 0) return '';
  const { stdout } = spawnSync('diff', ['--recursive', '--brief', '--no-dereference', theirs, ours], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .slice(0, 10)
    .map((line) => (line === '' ? '' : `\n  ${line}`))
    .join('');
}

/**
 * SHA-256 of a file; for an rpm, which was signed later, of its header, which includes the payload's.
 * @param {string} file
 */
async function sumOf(file) {
  if (!file.endsWith('.rpm')) return sha256(file);
  const args = ['--query', '--package', '--nosignature', '--queryformat', '%{SHA256HEADER}', file];
  const { status, stdout, stderr } = spawnSync('rpm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`rpm: ${stderr}`);
  return stdout;
}

/** @param {...string} args */
function dpkgDeb(...args) {
  const { status, stdout, stderr } = spawnSync('dpkg-deb', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`dpkg-deb ${args[0] ?? ''}: ${stderr}`);
  return stdout;
}
