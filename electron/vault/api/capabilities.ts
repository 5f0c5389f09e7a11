/** `sys/capabilities-self` (vault-http-facts 6.6): a POST that changes nothing, for many paths at once. */
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asTexts } from './fields.ts';

/** OpenBao refuses bodies of 1,000 strings, so a batch stays well below. */
const pathsPerCall = 400;

/**
 * The token's capabilities on API paths, by path. A path that ends in a space is left out: the server trims it and would
 * answer for another one.
 */
export async function capabilitiesSelf(
  caller: Caller,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  const askable = paths.filter((path) => path.trim() === path);
  for (let start = 0; start < askable.length; start += pathsPerCall) {
    const batch = askable.slice(start, start + pathsPerCall);
    const answer = await ask(caller, {
      method: 'POST',
      path: 'sys/capabilities-self',
      body: JSON.stringify({ paths: batch }),
      safe: true,
    });
    const body = asObject(answer.json());
    const data = asObject(body['data'] ?? body);
    for (const path of batch) found.set(path, new Set(asTexts(data[path])));
  }
  return found;
}
