import { findServer, products } from '../../build/setup/server-finder.mjs';
import type { Product } from '../../build/setup/server-finder.mjs';

export type { Product };

/** The default product of this run: `STRONGROOM_SERVER`, else Vault. */
export function productOfRun(): Product {
  return process.env['STRONGROOM_SERVER'] === 'openbao' ? 'openbao' : 'vault';
}

/** Path of the server for tests; throws with instructions if it is missing. */
export function serverBinary(product: Product = productOfRun()): string {
  const found = findServer(product);
  if (!found)
    throw new Error(
      `No ${products[product].program} on PATH or in the cache: \`npm test\` gets one, \`npm run doctor\` explains.`,
    );
  return found.file;
}
