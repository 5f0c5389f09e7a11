/**
 * A token's look-up (vault-http-facts 6.12), and `auth/token/lookup-self`. The look-up itself costs a token with
 * `num_uses` one use, so it is never repeated before the token is known to be unlimited.
 */
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { TokenInspection } from '../../../shared/vault/token-work.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asObject, asText, asTextMap, asTexts, dataOf } from './fields.ts';

type Data = Readonly<Record<string, unknown>>;

/** Every field of a look-up but the token itself. */
export type TokenDescription = Omit<TokenInspection, 'id' | 'raw'>;

/** Looks up the caller's token; `hold` stores its id and returns the reference that replaces it. */
export async function lookupSelf(caller: Caller, hold: (id: string) => SecretRef): Promise<TokenFacts> {
  const answer = await ask(caller, { method: 'GET', path: 'auth/token/lookup-self', safe: true });
  const data = dataOf(answer);
  const id = asText(data['id']);
  return { id: hold(id), ...factsFrom(withoutRepeats(data, id), Date.now()) };
}

/** Facts in a look-up's `data`. */
export function factsFrom(data: Data, nowMs: number): Omit<TokenFacts, 'id'> {
  return {
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
    lookedUpAt: new Date(nowMs).toISOString(),
  };
}

/** Facts in the `auth` of a login or a renewal, which has fewer than a look-up. */
export function factsFromAuth(auth: Data, nowMs: number): Omit<TokenFacts, 'id'> {
  const ttlSeconds = asNumber(auth['lease_duration']);
  return {
    ...factsFrom({}, nowMs),
    accessor: asText(auth['accessor']),
    displayName: asText(auth['display_name']) || (asTextMap(auth['metadata'])['username'] ?? ''),
    type: asText(auth['token_type']),
    policies: asTexts(auth['token_policies']),
    identityPolicies: asTexts(auth['identity_policies']),
    entityId: asText(auth['entity_id']),
    orphan: auth['orphan'] === true,
    renewable: auth['renewable'] === true,
    numUses: asNumber(auth['num_uses']),
    ttlSeconds,
    creationTtlSeconds: ttlSeconds,
    expireTime: ttlSeconds === 0 ? null : new Date(nowMs + ttlSeconds * 1000).toISOString(),
    meta: asTextMap(auth['metadata']),
    noLookUp: 'earlier',
  };
}

/** Facts in a look-up's `data`, with those of the token screens. */
export function describeToken(data: Data, nowMs: number): TokenDescription {
  return {
    ...factsFrom(data, nowMs),
    issueTime: asText(data['issue_time']) || fromUnix(data['creation_time']),
    lastRenewal: asText(data['last_renewal']) || fromUnix(data['last_renewal_time']),
    namespacePath: asText(data['namespace_path']),
    role: asText(data['role']),
    boundCidrs: asTexts(data['bound_cidrs']),
    externalNamespacePolicies: Object.fromEntries(
      Object.entries(asObject(data['external_namespace_policies'])).map(([where, names]) => [
        where,
        asTexts(names),
      ]),
    ),
  };
}

function fromUnix(seconds: unknown): string {
  const number = asNumber(seconds);
  return number > 0 && number < 8.64e12 ? new Date(number * 1000).toISOString() : '';
}

/** Shorter ids are words; replacing them in other texts would spoil those. */
const SHORTEST_REPEATED = 8;

/** Hides a chosen id in the token's name or metadata, too; there it is no less of a credential. */
export function withoutRepeats(
  data: Readonly<Record<string, unknown>>,
  id: string,
): Readonly<Record<string, unknown>> {
  return id.length < SHORTEST_REPEATED ? data : asObject(JSON.parse(hideRepeats(JSON.stringify(data), id)));
}

/** The JSON text without an id that it repeats. */
export function hideRepeats(json: string, id: string): string {
  return id.length < SHORTEST_REPEATED ? json : json.replaceAll(JSON.stringify(id).slice(1, -1), '[hidden]');
}
