/**
 * The signature of a feed's release description. electron-updater compares a download with a checksum from the feed
 * itself, so an attacker on the feed's server could distribute anything. Here the machine that makes releases signs
 * the description with Ed25519, and the public keys are part of the app: before the signature is verified, a feed is
 * not trusted and not downloaded from.
 *
 * A signature file is one line: `strongroom-release-1 <key id> <signature in base64>`.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';

const FORMAT = 'strongroom-release-1';

/** The signed bytes: the description behind a prefix of our own, so that other signatures of the key do not fit. */
export function signedBytes(description: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${FORMAT}\n`), description]);
}

/** The id of a public key (SPKI, DER in base64): the first sixteen hexadecimal digits of its SHA-256. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/** Throws `bad-answer` unless one of the `keys` (SPKI, DER in base64) has signed the description. */
export function checkSignature(description: Buffer, signature: string, keys: readonly string[]): void {
  const [, keyId = '', text = ''] =
    /^strongroom-release-1 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)\n?$/.exec(signature) ?? [];
  if (text === '') throw refused('has no signature that can be read');
  const key = keys.find((one) => keyIdOf(one) === keyId);
  if (key === undefined) throw refused(`is signed with an unknown key (${keyId})`);
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (
    publicKey.asymmetricKeyType !== 'ed25519' ||
    !verify(null, signedBytes(description), publicKey, Buffer.from(text, 'base64'))
  )
    throw refused('does not match its signature');
}

/** The error of an untrusted feed. `why` follows “The new version”. */
export function refused(why: string): AppFailure {
  return new AppFailure({
    kind: 'bad-answer',
    message: `The new version ${why}. Nothing was downloaded or changed.`,
    hint: 'Report this to the update server’s operator. Until it is fixed, install new versions by hand.',
  });
}
