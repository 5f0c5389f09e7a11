/** Response wrapping by hand (vault-http-facts 6.11). */
import type { AppError } from '../ipc/result.ts';
import type { TokenChoice } from './token-work.ts';

/** What a look-up says of a wrapping token; it uses nothing up. */
export interface WrapLookup {
  readonly creationPath: string;
  /** ISO 8601, the server's clock. */
  readonly creationTime: string;
  readonly creationTtlSeconds: number;
  /** ISO 8601, this machine's clock, from the server's times and its `Date` header. */
  readonly endsAt: string;
  /** The same for its creation. */
  readonly createdAt: string;
  /** ISO 8601, this machine's clock. */
  readonly lookedUpAt: string;
  /** The token is a JWT; its claims are the server's word, not ours. */
  readonly jwt: boolean;
  /** The look-up failed: used, expired, of another server, or no wrapping token at all. Then the facts are empty. */
  readonly problem?: AppError;
}

/** Something to be wrapped. */
export type WrapWhat =
  /** Free data: one JSON object. */
  | { readonly kind: 'data'; readonly json: string }
  /** A file from a dialog, as the value of one key. */
  | { readonly kind: 'file'; readonly fileId: string; readonly key: string; readonly as: 'auto' | 'base64' }
  /** The answer of any request. */
  | {
      readonly kind: 'request';
      readonly method: 'GET' | 'LIST' | 'POST';
      readonly path: string;
      readonly json?: string;
    }
  /** What the server says of a token. */
  | { readonly kind: 'token-lookup'; readonly token: TokenChoice }
  /** A token's renewal, which happens at once; without an increment as the server likes. */
  | { readonly kind: 'token-renewal'; readonly token: TokenChoice; readonly incrementSeconds?: number };

/** A wrapping token made in this session; its answer holds the token until it is dismissed. */
export interface SharedWrap {
  readonly accessor: string;
  readonly answerId?: string;
  readonly creationPath: string;
  readonly creationTime: string;
  /** ISO 8601, this machine's clock. */
  readonly endsAt: string;
  readonly title: string;
  readonly state: 'shared' | 'cancelled' | 'rewrapped';
}
