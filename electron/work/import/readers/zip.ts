/**
 * Files of a ZIP archive in memory (APPNOTE 6.3.10, stored or deflated, without ZIP64). The sizes that an archive
 * states are not believed: inflating stops at the limit, and the length and checksum of each file are compared.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { unreadable } from '../imported-entry.ts';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The record at the end, and the longest comment behind it. */
const LONGEST_END = 22 + 65_535;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly flags: number;
  readonly offset: number;
}

export interface Zip {
  readonly names: readonly string[];
  /** Content of a file; undefined without such a file. Throws `invalid-input` for a broken one, or a larger one. */
  readonly read: (name: string, limitBytes: number) => Buffer | undefined;
}

/** True for a file that begins as an archive does. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length > 22 && bytes.readUInt32LE(0) === LOCAL;
}

/** Reads the list of an archive. Throws `invalid-input` if it is cut off. */
export function openZip(bytes: Buffer): Zip {
  const entries = new Map<string, Entry>();
  let at = startOfList(bytes);
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === CENTRAL) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return {
    names: [...entries.keys()],
    read: (name, limitBytes) => {
      const entry = entries.get(name);
      return entry === undefined ? undefined : contentOf(bytes, entry, limitBytes);
    },
  };
}

function startOfList(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - LONGEST_END; at--)
    if (bytes.readUInt32LE(at) === END) return bytes.readUInt32LE(at + 16);
  throw broken();
}

function contentOf(bytes: Buffer, entry: Entry, limitBytes: number): Buffer {
  const { offset, packed, method, flags } = entry;
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken();
  if ((flags & 1) !== 0) throw unreadable('The archive is encrypted.', 'Export it again without a password.');
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (from + packed > bytes.length) throw broken();
  const content = unpacked(bytes.subarray(from, from + packed), method, limitBytes);
  if (content.length !== entry.size || crc32(content) !== entry.crc) throw broken();
  return content;
}

function unpacked(packed: Buffer, method: number, limitBytes: number): Buffer {
  if (method !== 0 && method !== 8) throw broken();
  if (method === 0) {
    if (packed.length > limitBytes) throw tooLarge(limitBytes);
    return packed;
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: limitBytes });
  } catch (failure) {
    if (failure instanceof RangeError) throw tooLarge(limitBytes);
    throw broken();
  }
}

function broken() {
  return unreadable('The archive is damaged or was cut off.', 'Export it again.');
}

function tooLarge(limitBytes: number) {
  return unreadable(
    `The archive unpacks to more than ${String(limitBytes / 1024 / 1024)} MiB.`,
    'Export fewer items at a time.',
  );
}
