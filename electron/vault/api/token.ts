/**
 * `auth/token/lookup-self` (vault-http-facts 6.12). The look-up itself costs a token with `num_uses` one use, so it is
 * never repeated before the token is known to be unlimited.
 */
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap, asTexts } from './fields.ts';

/** What the token says about itself; its id is put away by `hold`, which answers the card that stands for it. */
export async function lookupSelf(caller: Caller, hold: (id: string) => SecretRef): Promise<TokenFacts> {
  const answer = await ask(caller, { method: 'GET', path: 'auth/token/lookup-self', safe: true });
  const data = asObject(asObject(answer.json())['data']);
  return {
    id: hold(asText(data['id'])),
    accessor: asText(data['accessor']),
    displayName: asText(data['display_name']),
    type: asText(data['type']),
    path: asText(data['path']),
    policies: asTexts(data['policies']),
    identityPolicies: asTexts(data['identity_policies']),
    entityId: asText(data['entity_id']),
    orphan: data['orphan'] === true,
    renewable: data['renewable'] === true,
    numUses: asNumber(data['num_uses']),
    ttlSeconds: asNumber(data['ttl']),
    creationTtlSeconds: asNumber(data['creation_ttl']),
    expireTime: typeof data['expire_time'] === 'string' ? data['expire_time'] : null,
    periodSeconds: asNumber(data['period']),
    explicitMaxTtlSeconds: asNumber(data['explicit_max_ttl']),
    meta: asTextMap(data['meta']),
    lookedUpAt: new Date().toISOString(),
  };
}
