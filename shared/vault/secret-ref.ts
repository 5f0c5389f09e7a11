/**
 * A credential that stays in main. The renderer holds this reference instead: it can ask main to copy it, show it in the
 * trusted view, use it as an input or forget it, and never reads it.
 */

export type SecretKind =
  | 'client-token'
  | 'wrapping-token'
  | 'token-id'
  | 'secret-id'
  | 'key-share'
  | 'root-token'
  | 'otp'
  | 'private-key'
  | 'password'
  | 'other';

export interface SecretRef {
  readonly secretRef: string;
  readonly kind: SecretKind;
  /** Length of the credential in UTF-16 code units; enough to recognise it, useless to an attacker. */
  readonly length: number;
  /** ISO 8601, UTC: when main took hold of it. */
  readonly since: string;
}
