/**
 * Whether HashiCorp signed what its download server sends. Sums from the same host prove nothing against that host, so
 * that the list of sums counts only with a signature by the release key that stands beside this file: fingerprint
 * C874 011F 0AB4 0511 0D02 1055 3436 5D94 72D7 468F, taken from `internal/pubkey` of the Go module
 * github.com/hashicorp/hc-install v0.10.0 (which Go's checksum database vouches for), as published on
 * https://www.hashicorp.com/security. A signature counts if its key was valid when it was made: releases outlive keys.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';

/**
 * @typedef {object} ReleaseKey
 * @property {string} armored The public key.
 * @property {string} fingerprint In lower case, without spaces: the key that is meant, whatever else the text holds.
 */

/** @returns {ReleaseKey} */
function hashicorpKey() {
  return {
    armored: readFileSync(join(root, 'build', 'setup', 'hashicorp-release-key.asc'), 'utf8'),
    fingerprint: 'c874011f0ab405110d02105534365d9472d7468f',
  };
}

/**
 * Rejects unless `signature` is a valid detached signature of `text` by the release key. Needs `npm install` to have run.
 * @param {string} text
 * @param {Uint8Array} signature
 * @param {ReleaseKey} [key] HashiCorp's unless told.
 */
export async function checkSignature(text, signature, key = hashicorpKey()) {
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
    // Every one of them: a foreign one beside the right one has no business there.
    for (const each of signatures) await each.verified;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the published sums are not signed by the release key: ${why}`, { cause: error });
  }
}
