/** Downloads an official release of Vault and checks it against the signed sums before anything is unpacked. */
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { save, text } from './download.mjs';
import { checkSignature } from './release-signature.mjs';
import { unzipFile } from './unzip.mjs';

/**
 * Fetches one release into `file`; rejects when the host does not answer, its sums are not signed or the sum does not fit.
 * @param {string} version
 * @param {string} file Where the binary goes, whole or not at all.
 * @param {{ base?: string, key?: import('./release-signature.mjs').ReleaseKey, onProgress?: (bytes: number, total: number) => void }} [options]
 */
export async function downloadRelease(version, file, options = {}) {
  const base = `${options.base ?? 'https://releases.hashicorp.com'}/vault/${version}`;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `vault_${version}_${platform}_${arch}.zip`;
  const sums = await text(`${base}/vault_${version}_SHA256SUMS`);
  mkdirSync(dirname(file), { recursive: true });
  const work = mkdtempSync(join(dirname(file), 'unfinished-'));
  try {
    await save(`${base}/vault_${version}_SHA256SUMS.sig`, join(work, 'signature'));
    await checkSignature(sums, readFileSync(join(work, 'signature')), options.key);
    const wanted = sums
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, listed]) => listed === name)?.[0];
    if (wanted === undefined) throw new Error(`${name} is not among the published sums`);
    await save(`${base}/${name}`, join(work, name), options.onProgress);
    const archive = readFileSync(join(work, name));
    const sum = createHash('sha256').update(archive).digest('hex');
    if (sum !== wanted) throw new Error(`${name} has the sum ${sum}, published is ${wanted}: not used`);
    const unpacked = join(work, basename(file));
    writeFileSync(unpacked, unzipFile(archive, platform === 'windows' ? 'vault.exe' : 'vault'), {
      mode: 0o755,
    });
    renameSync(unpacked, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
