/**
 * What a server has answered, as screens see it while main holds it: facts in plain sight, values hidden until revealed
 * one at a time, credentials as refs. An answer that exists once (unwrapped, minted, created) stays until a person
 * dismisses it.
 */
import type { SecretRef } from './secret-ref.ts';

/** One line of the body, in the order of the server's text. */
export interface AnswerRow {
  /** JSON pointer (RFC 6901), e.g. `/data/keys/0`. */
  readonly pointer: string;
  readonly depth: number;
  /** Name of the member, or its place in a list. */
  readonly key: string;
  /** `value`: in plain sight; `hidden`: revealed on demand; `credential`: never in the renderer. */
  readonly what: 'object' | 'array' | 'value' | 'hidden' | 'credential';
  /** Members or items of an object or a list. */
  readonly count?: number;
  /** With `value`. */
  readonly rawJson?: string;
  /** With `hidden`. */
  readonly type?: 'string' | 'number' | 'boolean' | 'null';
  /** With `hidden`: characters. */
  readonly length?: number;
  /** With `hidden`: it is a text in base64, as transit answers what it has decrypted. */
  readonly base64?: boolean;
  /** With `credential`. */
  readonly credential?: SecretRef;
}

/** The answer is a wrapping token (vault-http-facts 6.3). */
export interface WrapFacts {
  readonly token: SecretRef;
  readonly accessor: string;
  /** Of the token that is wrapped, where one is. */
  readonly wrappedAccessor: string;
  readonly ttlSeconds: number;
  /** ISO 8601, the server's clock. */
  readonly creationTime: string;
  readonly creationPath: string;
  readonly jwt: boolean;
}

/** The answer holds a client token that may be adopted, opened beside, or only copied. */
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

export interface AnswerView {
  readonly answerId: string;
  /** Absent for what was answered without a session. */
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
  /** It cannot be had again: kept over a lock and a crash of the page until dismissed; a quit asks. */
  readonly once: boolean;
  readonly form: 'json' | 'text' | 'empty';
  readonly rows: readonly AnswerRow[];
  /** Lines that were too many to show; `answer.raw` has them. */
  readonly rowsLeftOut: number;
  readonly wrap?: WrapFacts;
  readonly login?: AnsweredLogin;
}

/** A stored answer in a list. */
export interface AnswerSummary {
  readonly answerId: string;
  readonly sessionId?: string;
  readonly title: string;
  readonly path: string;
  readonly at: string;
  /** It was dismissed, and can be restored until then; ISO 8601. Empty: no person did, and it can be as long as the app runs. */
  readonly restorableUntil?: string;
}
