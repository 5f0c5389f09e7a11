/** Checks typed key shares before they are sent. */

/** Bytes of a share: the key of a single share has 32, a part of a split key one more. */
const BYTES = { least: 16, most: 33 };

/** Removes white space that comes from copying. */
export function tidyShare(typed: string): string {
  return typed.replace(/\s+/g, '');
}

/** Explains in a sentence why a text cannot be a key share; undefined: it can. */
export function shareProblem(share: string): string | undefined {
  if (share === '') return 'Type or paste one key share.';
  if (/^-+BEGINPGP/.test(share) || looksEncrypted(share))
    return 'This share is still encrypted to a PGP key. Decrypt it first (e.g. “base64 -d | gpg -d”) and type what comes out. It was not sent.';
  if (/^hv[sbr]\.|^[sb]\.[A-Za-z0-9]{24}$/.test(share))
    return 'This is a token, not a key share. It was not sent.';
  const bytes = shareBytes(share);
  if (bytes === undefined)
    return 'A key share is written in hex or base64: letters, digits, +, / and =. This one was not sent.';
  if (bytes.length < BYTES.least)
    return `This is too short for a key share: ${String(bytes.length)} bytes. Part of it may be missing. It was not sent.`;
  if (bytes.length > BYTES.most)
    return `This is too long for a key share: ${String(bytes.length)} bytes. Type one share at a time. It was not sent.`;
  return undefined;
}

/** The bytes of a share, decoded as the server does: as hex if possible, else as base64; undefined: neither. */
export function shareBytes(share: string): Buffer | undefined {
  if (/^(?:[0-9a-fA-F]{2})+$/.test(share)) return Buffer.from(share, 'hex');
  if (!/^[0-9A-Za-z+/]+={0,2}$/.test(share) || share.length % 4 !== 0) return undefined;
  return Buffer.from(share, 'base64');
}

/** An OpenPGP message in base64 or hex: long, and its first byte announces a session key. */
function looksEncrypted(share: string): boolean {
  const bytes = shareBytes(share);
  return bytes !== undefined && bytes.length > 100 && [0x84, 0x85, 0xc1].includes(bytes[0] ?? 0);
}
