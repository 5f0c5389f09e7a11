/** Identity of a package: version, commit, and the single timestamp of all its files. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/places.mjs';

/** Timestamp outside of a repository: the earliest that every archive format supports, in seconds since 1970. */
const EARLIEST = 315_532_800;

/**
 * @typedef {object} Identity
 * @property {string} version
 * @property {string} commit 40 hex digits; empty outside of a repository.
 * @property {string} tag The release tag of exactly this commit; empty without one.
 * @property {number} epoch Time of the commit, in seconds since 1970.
 */

/**
 * Reads git, and package.json if git has no tag.
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
 * `v0.2.0-0-g1234567` is version 0.2.0; 14 commits later is `0.2.1-dev.14`: sorted between 0.2.0 and 0.2.1.
 * @param {string | undefined} described Output of `git describe --long`; undefined without a tag.
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

/** The version in package.json. */
export function packageVersion() {
  return String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
}

/** True if there are uncommitted changes or untracked files. */
export function hasUncommittedChanges() {
  return git('status', '--porcelain') !== '';
}

/**
 * Runs git in the repository.
 * @param {...string} args
 * @returns {string | undefined} What git prints; undefined if it fails or is missing.
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
