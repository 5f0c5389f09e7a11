/**
 * Names of fields that hold credentials, in answers and in requests. One table for both: what the app hides when a server
 * says it, it also does not let a person type into the page. The names are those of Vault's and OpenBao's API; suffixes
 * catch those of plugins and of versions to come. In doubt it is a credential.
 */
import type { SecretKind } from './secret-ref.ts';

/** Fields whose text (or number, or list of texts) is a credential wherever it stands. */
export const secretFields: ReadonlyMap<string, SecretKind> = new Map<string, SecretKind>([
  // Logins, tokens, wrapping.
  ['client_token', 'client-token'],
  ['token', 'wrapping-token'],
  ['wrapping_token', 'wrapping-token'],
  ['access_token', 'other'],
  ['refresh_token', 'other'],
  ['id_token', 'other'],
  ['jwt', 'other'],
  ['secret_id', 'secret-id'],
  ['passcode', 'otp'],
  // Initialising, unsealing, rekeying, generating a root token.
  ['key', 'key-share'],
  ['keys', 'key-share'],
  ['keys_base64', 'key-share'],
  ['recovery_keys', 'key-share'],
  ['recovery_keys_base64', 'key-share'],
  ['recovery_keys_b64', 'key-share'],
  ['recovery_keys_hex', 'key-share'],
  ['unseal_keys_b64', 'key-share'],
  ['unseal_keys_hex', 'key-share'],
  ['root_token', 'root-token'],
  ['encoded_token', 'root-token'],
  ['encoded_root_token', 'root-token'],
  ['otp', 'otp'],
  // Databases, directories, clouds, clusters.
  ['password', 'password'],
  ['passwd', 'password'],
  ['passphrase', 'password'],
  ['last_password', 'password'],
  ['current_password', 'password'],
  ['secret_key', 'password'],
  ['secret_access_key', 'password'],
  ['client_secret', 'password'],
  ['security_token', 'other'],
  ['session_token', 'other'],
  ['service_account_token', 'other'],
  ['api_key', 'password'],
  ['connection_string', 'password'],
  // Keys: PKI, SSH, GCP, KMIP, transit.
  ['private_key', 'private-key'],
  ['private_key_data', 'private-key'],
  ['rsa_private_key', 'private-key'],
  ['pem_bundle', 'private-key'],
  ['backup', 'private-key'],
  // TOTP: whoever sees the picture has the key.
  ['barcode', 'otp'],
]);

/** The ends of names whose text is a credential. */
const suffixes: readonly (readonly [suffix: string, kind: SecretKind])[] = [
  ['_token', 'other'],
  ['_jwt', 'other'],
  ['_secret', 'password'],
  ['_password', 'password'],
  ['_passwd', 'password'],
  ['_passphrase', 'password'],
  ['_passcode', 'otp'],
  ['_otp', 'otp'],
  ['_secret_id', 'secret-id'],
  ['_private_key', 'private-key'],
  ['_secret_key', 'password'],
  ['_secret_access_key', 'password'],
  ['_api_key', 'password'],
  ['_shared_key', 'password'],
  ['_account_key', 'password'],
  ['_encryption_key', 'password'],
  ['_master_key', 'password'],
  ['_unseal_key', 'key-share'],
  ['_client_key', 'private-key'],
  ['_hmac_key', 'password'],
];

/** They end like a credential and are none: pages of a list. */
const harmless: ReadonlySet<string> = new Set(['continuation_token', 'next_page_token', 'page_token']);

/** Fields of requests that are credentials though no answer repeats them, or means something else by the name. */
const secretInputs: ReadonlySet<string> = new Set([
  'bindpass',
  'secret',
  'credentials',
  'service_account_json',
  'client_key',
  'tls_client_key',
  'plaintext_key',
]);

/** Fields that are credentials at certain paths alone: elsewhere the name says nothing of the sort. */
const mintedFields: readonly {
  readonly path: RegExp;
  readonly fields: Readonly<Record<string, SecretKind>>;
}[] = [
  // Whoever has the code of an OIDC provider logs in to the application that it was made for.
  { path: /^identity\/oidc\/provider\/[^/]+\/authorize$/, fields: { code: 'otp' } },
  // Of a TOTP engine, wherever it is mounted.
  { path: /(?:^|\/)code\/[^/]+$/, fields: { code: 'otp' } },
  // Of a request: the token itself.
  { path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/, fields: { id: 'token-id' } },
];

/** The kind of credential that a field holds because of what was asked, beside those that its name tells. */
export function mintedKind(path: string, name: string): SecretKind | undefined {
  const bare = path.replace(/\?.*$/s, '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return mintedFields.find((one) => one.path.test(bare))?.fields[name];
}

/** The kind of credential that a field of this name holds; undefined where its name says nothing of the sort. */
export function credentialKind(name: string): SecretKind | undefined {
  const exact = secretFields.get(name);
  if (exact !== undefined) return exact;
  const written = asSnakeCase(name);
  if (harmless.has(written)) return undefined;
  const kind = secretFields.get(written);
  // A word of three letters in another case is any word.
  if (kind !== undefined && written.length > 3) return kind;
  return suffixes.find(([suffix]) => written.endsWith(suffix))?.[1];
}

/** Whether a field of a request of this name takes a credential. */
export function isSecretInput(name: string): boolean {
  return secretInputs.has(name) || credentialKind(name) !== undefined;
}

/** The kind of credential that a field of a request of this name takes. */
export function secretKindOf(name: string): SecretKind {
  return credentialKind(name) ?? 'password';
}

/** `clientSecret`, `Client-Secret` and `CLIENT_SECRET` as Vault writes it. */
function asSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
