/**
 * Signatures of releases. Checksums from the same host do not protect against that host, so a list of checksums needs
 * a signature by the release key beside this file:
 *
 * - HashiCorp's, C874 011F 0AB4 0511 0D02 1055 3436 5D94 72D7 468F, taken from `internal/pubkey` of the Go module
 *   github.com/hashicorp/hc-install v0.10.0 (which Go's checksum database vouches for), as published on
 *   https://www.hashicorp.com/security;
 * - OpenBao's, 66D1 5FDD 8728 7219 C8E1 5478 D200 CD70 2853 E6D0, taken from `website/public/assets` of its
 *   repository, as published on https://openbao.org/downloads.
 *
 * A signature counts if its key was valid when it was made: releases outlive keys.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';

/**
 * @typedef {object} ReleaseKey
 * @property {string} armored The public key.
 * @property {string} fingerprint In lower case, without spaces; identifies the key even if the text contains others.
 */

/** @type {Readonly<Record<import('./server-finder.mjs').Product, ReleaseKey>>} */
export const releaseKeys = {
  vault: keyIn('hashicorp-release-key.asc', 'c874011f0ab405110d02105534365d9472d7468f'),
  openbao: keyIn('openbao-release-key.asc', '66d15fdd87287219c8e15478d200cd702853e6d0'),
};

/**
 * @param {string} file Beside this one.
 * @param {string} fingerprint
 * @returns {ReleaseKey}
 */
function keyIn(file, fingerprint) {
  return { armored: readFileSync(join(root, 'build', 'setup', file), 'utf8'), fingerprint };
}

/**
 * Rejects unless `signature` is a valid detached signature of `text` by the release key. Needs the npm packages.
 * @param {string} text
 * @param {Uint8Array} signature
 * @param {ReleaseKey} key
 */
export async function checkSignature(text, signature, key) {
  const { createMessage, readKey, readSignature, verify } = await import('openpgp');
  const publicKey = await readKey({ armoredKey: key.armored });
  if (publicKey.getFingerprint() !== key.fingerprint)
    throw new Error('the release key is not the pinned one');
  try {
    const { signatures } = await verify({
      message: await createMessage({ binary: new TextEncoder().encode(text) }),
      signature: await readSignature({ binarySignature: signature }),
      verificationKeys: publicKey,
      expectSigned: true,
    });
    if (signatures.length === 0) throw new Error('there is none');
    // All signatures must be valid: a foreign one beside the right one is suspicious.
    for (const each of signatures) await each.verified;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the published sums are not signed by the release key: ${why}`, { cause: error });
  }
}
