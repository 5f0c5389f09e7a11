/**
 * A well-formed public PGP key whose own signature takes as long to verify as its author likes: DSA with numbers of
 * any length. The signature is wrong, which only the verification can detect.
 */
import { createHash, randomBytes } from 'node:crypto';

const DSA = 17;
const SHA256 = 8;

/** Makes an MPI of exactly this many bits (RFC 9580, 3.2); `bits` is a multiple of 8. */
function number(bits: number): Buffer {
  const bytes = randomBytes(bits / 8);
  bytes[0] = (bytes[0] ?? 0) | 0x80;
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 1;
  return Buffer.concat([twoBytes(bits), bytes]);
}

function twoBytes(count: number): Buffer {
  return Buffer.from([count >> 8, count & 0xff]);
}

function fourBytes(count: number): Buffer {
  return Buffer.concat([twoBytes(count >>> 16), twoBytes(count & 0xffff)]);
}

function packet(tag: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0 | tag, 255]), fourBytes(body.length), body]);
}

/** Makes the key in base64. With 8,192 bits it costs some seconds of computing, with 32,768 minutes. */
export function slowKey(bits: number): string {
  const made = Buffer.from([0x60, 0, 0, 0]);
  const numbers = [number(bits), number(bits), number(bits - 8), number(bits - 8)];
  const key = Buffer.concat([Buffer.from([4]), made, Buffer.from([DSA]), ...numbers]);
  const keyToHash = Buffer.concat([Buffer.from([0x99]), twoBytes(key.length), key]);
  const keyId = createHash('sha1').update(keyToHash).digest().subarray(12);
  const user = Buffer.from('A <a@example.com>');
  const subpackets = Buffer.concat([Buffer.from([5, 2]), made, Buffer.from([2, 27, 0x0f, 9, 16]), keyId]);
  const certifies = Buffer.from([4, 0x13, DSA, SHA256]);
  const head = Buffer.concat([certifies, twoBytes(subpackets.length), subpackets]);
  const digest = createHash('sha256')
    .update(Buffer.concat([keyToHash, Buffer.from([0xb4]), fourBytes(user.length), user]))
    .update(Buffer.concat([head, Buffer.from([4, 0xff]), fourBytes(head.length)]))
    .digest();
  // The two check bytes, by which a reader detects another signed content at once, are right.
  const rest = [Buffer.from([0, 0]), digest.subarray(0, 2), number(bits - 8), number(bits - 8)];
  const signature = Buffer.concat([head, ...rest]);
  return Buffer.concat([packet(6, key), packet(13, user), packet(2, signature)]).toString('base64');
}
