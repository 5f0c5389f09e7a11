/**
 * A root generation returns its token encoded with the one-time password of its start: the token's bytes XOR the
 * password's, in base64 without padding (API page `sys/generate-root`). It is decoded here, so that neither part is
 * sent anywhere (`sys/decode-token` is called without a token, over the wire).
 */

import { ownBytes } from '../../vault/http/own-bytes.ts';

/** Decodes the token; undefined if the two do not belong together: another length, or bytes that no token has. */
export function decodeRootToken(encoded: string, otp: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  const [bytes, password] = [ownBytes(encoded, 'base64'), ownBytes(otp)];
  if (bytes.length === 0 || bytes.length !== password.length) return undefined;
  for (const [at, byte] of password.entries()) bytes[at] = (bytes[at] ?? 0) ^ byte;
  const token = bytes.toString('latin1');
  bytes.fill(0);
  password.fill(0);
  return /^[!-~]+$/.test(token) ? token : undefined;
}
