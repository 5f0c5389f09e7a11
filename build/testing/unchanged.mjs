/**
 * Finds files that need no new check. Lint's verdict on a source depends on its text, on the types of everything it
 * imports, and on the settings, that on a file's format on its text and the settings alone: if all are unchanged since
 * it passed, it passes again. Fingerprints of passed files are stored in the cache folder; checkouts in other folders
 * share them.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder } from '../setup/places.mjs';

/** Most fingerprints to store: those of about twenty states of the sources. */
const MOST_FILES = 20_000;

const isSource = (/** @type {string} */ name) => /\.(?:tsx?|mjs)$/.test(name);
/** Files that affect others without being imported. */
const isForAll = (/** @type {string} */ name, /** @type {string} */ text) =>
  /\.d\.ts$|(?:^|\/)(?:tsconfig[^/]*\.json|package-lock\.json|eslint\.config\.mjs)$/.test(name) ||
  (isSource(name) && /\bdeclare (?:global|module)\b/.test(text));

/**
 * Fingerprint of every source below a folder: its text, all its direct and indirect imports, and the global files.
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
      // A set also iterates over elements added during the iteration.
      for (const each of all) for (const next of leadsTo.get(each) ?? []) all.add(next);
      const lines = [...all].sort().map((each) => `${each} ${String(hashes.get(each))}`);
      return [name, sha256([process.versions.node, name, ...lines].join('\n'))];
    }),
  );
}

/** Files that decide on the format of every file. */
const formatSettings = ['.prettierrc.json', '.prettierignore', 'package-lock.json'];

/**
 * Fingerprint of every file below a folder: its name and content, and the settings of the formatter.
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>} By path, relative to the folder.
 */
export function contentFingerprints(folder) {
  const all = allFilesBelow(folder).map((file) => relative(folder, file));
  const hash = (/** @type {string} */ name) => sha256(readFileSync(join(folder, name)));
  const settings = formatSettings.filter((name) => existsSync(join(folder, name))).map(hash);
  return new Map(all.map((name) => [name, sha256([name, hash(name), ...settings].join('\n'))]));
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
 * Stores fingerprints that passed.
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
 * Files that any text in a source names by relative path: imports of every form, and more.
 * @param {string} name
 * @param {string} text
 * @param {{ has: (file: string) => boolean }} files
 */
export function importsOf(name, text, files) {
  return [...text.matchAll(/(['"`])(\.{1,2}\/[^'"`\n]*)\1/g)].flatMap(([, , path = '']) => {
    const target = join(dirname(name), path);
    return ['', '.ts', '.tsx', '.d.ts'].map((end) => target + end).filter((file) => files.has(file));
  });
}

/**
 * Sources and their settings, without build output and dependencies.
 * @param {string} folder
 */
export function filesBelow(folder) {
  return allFilesBelow(folder).filter((file) => isSource(file) || file.endsWith('.json'));
}

/**
 * Files without links, build output and dependencies.
 * @param {string} folder
 * @returns {string[]}
 */
function allFilesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    return ['node_modules', 'out', '.git'].includes(entry.name) ? [] : allFilesBelow(path);
  });
}

/** @param {string | Buffer} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('base64url');
}
