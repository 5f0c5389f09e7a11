/** Response wrapping by hand (vault-http-facts 6.11). */
import type { AppError } from '../ipc/result.ts';
import type { TokenChoice } from './token-work.ts';

/** Longest name of a recipient, in UTF-16 code units: prompts show it within the title of a result. */
export const longestRecipient = 64;

/** Creation path of what was wrapped by hand: it says nothing about the content. */
export const handMadePath = 'sys/wrapping/wrap';

/** Facts of a wrapping token; looking them up does not use the token. */
export interface WrapLookup {
  readonly creationPath: string;
  /** ISO 8601, the server's clock. */
  readonly creationTime: string;
  readonly creationTtlSeconds: number;
  /** Expiry: ISO 8601, this machine's clock, from the server's times and its `Date` header. */
  readonly endsAt: string;
  /** Creation time, converted likewise. */
  readonly createdAt: string;
  /** ISO 8601, this machine's clock. */
  readonly lookedUpAt: string;
  /** The token is a JWT; its claims are the server's and not verified here. */
  readonly jwt: boolean;
  /** The look-up failed: used, expired, of another server, or not a wrapping token. Then the facts are empty. */
  readonly problem?: AppError;
}

/** Data to wrap. */
export type WrapWhat =
  /** Free data: one JSON object. */
  | { readonly kind: 'data'; readonly json: string }
  /** A file from a dialog, as the value of one key. */
  | { readonly kind: 'file'; readonly fileId: string; readonly key: string; readonly as: 'auto' | 'base64' }
  /** The response of any request. */
  | {
      readonly kind: 'request';
      readonly method: 'GET' | 'LIST' | 'POST';
      readonly path: string;
      readonly json?: string;
    }
  /** The server's facts about a token. */
  | { readonly kind: 'token-lookup'; readonly token: TokenChoice }
  /** A token's renewal, which happens at once; without an increment, the server's default. */
  | { readonly kind: 'token-renewal'; readonly token: TokenChoice; readonly incrementSeconds?: number };

/** A wrapping token created in this session; its result contains the token until discarded. */
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
