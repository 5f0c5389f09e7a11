/**
 * The token that a root generation ends with comes encoded with the one-time password of its start: the token's bytes
 * XOR the password's, in base64 without padding (API page `sys/generate-root`). It is decoded here, so that neither
 * part is sent anywhere (`sys/decode-token` would be asked without a token, over the wire).
 */

/** The token; undefined where the two do not belong together: another length, or bytes that no token has. */
export function decodeRootToken(encoded: string, otp: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const password = Buffer.from(otp, 'utf8');
  if (bytes.length === 0 || bytes.length !== password.length) return undefined;
  const token = Buffer.from(bytes.map((byte, at) => byte ^ (password[at] ?? 0))).toString('latin1');
  return /^[!-~]+$/.test(token) ? token : undefined;
}
