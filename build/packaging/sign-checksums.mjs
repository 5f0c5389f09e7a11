/** Signs SHA256SUMS for a release, with a key of GnuPG that only the machine which releases holds. */
import { join } from 'node:path';
import { run } from '../setup/progress.mjs';

/**
 * Writes SHA256SUMS.asc. On Windows and macOS the files are signed themselves.
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
