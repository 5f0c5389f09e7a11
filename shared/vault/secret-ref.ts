/**
 * A credential that stays in main. The renderer has this reference instead: it can have main copy it, show it in the
 * secure prompt, use it as an input or forget it, but never reads it.
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
  /** Time at which main stored it, ISO 8601, UTC. */
  readonly since: string;
}
