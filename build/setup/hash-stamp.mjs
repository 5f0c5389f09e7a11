/** Skips unchanged steps: a step leaves a stamp with the hash of its inputs only when it has finished. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './places.mjs';

/**
 * SHA-256 over names and contents of files; folders are walked.
 * @param {readonly string[]} paths Absolute paths; missing ones count as empty.
 * @param {(path: string) => boolean} [wanted]
 */
export function hashOf(paths, wanted = () => true) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(path)).sort()) {
    if (!wanted(file)) continue;
    const bytes = readFileSync(file);
    hash.update(`${relative(root, file)}\0${String(bytes.length)}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * True if the stamp shows that the step finished with these inputs.
 * @param {string} stampFile
 * @param {string} hash
 */
export function isStamped(stampFile, hash) {
  try {
    return readFileSync(stampFile, 'utf8') === hash;
  } catch {
    return false;
  }
}

/**
 * Writes the stamp of a finished step.
 * @param {string} stampFile
 * @param {string} hash
 */
export function stamp(stampFile, hash) {
  mkdirSync(dirname(stampFile), { recursive: true });
  const unfinished = `${stampFile}.${String(process.pid)}`;
  writeFileSync(unfinished, hash);
  renameSync(unfinished, stampFile);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
