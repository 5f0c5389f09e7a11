/** Icons for Windows (.ico) and macOS (.icns): both are lists of the pictures that Linux uses separately. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/places.mjs';

const png = (/** @type {number} */ size) =>
  // The Linux packages include every picture of the icons folder, but cannot use one of 1024 pixels.
  size > 512
    ? readFileSync(join(root, 'build', 'packaging', `icon-${String(size)}.png`))
    : readFileSync(join(root, 'build', 'icons', `${String(size)}x${String(size)}.png`));

/** @returns {Buffer} */
export function icoFile() {
  const pictures = [16, 32, 48, 64, 128, 256].map((size) => ({ size, bytes: png(size) }));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, bytes }] of pictures.entries()) {
    const row = 6 + 16 * index;
    // 0 means 256.
    head.writeUInt8(size % 256, row);
    head.writeUInt8(size % 256, row + 1);
    head.writeUInt16LE(1, row + 4);
    head.writeUInt16LE(32, row + 6);
    head.writeUInt32LE(bytes.length, row + 8);
    head.writeUInt32LE(at, row + 12);
    at += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

/** @returns {Buffer} */
export function icnsFile() {
  const types = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };
  const parts = Object.entries(types).map(([type, size]) => block(type, png(size)));
  return block('icns', Buffer.concat(parts));
}

/**
 * @param {string} type Four characters.
 * @param {Buffer} content
 */
function block(type, content) {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
