import { findVault } from '../../build/setup/server-finder.mjs';

/** Path of the `vault` (or `bao`) that tests run; throws with what to do when there is none. */
export function vaultBinary(): string {
  const found = findVault();
  if (!found)
    throw new Error(
      'No vault or bao on PATH or in the cache: `npm test` gets one, `npm run doctor` explains.',
    );
  return found.file;
}
