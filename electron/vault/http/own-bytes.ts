/**
 * Bytes of a text that are wiped after use. `Buffer.from` takes small ones from a pool of Node's, which keeps them
 * for as long as the app runs.
 */

/** Copies a text into own memory; the caller wipes it. */
export function ownBytes(text: string, encoding: 'utf8' | 'base64' = 'utf8'): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(text, encoding));
  bytes.write(text, encoding);
  return bytes;
}
