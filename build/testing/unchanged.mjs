/**
 * Which sources need not be looked at again. What lint says of a file depends on its text, on the types of everything it
 * imports, and on the settings: where all of these are what they were when it passed, it passes. The fingerprints of what
 * passed are kept in the cache folder; a checkout elsewhere has the same.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder } from '../setup/places.mjs';

/** How many fingerprints are kept: those of some twenty states of the sources. */
const MOST_FILES = 20_000;

const isSource = (/** @type {string} */ name) => /\.(?:tsx?|mjs)$/.test(name);
/** What changes the meaning of files that do not import it. */
const isForAll = (/** @type {string} */ name, /** @type {string} */ text) =>
  /\.d\.ts$|(?:^|\/)(?:tsconfig[^/]*\.json|package-lock\.json|eslint\.config\.mjs)$/.test(name) ||
  (isSource(name) && /\bdeclare (?:global|module)\b/.test(text));

/**
 * The fingerprint of every source below a folder: of its text, of everything it leads to, and of what is for all.
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>} By path, relative to the folder.
 */
export function fingerprints(folder) {
  const texts = new Map(
    filesBelow(folder).map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  );
  const hashes = new Map([...texts].map(([name, text]) => [name, sha256(text)]));
  const forAll = [...texts].filter(([name, text]) => isForAll(name, text)).map(([name]) => name);
  const leadsTo = new Map(
    [...texts].map(([name, text]) => [name, isSource(name) ? importsOf(name, text, texts) : []]),
  );
  return new Map(
    [...texts.keys()].filter(isSource).map((name) => {
      const all = new Set([...forAll, name]);
      // A set hands out what is added to it while it is walked.
      for (const each of all) for (const next of leadsTo.get(each) ?? []) all.add(next);
      const lines = [...all].sort().map((each) => `${each} ${String(hashes.get(each))}`);
      return [name, sha256([process.versions.node, name, ...lines].join('\n'))];
    }),
  );
}

/**
 * The fingerprints that passed before.
 * @param {string} check
 */
export function passedBefore(check) {
  try {
    return new Set(/** @type {string[]} */ (JSON.parse(readFileSync(fileOf(check), 'utf8'))));
  } catch {
    return new Set();
  }
}

/**
 * Remembers fingerprints that passed.
 * @param {string} check
 * @param {Iterable<string>} passed
 */
export function rememberPassed(check, passed) {
  const now = [...new Set(passed)];
  const all = [...new Set([...now, ...passedBefore(check)])].slice(0, MOST_FILES);
  const unfinished = `${fileOf(check)}.${String(process.pid)}`;
  mkdirSync(dirname(unfinished), { recursive: true });
  writeFileSync(unfinished, JSON.stringify(all));
  renameSync(unfinished, fileOf(check));
}

/** @param {string} check */
function fileOf(check) {
  return join(cacheFolder(), 'passed', `${check}.json`);
}

/**
 * Everything that any text in a source names as a file beside it: imports of each form, and more than that.
 * @param {string} name
 * @param {string} text
 * @param {ReadonlyMap<string, string>} files
 */
function importsOf(name, text, files) {
  return [...text.matchAll(/(['"`])(\.{1,2}\/[^'"`\n]*)\1/g)].flatMap(([, , path = '']) => {
    const target = join(dirname(name), path);
    return ['', '.ts', '.tsx', '.d.ts'].map((end) => target + end).filter((file) => files.has(file));
  });
}

/**
 * The sources and their settings, without what is built or installed.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'out', '.git'].includes(entry.name) ? [] : filesBelow(path);
    return (isSource(entry.name) || entry.name.endsWith('.json')) && existsSync(path) ? [path] : [];
  });
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('base64url');
}
