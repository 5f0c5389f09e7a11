/** Signs SHA256SUMS and the rpm for a release, with a GnuPG key that only the release machine has. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '../setup/places.mjs';
import { writeChecksums } from './checksums.mjs';
import { run } from '../setup/progress.mjs';

/**
 * Writes SHA256SUMS.asc. On Windows and macOS the files themselves are signed.
 * @param {string} folder
 */
export async function signChecksums(folder) {
  const key = process.env['STRONGROOM_SIGNING_KEY'];
  if (key === undefined || key === '') return;
  const args = [
    '--batch',
    '--yes',
    '--local-user',
    key,
    '--armor',
    '--detach-sign',
    join(folder, 'SHA256SUMS'),
  ];
  await run('Sign', 'gpg', args, {
    todo: 'is the secret key of STRONGROOM_SIGNING_KEY in this machine’s keyring?',
  });
}

/**
 * Signs every rpm of a folder, as zypper requires, and rewrites the checksums.
 * @param {string} folder
 */
export async function signRpms(folder) {
  const key = process.env['STRONGROOM_SIGNING_KEY'];
  const names = readdirSync(folder).filter((name) => name.endsWith('.rpm'));
  if (key === undefined || key === '' || names.length === 0) return;
  const macros = {
    _gpg_name: key,
    // Debian's rpm looks for a program name that Debian does not have.
    __gpg: onPath('gpg') ?? 'gpg',
  };
  const defines = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  const args = ['--resign', ...defines, ...names.map((name) => join(folder, name))];
  await run('Sign', 'rpmsign', args, {
    todo: 'is rpmsign here, and the secret key of STRONGROOM_SIGNING_KEY in this machine’s keyring?',
  });
  await writeChecksums(folder);
}
