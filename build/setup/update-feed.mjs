/**
 * The feed of new versions: one signed description per system beside its packages, read by `electron/core/updates`.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const FORMAT = 'strongroom-release-1';

/** @typedef {{ name: string, kind: string, sizeBytes: number, sha512: string }} DescribedFile */

/** Endings of package names, with their kind (the app's name) and platform (Node's name). */
const kinds = [
  { ending: '.deb', kind: 'deb', platform: 'linux' },
  { ending: '.rpm', kind: 'rpm', platform: 'linux' },
  { ending: '.AppImage', kind: 'AppImage', platform: 'linux' },
  { ending: '.tar.gz', kind: 'targz', platform: 'linux' },
  { ending: '-portable.exe', kind: 'portable', platform: 'win32' },
  { ending: '-setup.exe', kind: 'nsis', platform: 'win32' },
  { ending: '.dmg', kind: 'dmg', platform: 'darwin' },
];

/**
 * Kind and system of a package, by its name; undefined for files that no copy of the app looks for.
 * @param {string} name
 */
export function systemOf(name) {
  const found = kinds.find(({ ending }) => name.replace('-for-testing', '').endsWith(ending));
  if (found === undefined) return undefined;
  const arch = /arm64|aarch64/i.test(name) ? 'arm64' : 'x64';
  return { kind: found.kind, platform: found.platform, arch };
}

/**
 * Describes the packages of a folder, one description per system: its name and its text.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {{ version: string, released: string, notes: string }} release
 */
export function describeReleases(folder, names, { version, released, notes }) {
  /** @type {Map<string, { platform: string, arch: string, files: DescribedFile[] }>} */
  const systems = new Map();
  for (const name of names) {
    const system = systemOf(name);
    if (system === undefined) continue;
    const { kind, platform, arch } = system;
    const key = `${platform}-${arch}`;
    const described = systems.get(key) ?? { platform, arch, files: [] };
    described.files.push(describeFile(join(folder, name), kind));
    systems.set(key, described);
  }
  return [...systems].map(([key, { platform, arch, files }]) => ({
    name: `strongroom-${key}.json`,
    text: `${JSON.stringify({ app: 'strongroom', format: 1, platform, arch, version, released, notes, files }, null, 2)}\n`,
  }));
}

/**
 * @param {string} path
 * @param {string} kind
 * @returns {DescribedFile}
 */
function describeFile(path, kind) {
  const sha512 = createHash('sha512').update(readFileSync(path)).digest('base64');
  return { name: basename(path), kind, sizeBytes: statSync(path).size, sha512 };
}

/**
 * The signature file of a description. `privateKey`: Ed25519 as PEM.
 * @param {string} text
 * @param {string} privateKey
 */
export function signatureOf(text, privateKey) {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key for releases is not an Ed25519 key.');
  const signature = sign(null, Buffer.concat([Buffer.from(`${FORMAT}\n`), Buffer.from(text)]), key);
  return `${FORMAT} ${keyId(publicKeyOf(privateKey))} ${signature.toString('base64')}\n`;
}

/**
 * The public half of a private key in the app's format: SPKI, DER, base64.
 * @param {string} privateKey
 */
export function publicKeyOf(privateKey) {
  return createPublicKey(createPrivateKey(privateKey))
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
}

/** @param {string} publicKey */
function keyId(publicKey) {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** A new private key, as PEM. */
export function newReleaseKey() {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
