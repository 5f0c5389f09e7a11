import type { SecretKind } from '../../../shared/vault/secret-ref.ts';

/** Names of credentials at the head of a prompt. */
export const kindsInWords: Readonly<Record<SecretKind, string>> = {
  'client-token': 'Token',
  'wrapping-token': 'Wrapping token',
  'token-id': 'Your token',
  'secret-id': 'Secret ID',
  'key-share': 'Key share',
  'root-token': 'Root token',
  otp: 'One-time password',
  'private-key': 'Private key',
  password: 'Password',
  other: 'Credential',
};
