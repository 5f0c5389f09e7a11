/** The key that age makes of a passphrase (https://age-encryption.org/v1): scrypt, which takes a second and 256 MiB. */
import { scryptSync } from 'node:crypto';

export interface AskedKey {
  readonly passphrase: string;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** Base-2 logarithm. */
  readonly workFactor: number;
}

/** A task: derives the 32 bytes. */
export function deriveAgeKey({ passphrase, salt, workFactor }: AskedKey): Uint8Array {
  const label = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
  const cost = 2 ** workFactor;
  const maxmem = 1024 * cost + 32 * 1024 * 1024;
  return new Uint8Array(scryptSync(passphrase, label, 32, { N: cost, r: 8, p: 1, maxmem }));
}
