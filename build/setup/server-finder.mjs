/**
 * Finds a Vault or OpenBao server on this machine: the environment's choice, PATH, then the cache. Starts nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, onPath } from './places.mjs';

/** @typedef {'openbao' | 'vault'} Product */

/**
 * @typedef {object} ProductFacts
 * @property {string} name
 * @property {string} version Version to download or build if none is found.
 * @property {string} program Name of its program, on PATH and in archives.
 * @property {string} variable Environment variable that overrides the program.
 */

/** @type {Readonly<Record<Product, ProductFacts>>} */
export const products = {
  openbao: { name: 'OpenBao', version: '2.7.2', program: 'bao', variable: 'STRONGROOM_OPENBAO' },
  vault: { name: 'Vault', version: '1.21.2', program: 'vault', variable: 'STRONGROOM_VAULT' },
};

/**
 * A server, and its source.
 * @typedef {{ product: Product, file: string, from: string }} FoundServer
 */

/**
 * Path of a downloaded or built server.
 * @param {Product} product
 */
export function cachedServer(product) {
  const { program, version } = products[product];
  return join(cacheFolder(), product, version, process.platform === 'win32' ? `${program}.exe` : program);
}

/**
 * A server named by the environment or found on PATH.
 * @param {Product} product
 * @returns {FoundServer | undefined}
 */
export function installedServer(product) {
  const { program, variable } = products[product];
  const chosen = process.env[variable];
  if (chosen) return { product, file: chosen, from: variable };
  const installed = onPath(program);
  return installed === undefined ? undefined : { product, file: installed, from: 'PATH' };
}

/**
 * A server of this product on this machine.
 * @param {Product} product
 * @returns {FoundServer | undefined}
 */
export function findServer(product) {
  const cached = cachedServer(product);
  return (
    installedServer(product) ?? (existsSync(cached) ? { product, file: cached, from: 'cache' } : undefined)
  );
}
