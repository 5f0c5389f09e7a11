/**
 * Update facts of a package and their validation: `STRONGROOM_UPDATE_FEED`, the address of new versions,
 * `STRONGROOM_UPDATE_KEYS`, the public keys that sign them, and `STRONGROOM_UPDATE_HOSTS`, the hosts that the address
 * can redirect to. `STRONGROOM_RELEASE_KEY` is the private half of one of the keys.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { publicKeyOf } from './update-feed.mjs';

/** @typedef {{ feed: string, keys: readonly string[], hosts: readonly string[] }} UpdateFacts */
/** @typedef {Readonly<Record<string, string | undefined>>} Variables */

/**
 * For the package.json inside a package, from the environment. Without a key the package does not update itself.
 * @param {Variables} env
 * @returns {UpdateFacts | undefined}
 */
export function updateFacts(env) {
  const { keys, feed, hosts } = given(env);
  const [wrong] = [...faultsOfKeys(keys), ...faultsOfFeed(feed), ...faultsOfHosts(hosts, feed)];
  if (wrong !== undefined) throw new Error(wrong);
  return keys.length === 0 ? undefined : { feed, keys, hosts };
}

/**
 * Reasons why this release could not update to a newer one, a sentence each; empty if it can.
 * @param {Variables} env
 * @param {boolean} signs True if this machine signs the descriptions of releases, so that its key must be one of the
 *   package's.
 */
export function whyNoUpdates(env, signs) {
  const { keys, feed, hosts } = given(env);
  return [
    ...(keys.length > 0
      ? faultsOfKeys(keys)
      : ['STRONGROOM_UPDATE_KEYS is not set: the public keys that newer versions are signed with.']),
    ...(feed !== ''
      ? faultsOfFeed(feed)
      : ['STRONGROOM_UPDATE_FEED is not set: the https:// address that newer versions come from.']),
    ...faultsOfHosts(hosts, feed),
    ...(signs ? faultsOfReleaseKey(env['STRONGROOM_RELEASE_KEY'] ?? '', keys) : []),
  ];
}

/**
 * The private key that signs releases, as PEM.
 * @param {string} key The key itself, or its file.
 */
export function readReleaseKey(key) {
  return key.startsWith('-----BEGIN') ? key : readFileSync(key, 'utf8');
}

/** @param {Variables} env */
function given(env) {
  return {
    keys: listed(env['STRONGROOM_UPDATE_KEYS']),
    hosts: listed(env['STRONGROOM_UPDATE_HOSTS']),
    feed: env['STRONGROOM_UPDATE_FEED'] ?? '',
  };
}

/** @param {string | undefined} text */
function listed(text) {
  return (text ?? '').split(',').filter((each) => each !== '');
}

/**
 * @param {readonly string[]} hosts
 * @param {string} feed
 */
function faultsOfHosts(hosts, feed) {
  const isHost = (/** @type {string} */ host) =>
    /^[a-z0-9.-]+(?::\d+)?$/.test(host) &&
    URL.canParse(`https://${host}/`) &&
    new URL(`https://${host}/`).host === host;
  if (!hosts.every(isHost))
    return [
      'STRONGROOM_UPDATE_HOSTS holds something that is not the name of a host, such as files.example.com.',
    ];
  // GitHub's release pages redirect to other hosts, which a package can follow only if it lists them.
  return URL.parse(feed)?.host === 'github.com' && hosts.length === 0
    ? [
        'STRONGROOM_UPDATE_HOSTS is not set: downloads of github.com redirect to release-assets.githubusercontent.com and objects.githubusercontent.com.',
      ]
    : [];
}

/** @param {readonly string[]} keys */
function faultsOfKeys(keys) {
  return keys.every(isPublicKey)
    ? []
    : [
        'STRONGROOM_UPDATE_KEYS holds something that is not an Ed25519 public key, as `npm run feed -- --new-key` prints it.',
      ];
}

/** @param {string} key */
function isPublicKey(key) {
  const der = Buffer.from(key, 'base64');
  // The app compares texts: no space, no missing padding.
  if (der.toString('base64') !== key) return false;
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** @param {string} feed */
function faultsOfFeed(feed) {
  if (feed === '') return [];
  const url = URL.canParse(feed) ? new URL(feed) : undefined;
  // Must be in normalised form, so that the user confirms exactly this address.
  const right =
    url?.protocol === 'https:' &&
    url.href === feed &&
    feed.endsWith('/') &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return right
    ? []
    : ['STRONGROOM_UPDATE_FEED is not an https:// address of a folder, which ends with a slash.'];
}

/**
 * @param {string} given
 * @param {readonly string[]} keys
 */
function faultsOfReleaseKey(given, keys) {
  if (given === '')
    return [
      'STRONGROOM_RELEASE_KEY is not set: the private key that signs what updates read (PEM, or its file).',
    ];
  let publicKey;
  try {
    const key = readReleaseKey(given);
    if (createPrivateKey(key).asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
    publicKey = publicKeyOf(key);
  } catch {
    // The original error could contain a part of the key.
    return ['STRONGROOM_RELEASE_KEY is not an Ed25519 private key (PEM), and no file that holds one.'];
  }
  return keys.includes(publicKey)
    ? []
    : [
        'STRONGROOM_RELEASE_KEY does not belong to any key of STRONGROOM_UPDATE_KEYS: no app would take what it signs.',
      ];
}
