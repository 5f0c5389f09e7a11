/** Tokens, and explanations of refused requests. */
import type { AnswerView } from '../../vault/answer.ts';
import type { RefusalExplanation } from '../../vault/refusal.ts';
import type {
  AccessorRow,
  RenewOutcome,
  RevokedRow,
  TokenChoice,
  TokenInspection,
  TokenOptions,
} from '../../vault/token-work.ts';
import type { Call, InSession } from './call.ts';
import type { SessionView } from './session.ts';

/** One batch of rows for the table of accessors. */
export interface AccessorBatch {
  readonly jobId: string;
  readonly rows: readonly AccessorRow[];
  readonly done: number;
  readonly total: number;
}

/** One batch of outcomes of planned revocations. */
export interface RevokedBatch {
  readonly jobId: string;
  readonly rows: readonly RevokedRow[];
  readonly done: number;
  readonly total: number;
}

export interface TokenCalls {
  'token.inspect': Call<InSession & { readonly token: TokenChoice }, TokenInspection>;
  /** `incrementSeconds` absent: the server's default. */
  'token.renew': Call<
    InSession & { readonly token: TokenChoice; readonly incrementSeconds?: number },
    RenewOutcome
  >;
  'token.autoRenew': Call<InSession & { readonly on: boolean }, SessionView>;
  /** Confirmed in the prompt, which lists all that ends with it. `orphan`: its children live on. */
  'token.revoke': Call<
    InSession & { readonly token: TokenChoice; readonly orphan: boolean },
    { readonly warnings: readonly string[] }
  >;
  'token.create': Call<InSession & { readonly options: TokenOptions }, AnswerView>;
  'token.roles': Call<InSession, readonly string[]>;
  /** Rows arrive as `token.accessorsFound`, the end as `job.ended`. */
  'token.accessors': Call<InSession, { readonly jobId: string }>;
  /** Confirmed in the secure prompt once for all; outcomes arrive as `token.revoked`, the end as `job.ended`. */
  'token.revokeMany': Call<InSession & { readonly accessors: readonly string[] }, { readonly jobId: string }>;

  /** `path` as typed or as in an error; `capability` if known. */
  'refusal.explain': Call<
    InSession & { readonly path: string; readonly method?: string; readonly capability?: string },
    RefusalExplanation
  >;
}

export interface TokenEvents {
  'token.accessorsFound': AccessorBatch;
  'token.revoked': RevokedBatch;
}
