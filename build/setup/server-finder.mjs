/** Finds a Vault server that is already here: the choice of the environment, PATH, then the cache. Starts nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, onPath } from './places.mjs';

/** The version that is downloaded or built where none is found. */
export const VAULT_VERSION = '1.21.2';

/** Where a downloaded or built Vault is kept. */
export function cachedVault() {
  return join(cacheFolder(), 'vault', VAULT_VERSION, process.platform === 'win32' ? 'vault.exe' : 'vault');
}

/**
 * A Vault or OpenBao server that is already on this machine, and where it came from.
 * @returns {{ file: string, from: string } | undefined}
 */
export function findVault() {
  const chosen = process.env['STRONGROOM_VAULT'];
  if (chosen) return { file: chosen, from: 'STRONGROOM_VAULT' };
  const installed = onPath('vault', 'bao');
  if (installed) return { file: installed, from: 'PATH' };
  const cached = cachedVault();
  return existsSync(cached) ? { file: cached, from: 'cache' } : undefined;
}
