/**
 * Names of credential fields, in responses and in requests. One table for both: the user also cannot type into the
 * page a field that the app hides in responses. The names are those of Vault's and OpenBao's API; suffixes catch
 * plugins and future versions. In doubt it is a credential.
 */
import type { SecretKind } from './secret-ref.ts';

/** Fields whose text (or number, or list of texts) is always a credential. */
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
  // TOTP: the picture contains the key.
  ['barcode', 'otp'],
]);

/** Name suffixes of credential fields. */
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

/** Names that end like a credential but are page markers of a list. */
const harmless: ReadonlySet<string> = new Set(['continuation_token', 'next_page_token', 'page_token']);

/** Request fields that are credentials, although responses never repeat them or use the name otherwise. */
const secretInputs: ReadonlySet<string> = new Set([
  'bindpass',
  'secret',
  'credentials',
  'service_account_json',
  'client_key',
  'tls_client_key',
  'plaintext_key',
]);

/** Fields that are credentials only at certain paths. */
const mintedFields: readonly {
  readonly path: RegExp;
  readonly fields: Readonly<Record<string, SecretKind>>;
}[] = [
  // The code of an OIDC provider logs in to the application that it was issued for.
  { path: /^identity\/oidc\/provider\/[^/]+\/authorize$/, fields: { code: 'otp' } },
  // Of a TOTP engine at any mount.
  { path: /(?:^|\/)code\/[^/]+$/, fields: { code: 'otp' } },
  // In a request: the token itself.
  { path: /^auth\/token\/create(?:-orphan|\/[^/]+)?$/, fields: { id: 'token-id' } },
];

/** Kind of credential in a field because of the request's path, beyond those known by name. */
export function mintedKind(path: string, name: string): SecretKind | undefined {
  const bare = path.replace(/\?.*$/s, '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return mintedFields.find((one) => one.path.test(bare))?.fields[name];
}

/** Kind of credential in a field of this name; undefined if its name does not suggest one. */
export function credentialKind(name: string): SecretKind | undefined {
  const exact = secretFields.get(name);
  if (exact !== undefined) return exact;
  const written = asSnakeCase(name);
  if (harmless.has(written)) return undefined;
  const kind = secretFields.get(written);
  // Three-letter words in another case can be anything.
  if (kind !== undefined && written.length > 3) return kind;
  return suffixes.find(([suffix]) => written.endsWith(suffix))?.[1];
}

/** True if a request field of this name takes a credential. */
export function isSecretInput(name: string): boolean {
  return secretInputs.has(name) || credentialKind(name) !== undefined;
}

/** Kind of credential that a request field of this name takes. */
export function secretKindOf(name: string): SecretKind {
  return credentialKind(name) ?? 'password';
}

/** Converts `clientSecret`, `Client-Secret` and `CLIENT_SECRET` to Vault's spelling. */
function asSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}
