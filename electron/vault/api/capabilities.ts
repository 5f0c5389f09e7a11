/**
 * `sys/capabilities-self` and `sys/capabilities-accessor` (vault-http-facts 6.6): POSTs that change nothing, for many paths
 * at once.
 */
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asTexts } from './fields.ts';

/** OpenBao refuses bodies of 1,000 strings, so a batch stays well below. */
const pathsPerCall = 400;

/**
 * The token's capabilities on API paths, by path. A path that ends in a space is left out: the server trims it and would
 * answer for another one.
 */
export function capabilitiesSelf(
  caller: Caller,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return capabilitiesAt(caller, 'sys/capabilities-self', {}, paths);
}

/**
 * Capabilities of another token, as `capabilitiesSelf`. Costs that token no use. Rejects with the server's refusal.
 */
export function capabilitiesByAccessor(
  caller: Caller,
  accessor: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return capabilitiesAt(caller, 'sys/capabilities-accessor', { accessor }, paths);
}

async function capabilitiesAt(
  caller: Caller,
  path: string,
  whose: object,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  const askable = paths.filter((one) => one.trim() === one);
  for (let start = 0; start < askable.length; start += pathsPerCall) {
    const batch = askable.slice(start, start + pathsPerCall);
    const answer = await ask(caller, {
      method: 'POST',
      path,
      body: JSON.stringify({ ...whose, paths: batch }),
      safe: true,
      ...(path === 'sys/capabilities-self' ? {} : { capability: 'update' }),
    });
    const body = asObject(answer.json());
    const data = asObject(body['data'] ?? body);
    for (const one of batch) found.set(one, new Set(asTexts(data[one])));
  }
  return found;
}
