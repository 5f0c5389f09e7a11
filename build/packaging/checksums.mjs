/** `SHA256SUMS`: one line per file of its folder, in the format of `sha256sum -c`. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const NAME = 'SHA256SUMS';

/**
 * SHA-256 of a file, in hexadecimal.
 * @param {string} file
 */
export async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Writes the checksums of a folder's files into it.
 * @param {string} folder
 * @returns {Promise<string>} The file.
 */
export async function writeChecksums(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith(NAME) ? [entry.name] : [],
  );
  const lines = [];
  for (const name of names.sort()) lines.push(`${await sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, NAME), lines.join(''));
  return join(folder, NAME);
}
