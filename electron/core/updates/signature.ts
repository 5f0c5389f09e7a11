/**
 * The signature over a feed's description of a release. electron-updater compares a download with a checksum that it reads
 * from the feed itself, so whoever holds the feed's server could hand out anything. Here the description is signed with
 * Ed25519 by the machine that makes releases, and the public keys are part of the app: nothing of a feed is believed, and
 * nothing is downloaded, before its signature has been verified.
 *
 * A signature file is one line: `strongroom-release-1 <key id> <signature in base64>`.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';

const FORMAT = 'strongroom-release-1';

/** What is signed: the description's bytes behind words of our own, so that the key's other signatures fit nothing here. */
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
  if (key === undefined) throw refused(`is signed with another key (${keyId})`);
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (
    publicKey.asymmetricKeyType !== 'ed25519' ||
    !verify(null, signedBytes(description), publicKey, Buffer.from(text, 'base64'))
  )
    throw refused('does not match its signature');
}

/** The error of a feed that is not believed. `why` follows “The description of the new version”. */
export function refused(why: string): AppFailure {
  return new AppFailure({
    kind: 'bad-answer',
    message: `The description of the new version ${why}. Nothing was downloaded or changed.`,
    hint: 'Tell whoever runs this update address. Until it is fixed, install new versions by hand.',
  });
}
