import { describe, expect, it } from 'vitest';
import { credentialKind, isSecretInput } from './secret-fields.ts';

/** Response fields of Vault's and OpenBao's API, by their source. */
const credentials: readonly (readonly [where: string, names: string])[] = [
  ['auth methods', 'client_token token secret_id'],
  ['wrapping', 'token wrapping_token'],
  ['init, rekey, generate-root', 'keys keys_base64 recovery_keys recovery_keys_base64 root_token'],
  ['generate-root', 'otp encoded_token encoded_root_token'],
  ['the command line', 'unseal_keys_b64 unseal_keys_hex recovery_keys_b64'],
  ['database', 'password private_key rsa_private_key'],
  ['ldap, ad', 'password last_password current_password'],
  ['aws', 'secret_key security_token session_token secret_access_key'],
  ['azure', 'client_secret'],
  ['gcp', 'token private_key_data'],
  ['kubernetes', 'service_account_token'],
  ['consul, nomad, terraform', 'token secret_id'],
  ['rabbitmq', 'password'],
  ['ssh', 'key private_key'],
  ['pki', 'private_key pem_bundle'],
  ['transit', 'keys backup'],
  ['totp', 'key barcode'],
  ['identity', 'client_secret id_token access_token refresh_token'],
  ['kmip, transform', 'private_key'],
  [
    'plugins',
    'github_token webhook_secret bind_password service_jwt storage_account_key backup_encryption_key',
  ],
  ['other ways to write a name', 'clientSecret Client-Secret CLIENT_SECRET apiKey accessToken'],
];

/** Fields that only look like credentials. */
const harmless: readonly (readonly [where: string, names: string])[] = [
  ['accessors', 'accessor secret_id_accessor token_accessor wrapped_accessor client_token_accessor'],
  ['settings of tokens', 'token_type token_policies token_ttl token_max_ttl token_explicit_max_ttl'],
  ['settings of tokens', 'token_num_uses token_period token_bound_cidrs token_no_default_policy'],
  ['settings of secret IDs', 'secret_id_ttl secret_id_num_uses secret_id_bound_cidrs'],
  ['settings of passwords', 'password_policy password_length password_ttl password_authentication'],
  ['public halves', 'public_key signed_key ssh_public_key pgp_keys ca_chain certificate issuing_ca'],
  ['kinds of keys', 'private_key_type private_key_format private_key_bits key_type key_id key_name key_bits'],
  ['names', 'primary_key access_key_id access_key username client_id role_id id name path entity_id'],
  ['pages', 'next_page_token continuation_token'],
  ['values', 'plaintext ciphertext data value secret random_bytes hmac signature code url'],
  ['otp', 'otp_length otp_type'],
  ['other words', 'tokenizer secretary keyring Keychain passenger backup_count'],
];

function rows(table: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return table.flatMap(([where, names]) => names.split(' ').map((name) => [where, name] as const));
}

describe('names of fields', () => {
  it.each(rows(credentials))('hold a credential (%s: %s)', (_where, name) => {
    expect(credentialKind(name)).toBeDefined();
    expect(isSecretInput(name)).toBe(true);
  });

  it.each(rows(harmless))('hold none (%s: %s)', (_where, name) => {
    expect(credentialKind(name)).toBeUndefined();
  });

  it.each([
    ...['bindpass', 'secret', 'credentials', 'service_account_json', 'token_reviewer_jwt', 'api_token'],
    ...['management_token', 'root_password', 'old_password', 'tls_private_key', 'tls_client_key'],
    ...['oidc_client_secret', 'shared_secret', 'self_managed_password', 'service_account_jwt'],
  ])('take a credential in a request (%s)', (name) => {
    expect(isSecretInput(name)).toBe(true);
  });

  it.each(['username', 'token_type', 'token_policies', 'public_key', 'secret_id_ttl', 'policies'])(
    'take none in a request (%s)',
    (name) => {
      expect(isSecretInput(name)).toBe(false);
    },
  );
});
