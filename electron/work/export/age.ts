/**
 * Encrypts a stream in the age format (https://age-encryption.org/v1), in pieces of 64 KiB as it comes. The key of a
 * passphrase is derived elsewhere: it takes a second by intention.
 */
import { randomBytes } from 'node:crypto';
import type { AskedKey } from './age-key.ts';

/** Protection of a file: a passphrase, or public keys. */
export type Lock = { readonly passphrase: string } | { readonly recipients: readonly string[] };

export type DeriveKey = (asked: AskedKey) => Promise<Uint8Array>;

/** The work factor of the age tools: 2^18. */
const WORK_FACTOR = 18;

/** Encrypts as it is read. Rejects if a recipient is none (`recipientProblem`). */
export async function encrypted(
  plain: ReadableStream<Uint8Array>,
  lock: Lock,
  deriveKey: DeriveKey,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter, Stanza } = await import('age-encryption');
  const encrypter = new Encrypter();
  if ('recipients' in lock) for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  else {
    encrypter.addRecipient({
      wrapFileKey: async (fileKey) => {
        const salt = randomBytes(16);
        const key = await deriveKey({ passphrase: lock.passphrase, salt, workFactor: WORK_FACTOR });
        const { chacha20poly1305 } = await import('@noble/ciphers/chacha.js');
        const body = chacha20poly1305(key, new Uint8Array(12)).encrypt(fileKey);
        return [new Stanza(['scrypt', unpadded(salt), String(WORK_FACTOR)], body)];
      },
    });
  }
  return encrypter.encrypt(plain);
}

/** True if a text is a public key of age. */
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    // Any failure means that it is none.
    return false;
  }
}

/** Base64 as age writes it. */
function unpadded(bytes: Buffer): string {
  const text = bytes.toString('base64');
  const end = text.indexOf('=');
  return end === -1 ? text : text.slice(0, end);
}
