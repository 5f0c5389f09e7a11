/** Facts of a release for manifests: its signed descriptions, checked against the files beside them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File kinds that manifests install. */
const KINDS = /** @type {const} */ (['nsis', 'dmg', 'targz']);

/**
 * @typedef {object} ReleasedFile
 * @property {string} name
 * @property {string} arch Node's name of it.
 * @property {string} url
 * @property {string} sha256 In hexadecimal.
 *
 * @typedef {object} ManifestRelease
 * @property {string} version
 * @property {string} released The day, e.g. 2026-11-24.
 * @property {string} homepage
 * @property {string} maintainer `Name <address>`; empty: not named.
 * @property {Readonly<Record<'nsis' | 'dmg' | 'targz', ReleasedFile>>} files
 */

/**
 * Reads a folder written by `npm run feed`. Throws if a file is missing or differs from its description.
 * @param {string} folder
 * @param {{ base: string, homepage: string, maintainer: string }} place `base`: the address of the files, with a
 *   trailing slash.
 * @returns {ManifestRelease}
 */
export function releaseOf(folder, { base, homepage, maintainer }) {
  if (!/^https:\/\/[^\s"'\\$`]+\/$/.test(base))
    throw new Error('STRONGROOM_RELEASE_URL is not an https:// address that ends with a slash.');
  if (!/^https:\/\/[^\s"'\\$`]+$/.test(homepage))
    throw new Error('STRONGROOM_HOMEPAGE is not an https:// address.');
  const described = readdirSync(folder)
    .filter((name) => /^strongroom-[a-z0-9]+-[a-z0-9]+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const versions = new Set(described.map(({ version }) => version));
  const [version] = versions;
  if (versions.size !== 1 || typeof version !== 'string')
    throw new Error(`${folder} describes ${String(versions.size)} versions; npm run feed makes one.`);
  // Stores refuse pre-releases, and Arch refuses hyphens in versions.
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version for everybody.`);
  const found = described.flatMap(({ arch, files }) =>
    /** @type {{ name: string, kind: string, sha512: string }[]} */ (files).map((file) => ({
      ...file,
      arch,
    })),
  );
  const files = KINDS.map((kind) => {
    const file = found.find((each) => each.kind === kind);
    if (file === undefined) throw new Error(`${folder} describes no ${kind}.`);
    const bytes = readFileSync(join(folder, file.name));
    if (createHash('sha512').update(bytes).digest('base64') !== file.sha512)
      throw new Error(`${file.name} is not the described one.`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return [kind, { name: file.name, arch: file.arch, url: `${base}${file.name}`, sha256 }];
  });
  const day = String(described[0]?.released).slice(0, 10);
  return { version, released: day, homepage, maintainer, files: Object.fromEntries(files) };
}
