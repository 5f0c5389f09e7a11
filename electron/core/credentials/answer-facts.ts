/** What an answer is besides its body: a wrapping token, a login, its harmless headers. */
import type { AnsweredLogin, WrapFacts } from '../../../shared/vault/answer.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { asNumber, asObject, asText, asTextMap, asTexts } from '../../vault/api/fields.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';

/** Finds the reference of the credential at a pointer. */
export type RefAt = (pointer: string) => SecretRef | undefined;

/** The wrapping token that an answer is; undefined where it is none. */
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

/** The login that an answer is; undefined where there is no client token in it. */
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

/** Whether a token is in the form of a JWT. */
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

/** Headers that tell something about the server and nothing about anybody. */
export function harmlessHeaders(
  headers: VaultAnswer['headers'],
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const known = harmless.has(name) || (name.startsWith('x-vault-') && !/token|mfa|auth/.test(name));
    if (!known || value === undefined) return [];
    return [value].flat().map((one) => [name, one] as const);
  });
}
