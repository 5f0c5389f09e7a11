/**
 * Names of fields that hold credentials, in answers and in requests. One table for both: what the app hides when a server
 * says it, it also does not let a person type into the page.
 */
import type { SecretKind } from './secret-ref.ts';

/** Fields whose text (or list of texts) is a credential wherever it stands in an answer. */
export const secretFields: ReadonlyMap<string, SecretKind> = new Map<string, SecretKind>([
  ['client_token', 'client-token'],
  ['token', 'wrapping-token'],
  ['secret_id', 'secret-id'],
  ['key', 'key-share'],
  ['keys', 'key-share'],
  ['keys_base64', 'key-share'],
  ['recovery_keys', 'key-share'],
  ['recovery_keys_base64', 'key-share'],
  ['unseal_keys_b64', 'key-share'],
  ['unseal_keys_hex', 'key-share'],
  ['root_token', 'root-token'],
  ['encoded_token', 'root-token'],
  ['encoded_root_token', 'root-token'],
  ['otp', 'otp'],
  ['private_key', 'private-key'],
  ['password', 'password'],
  ['passphrase', 'password'],
  ['secret_key', 'password'],
  ['security_token', 'other'],
  ['session_token', 'other'],
  ['jwt', 'other'],
]);

/** Fields of requests that are credentials though no answer repeats them. */
const secretInputs: ReadonlySet<string> = new Set([
  'bindpass',
  'client_secret',
  'api_token',
  'management_token',
  'root_password',
  'old_password',
  'pem_bundle',
  'tls_private_key',
  'service_account_json',
  'service_account_jwt',
  'token_reviewer_jwt',
  'oidc_client_secret',
  'access_token',
  'shared_secret',
  'self_managed_password',
]);

/** Whether a field of a request of this name takes a credential. */
export function isSecretInput(name: string): boolean {
  return secretFields.has(name) || secretInputs.has(name);
}

/** The kind of credential that a field of a request of this name takes. */
export function secretKindOf(name: string): SecretKind {
  return secretFields.get(name) ?? 'password';
}
