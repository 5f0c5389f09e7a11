/** Facts of an answer besides its body: a wrapping token, a login, its harmless headers. */
import type { AnsweredLogin, WrapFacts } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { asNumber, asObject, asText, asTextMap, asTexts } from '../../vault/api/fields.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';

/** Finds the reference of the credential at a pointer. */
export type RefAt = (pointer: string) => SecretRef | undefined;

/** Returns the wrapping token of an answer; undefined if it has none. */
export function wrapFactsOf(body: unknown, refAt: RefAt): WrapFacts | undefined {
  const info = asObject(asObject(body)['wrap_info']);
  const token = refAt('/wrap_info/token');
  if (token === undefined) return undefined;
  return {
    token,
    accessor: asText(info['accessor']),
    wrappedAccessor: asText(info['wrapped_accessor']),
    ttlSeconds: asNumber(info['ttl']),
    creationTime: asText(info['creation_time']),
    creationPath: asText(info['creation_path']),
    jwt: isJwt(asText(info['token'])),
  };
}

/** Returns the login of an answer; undefined if it has no client token. */
export function loginOf(body: unknown, refAt: RefAt): AnsweredLogin | undefined {
  const auth = asObject(asObject(body)['auth']);
  const token = refAt('/auth/client_token');
  if (token === undefined) return undefined;
  const { username = '' } = asTextMap(auth['metadata']);
  return {
    token,
    accessor: asText(auth['accessor']),
    displayName: asText(auth['display_name']) || username,
    policies: asTexts(auth['policies']),
    type: asText(auth['token_type']),
    renewable: auth['renewable'] === true,
    ttlSeconds: asNumber(auth['lease_duration']),
    numUses: asNumber(auth['num_uses']),
  };
}

/** True if a token has the form of a JWT. */
export function isJwt(token: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

const harmless: ReadonlySet<string> = new Set([
  'content-type',
  'date',
  'cache-control',
  'retry-after',
  'allow',
]);

/** Headers about the server that carry no credentials or personal data. */
export function harmlessHeaders(
  headers: VaultAnswer['headers'],
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const known = harmless.has(name) || (name.startsWith('x-vault-') && !/token|mfa|auth/.test(name));
    if (!known || value === undefined) return [];
    return [value].flat().map((one) => [name, one] as const);
  });
}
