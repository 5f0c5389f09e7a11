import { counted } from '../../../shared/vault/counted.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';

const names: Readonly<Record<SecretKind, string>> = {
  'client-token': 'client token',
  'wrapping-token': 'wrapping token',
  'token-id': 'token',
  'secret-id': 'secret-id',
  'key-share': 'key share',
  'root-token': 'root token',
  otp: 'one-time password',
  'private-key': 'private key',
  password: 'password',
  other: 'credential',
};

/** Name of a credential kind within a sentence. */
export function secretName(kind: SecretKind): string {
  return names[kind];
}

/** `95 characters`. */
export function charactersWords(length: number): string {
  return counted(length, 'character');
}
