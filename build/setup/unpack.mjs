/** Extracts one file of a zip or tar.gz archive in memory, with only the features that release archives need. */
import { gunzipSync, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const TAR_BLOCK = 512;

/**
 * The bytes of one file of an archive; throws if it is not there or the archive is damaged.
 * @param {Buffer} archive Zip (stored or deflated) or tar.gz (plain files of less than 8 GiB).
 * @param {string} name
 */
export function unpackFile(archive, name) {
  return archive.readUInt16BE(0) === 0x1f8b ? untarFile(gunzipSync(archive), name) : unzipFile(archive, name);
}

/**
 * @param {Buffer} archive
 * @param {string} name
 */
function untarFile(archive, name) {
  for (let at = 0; at + TAR_BLOCK <= archive.length && archive[at] !== 0;) {
    const text = (/** @type {number} */ from, /** @type {number} */ length) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*/s, '');
    const bytes = Number.parseInt(text(124, 12), 8);
    const start = at + TAR_BLOCK;
    if (!(bytes >= 0) || start + bytes > archive.length) throw new Error('a damaged tar archive');
    if (text(0, 100).replace(/^\.\//, '') === name) return archive.subarray(start, start + bytes);
    at = start + Math.ceil(bytes / TAR_BLOCK) * TAR_BLOCK;
  }
  throw new Error(`no ${name} in the archive`);
}

/**
 * @param {Buffer} archive
 * @param {string} name
 */
function unzipFile(archive, name) {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error('not a zip archive');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('a damaged zip archive');
    const nameLength = archive.readUInt16LE(at + 28);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) return content(archive, at);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`no ${name} in the archive`);
}

/**
 * @param {Buffer} archive
 * @param {number} entry Start of the file's record in the central directory.
 */
function content(archive, entry) {
  const method = archive.readUInt16LE(entry + 10);
  const packedBytes = archive.readUInt32LE(entry + 20);
  const bytes = archive.readUInt32LE(entry + 24);
  const local = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(local) !== LOCAL) throw new Error('a damaged zip archive');
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  const plain = method === 0 ? packed : method === 8 ? inflateRawSync(packed) : undefined;
  if (plain?.length !== bytes) throw new Error('a damaged or unusual zip archive');
  return plain;
}
