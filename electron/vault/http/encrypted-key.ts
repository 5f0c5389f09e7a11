/** Opens an encrypted private key. The file sets the hash rounds of its passphrase, so it is a task for a worker. */
import { createPrivateKey } from 'node:crypto';
import { ownBytes } from './own-bytes.ts';

export interface EncryptedKey {
  /** The PEM block. */
  readonly block: string;
  readonly passphrase: string;
}

/** A task: the key as PKCS#8 PEM without encryption; undefined if the passphrase does not open it. */
export function decryptKey({ block, passphrase }: EncryptedKey): { readonly pem: string | undefined } {
  const bytes = ownBytes(passphrase);
  try {
    const key = createPrivateKey({ key: block, format: 'pem', passphrase: bytes });
    return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  } catch {
    // A wrong password, or not a key: the caller tells the two apart.
    return { pem: undefined };
  } finally {
    bytes.fill(0);
  }
}
