/**
 * Login methods that a server shows without a token (`sys/internal/ui/mounts`; `listing_visibility` of the mounts
 * decides; vault-http-facts 6.6).
 */
import type { LoginMethod } from '../../../shared/vault/login.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

/** Advertised methods, ordered by their mounts; token login needs no advertisement and is left out. */
export async function listLoginMounts(caller: Caller): Promise<readonly LoginMethod[]> {
  const answer = await ask(caller, { method: 'GET', path: 'sys/internal/ui/mounts', safe: true });
  const auth = asObject(dataOf(answer)['auth']);
  return Object.entries(auth)
    .map(([mount, value]) => {
      const facts = asObject(value);
      return {
        type: asText(facts['type']),
        mount: mount.endsWith('/') ? mount : `${mount}/`,
        description: asText(facts['description']),
      };
    })
    .filter(({ type }) => type !== 'token' && type !== 'ns_token')
    .sort((a, b) => (a.mount < b.mount ? -1 : a.mount > b.mount ? 1 : 0));
}
