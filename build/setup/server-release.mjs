/** Downloads an official release of a server and checks it against the signed checksums before unpacking. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { save, text } from './download.mjs';
import { checkSignature, releaseKeys } from './release-signature.mjs';
import { inUnfinishedFolder } from './unfinished.mjs';
import { unpackFile } from './unpack.mjs';

/** @typedef {import('./server-finder.mjs').Product} Product */

/**
 * File names of a release, below the address of its version.
 * @typedef {{ base: string, archive: string, sums: string, signature: string, program: string }} Release
 */

/**
 * @param {Product} product
 * @param {string} version
 * @returns {Release}
 */
export function releaseOf(product, version) {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const windows = process.platform === 'win32';
  const target = `${version}_${windows ? 'windows' : process.platform}_${arch}`;
  if (product === 'openbao')
    return {
      base: `https://github.com/openbao/openbao/releases/download/v${version}`,
      archive: `openbao_${target}.${windows ? 'zip' : 'tar.gz'}`,
      sums: 'checksums.txt',
      signature: 'checksums.txt.gpgsig',
      program: windows ? 'bao.exe' : 'bao',
    };
  return {
    base: `https://releases.hashicorp.com/vault/${version}`,
    archive: `vault_${target}.zip`,
    sums: `vault_${version}_SHA256SUMS`,
    signature: `vault_${version}_SHA256SUMS.sig`,
    program: windows ? 'vault.exe' : 'vault',
  };
}

/**
 * Downloads a release's program into `file`, completely or not at all. Rejects if the host does not respond, the
 * checksums are not signed or the checksum differs.
 * @param {Product} product
 * @param {string} version
 * @param {string} file
 * @param {object} [options]
 * @param {string} [options.base] Overrides the release's own.
 * @param {import('./release-signature.mjs').ReleaseKey} [options.key] Overrides the product's own.
 * @param {Promise<unknown>} [options.dependencies] The project's packages, which include the signature checker.
 * @param {(bytes: number, total: number) => void} [options.onProgress]
 */
export async function downloadRelease(product, version, file, options = {}) {
  const { base: official, archive, ...names } = releaseOf(product, version);
  const base = options.base ?? official;
  const sums = await text(`${base}/${names.sums}`);
  await inUnfinishedFolder(dirname(file), async (work) => {
    await save(`${base}/${names.signature}`, join(work, 'signature'));
    await options.dependencies;
    await checkSignature(sums, readFileSync(join(work, 'signature')), options.key ?? releaseKeys[product]);
    const wanted = sums
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, listed]) => listed === archive)?.[0];
    if (wanted === undefined) throw new Error(`${archive} is not among the published sums`);
    await save(`${base}/${archive}`, join(work, archive), options.onProgress);
    takeProgram(join(work, archive), wanted, names.program, file);
  });
}

/**
 * Unpacks one program of an archive after checking its SHA-256.
 * @param {string} archive
 * @param {string} wanted In hexadecimal.
 * @param {string} member The program's path in the archive.
 * @param {string} file
 */
export function takeProgram(archive, wanted, member, file) {
  const bytes = readFileSync(archive);
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== wanted)
    throw new Error(`${basename(archive)} has the checksum ${sum}, wanted is ${wanted}: not used`);
  const unpacked = `${archive}.program`;
  writeFileSync(unpacked, unpackFile(bytes, member), { mode: 0o755 });
  renameSync(unpacked, file);
}
