/** Base64 texts (RFC 4648), as transit takes and returns them. Hand-written, as both processes share no library. */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A text as UTF-8 in base64. */
export function toBase64(text: string): string {
  const bytes = utf8(text);
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const four = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const filled = Math.min(3, bytes.length - at) + 1;
    encoded += four.map((digit, place) => (place < filled ? digits.charAt(digit) : '=')).join('');
  }
  return encoded;
}

/** Decodes base64; undefined if the input is not base64 or its bytes are not readable text. */
export function base64Text(encoded: string): string | undefined {
  if (!isBase64(encoded)) return undefined;
  let escaped = '';
  let bits = 0;
  let bitCount = 0;
  for (const digit of encoded) {
    if (digit === '=') break;
    bitCount = (bitCount << 6) | digits.indexOf(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    escaped += `%${((bitCount >> bits) & 255).toString(16).padStart(2, '0')}`;
    bitCount &= (1 << bits) - 1;
  }
  try {
    const text = decodeURIComponent(escaped);
    // Control characters other than tabs and line ends suggest binary data that happens to be valid UTF-8.
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch {
    // Not UTF-8: binary data.
    return undefined;
  }
}

/** True if a text is padded base64. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

function utf8(text: string): number[] {
  // Lone surrogates cannot be encoded.
  return [...encodeURIComponent(text.toWellFormed()).matchAll(/%([\dA-F]{2})|[^%]/g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
