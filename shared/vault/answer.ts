/**
 * View of a server response that main stores: visible facts, values hidden until revealed one at a time, credentials
 * as refs. A one-time result (unwrapped, minted, created) stays until the user discards it.
 */
import type { SecretRef } from './secret-ref.ts';

/** One line of the body, in the order of the server's text. */
export interface AnswerRow {
  /** JSON pointer (RFC 6901), e.g. `/data/keys/0`. */
  readonly pointer: string;
  readonly depth: number;
  /** Name of the member, or its index in a list. */
  readonly key: string;
  /** `value`: visible; `hidden`: revealed on demand; `credential`: never in the renderer. */
  readonly what: 'object' | 'array' | 'value' | 'hidden' | 'credential';
  /** Members or items of an object or a list. */
  readonly count?: number;
  /** With `value`. */
  readonly rawJson?: string;
  /** With `hidden`. */
  readonly type?: 'string' | 'number' | 'boolean' | 'null';
  /** With `hidden`: characters. */
  readonly length?: number;
  /** With `hidden`: base64 text, as transit returns decrypted data. */
  readonly base64?: boolean;
  /** With `credential`. */
  readonly credential?: SecretRef;
}

/** The response is a wrapping token (vault-http-facts 6.3). */
export interface WrapFacts {
  readonly token: SecretRef;
  readonly accessor: string;
  /** Accessor of the wrapped token; empty if a token is not wrapped. */
  readonly wrappedAccessor: string;
  readonly ttlSeconds: number;
  /** ISO 8601, the server's clock. */
  readonly creationTime: string;
  readonly creationPath: string;
  readonly jwt: boolean;
}

/** A client token in the response: can replace its session's token, open another session, or only be copied. */
export interface AnsweredLogin {
  readonly token: SecretRef;
  readonly accessor: string;
  readonly displayName: string;
  readonly policies: readonly string[];
  readonly type: string;
  readonly renewable: boolean;
  readonly ttlSeconds: number;
  readonly numUses: number;
}

/**
 * Content of a response, as far as screens treat it differently; they never decide by its title. `plain`: any other.
 * `initial-keys-only` and `encoded-root-token` hold no root token that can be read here.
 */
export type AnswerKind =
  | 'plain'
  | 'unwrapped'
  | 'initial-keys'
  | 'initial-keys-only'
  | 'unseal-keys'
  | 'recovery-keys'
  | 'unseal-key-backup'
  | 'recovery-key-backup'
  | 'root-otp'
  | 'encoded-root-token'
  | 'root-token';

export interface AnswerView {
  readonly answerId: string;
  readonly kind: AnswerKind;
  /** Absent if the request had no session. */
  readonly sessionId?: string;
  /** E.g. `Unwrapped`, `New token`, `GET database/creds/report`. */
  readonly title: string;
  readonly method: string;
  /** API path without `/v1/`. */
  readonly path: string;
  /** ISO 8601. */
  readonly at: string;
  readonly elapsedMs: number;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly warnings: readonly string[];
  /** One-time result: survives a lock and a crash of the page until discarded; quitting asks first. */
  readonly once: boolean;
  readonly form: 'json' | 'text' | 'empty';
  readonly rows: readonly AnswerRow[];
  /** Number of rows over the limit; `answer.raw` has them. */
  readonly rowsLeftOut: number;
  readonly wrap?: WrapFacts;
  readonly login?: AnsweredLogin;
}

/** A stored answer in a list. */
export interface AnswerSummary {
  readonly answerId: string;
  readonly kind: AnswerKind;
  readonly sessionId?: string;
  readonly title: string;
  readonly path: string;
  readonly at: string;
  /** Discarded, restorable until then; ISO 8601. Empty: not by the user, restorable until the app quits. */
  readonly restorableUntil?: string;
}
