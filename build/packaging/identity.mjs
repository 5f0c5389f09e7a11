/** What is packaged: its version, the commit it is made from, and the one time that every file in it gets. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/places.mjs';

/** Outside of a repository: the first moment that every archive format can hold, in seconds since 1970. */
const EARLIEST = 315_532_800;

/**
 * @typedef {object} Identity
 * @property {string} version
 * @property {string} commit 40 hex digits; empty outside of a repository.
 * @property {string} tag The release tag of exactly this commit; empty where it has none.
 * @property {number} epoch Seconds since 1970, of the commit.
 */

/**
 * Reads git, and package.json where git knows no tag.
 * @param {string} [version] A version to use instead, for a package that tests an update.
 * @returns {Identity}
 */
export function identityOf(version) {
  const described = git('describe', '--tags', '--long', '--match', 'v[0-9]*');
  const given = Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct'));
  return {
    version: version ?? versionOf(described, packageVersion()),
    commit: git('rev-parse', 'HEAD') ?? '',
    tag: git('describe', '--tags', '--exact-match', '--match', 'v[0-9]*') ?? '',
    epoch: Number.isInteger(given) && given > EARLIEST ? given : EARLIEST,
  };
}

/**
 * `v0.2.0-0-g1234567` is version 0.2.0; 14 commits later is `0.2.1-dev.14`: after 0.2.0 and before 0.2.1.
 * @param {string | undefined} described What `git describe --long` says; undefined without a tag.
 * @param {string} fallback
 */
export function versionOf(described, fallback) {
  const [, major, minor, patch, pre, commits] =
    /^v(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.]+)?-(\d+)-g[0-9a-f]+$/.exec(described ?? '') ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return fallback;
  if (commits === '0') return `${major}.${minor}.${patch}${pre ?? ''}`;
  const since = `dev.${commits ?? '0'}`;
  return pre === undefined
    ? `${major}.${minor}.${String(Number(patch) + 1)}-${since}`
    : `${major}.${minor}.${patch}${pre}.${since}`;
}

/** The version that package.json names. */
export function packageVersion() {
  return String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
}

/** Whether something is changed or added that is not committed. */
export function hasUncommittedChanges() {
  return git('status', '--porcelain') !== '';
}

/**
 * @param {...string} args
 * @returns {string | undefined} What git prints; undefined when it fails or is not there.
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
