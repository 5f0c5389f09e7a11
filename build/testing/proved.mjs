/**
 * Results of `npm run prove`, stored with their commit: in build/out/prove.json, and in the cache folder, which
 * outlives a checkout. Results with uncommitted changes belong to no commit, and stay in build/out.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasUncommittedChanges, identityOf } from '../packaging/identity.mjs';
import { wantedParts } from '../security/parts.mjs';
import { cacheFolder, out } from '../setup/places.mjs';

/**
 * @typedef {import('../security/parts.mjs').Part} Part
 * @typedef {import('./runner-result.mjs').TestResult} TestResult
 */

/**
 * @typedef {object} ProvedPart
 * @property {string} date Time of its end, ISO 8601.
 * @property {number} ms Its duration.
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures
 * @property {readonly TestResult[]} tests
 */

/**
 * @typedef {object} Proved
 * @property {string} commit 40 hex digits; empty outside of a repository.
 * @property {boolean} changed True with uncommitted changes.
 * @property {Partial<Record<Part, ProvedPart>>} parts
 */

const here = join(out, 'prove.json');
const cached = () => join(cacheFolder(), 'proved');

/** Results for the present sources; without parts if nothing was proved. @returns {Proved} */
export function provedHere() {
  const { commit } = identityOf();
  const changed = hasUncommittedChanges();
  const found = [here, join(cached(), `${commit}.json`)]
    .map(read)
    .find((proved) => proved?.commit === commit && proved.changed === changed);
  return found ?? { commit, changed, parts: {} };
}

/**
 * The last run of each part at any commit known here.
 * @returns {Partial<Record<Part, ProvedPart & { commit: string, changed: boolean }>>}
 */
export function lastProved() {
  const names = existsSync(cached()) ? readdirSync(cached()).filter((name) => name.endsWith('.json')) : [];
  const all = [here, ...names.map((name) => join(cached(), name))].map(read);
  return newest(all.filter((proved) => proved !== undefined));
}

/**
 * The latest run of each part.
 * @param {readonly Proved[]} all
 */
export function newest(all) {
  /** @type {ReturnType<typeof lastProved>} */
  const last = {};
  for (const { commit, changed, parts } of all)
    for (const [name, part] of Object.entries(parts)) {
      const known = last[/** @type {Part} */ (name)];
      if (known === undefined || known.date < part.date)
        last[/** @type {Part} */ (name)] = { ...part, commit, changed };
    }
  return last;
}

/** Stores results. @param {Proved} proved */
export function keepProved(proved) {
  write(here, proved);
  if (proved.commit !== '' && !proved.changed) write(join(cached(), `${proved.commit}.json`), proved);
}

/**
 * Reasons why these results do not suffice for a release; empty if they do.
 * @param {Proved} proved
 * @param {readonly Part[]} [wanted]
 * @returns {string[]}
 */
export function whyUnproved({ parts }, wanted = wantedParts) {
  const bad = wanted.filter((name) => {
    const part = parts[name];
    return part === undefined || part.failed > 0 || part.passed === 0;
  });
  return bad.length === 0
    ? []
    : [`This commit is not proved: ${bad.join(', ')}. Run: npm run prove -- ${bad.join(' ')}`];
}

/**
 * @param {string} file
 * @returns {Proved | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {Proved} proved
 */
function write(file, proved) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${String(process.pid)}`;
  writeFileSync(unfinished, `${JSON.stringify(proved, undefined, 1)}\n`);
  renameSync(unfinished, file);
}
