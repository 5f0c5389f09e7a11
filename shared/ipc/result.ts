/**
 * Errors are values: nothing throws across the bridge. Every call answers `Result<T>`, and every failure is one of
 * the kinds below. The service's own kinds (`invalid-path`, `forbidden`, `invalid-request`) keep their names from the
 * specification; the others exist because each needs a different action of the user.
 *
 * Every text in an `AppError` has passed `shared/vault/redact` before it leaves main: it never holds a credential.
 */

/** Facts of a certificate, as read from the wire or a file. `validFrom`/`validTo`: ISO 8601, UTC. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Subject alternative names, as `DNS:…` or `IP Address:…`. */
  readonly names: readonly string[];
  readonly validFrom: string;
  readonly validTo: string;
  /** Upper-case hex pairs with colons. */
  readonly sha256: string;
}

/** Facts of every error. `message` says what failed and why, `hint` what to do; both are sentences for a screen. */
export interface ErrorFacts {
  readonly message: string;
  readonly hint?: string;
  /** The server's own `errors[]`, cleaned of multi-error decoration, redacted. */
  readonly serverErrors?: readonly string[];
  readonly serverWarnings?: readonly string[];
  /** HTTP status, if there was a response. */
  readonly status?: number;
  readonly method?: string;
  /** API path without `/v1/`, e.g. `secret/data/x`. */
  readonly path?: string;
}

/** Reasons for an "invalid" path in the specification's sense; each with its own text (vault-http-facts 6.9). */
export type InvalidPathReason =
  'absent' | 'no-mount' | 'no-namespace' | 'wrong-api-path' | 'deleted-version' | 'destroyed-version';

/** The precise reason of a failed TLS connection: the refusing side and the cause. */
export type TlsReason =
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-host'
  | 'unknown-ca'
  | 'self-signed'
  | 'missing-intermediate'
  | 'weak-key'
  | 'client-certificate-required'
  | 'client-certificate-refused'
  | 'client-key-mismatch'
  | 'client-key-encrypted'
  | 'client-certificate-unreadable'
  | 'ca-unreadable'
  | 'protocol-too-old'
  | 'plain-http'
  | 'https-required'
  | 'other';

export type AppError =
  | (ErrorFacts & { readonly kind: 'invalid-path'; readonly reason: InvalidPathReason })
  | (ErrorFacts & { readonly kind: 'forbidden' })
  | (ErrorFacts & { readonly kind: 'invalid-request' })
  /** `used-up`: this app has counted the last of the token's uses. */
  | (ErrorFacts & { readonly kind: 'unauthenticated'; readonly reason?: 'used-up' })
  | (ErrorFacts & { readonly kind: 'sealed' })
  /** The server is unsealed; a namespace with its own unseal keys is sealed. */
  | (ErrorFacts & { readonly kind: 'namespace-sealed' })
  | (ErrorFacts & { readonly kind: 'standby' })
  | (ErrorFacts & { readonly kind: 'not-initialized' })
  /** The server at the session's address now belongs to another cluster; nothing was sent to it. */
  | (ErrorFacts & {
      readonly kind: 'other-cluster';
      /** Names of the clusters. */
      readonly before?: string;
      readonly now?: string;
    })
  /** By a quota of the server, or by the app itself if it is overloaded. */
  | (ErrorFacts & {
      readonly kind: 'rate-limited';
      readonly retryAfterSeconds?: number;
      readonly by?: 'strongroom';
    })
  | (ErrorFacts & { readonly kind: 'server-error' })
  | (ErrorFacts & { readonly kind: 'bad-answer' })
  | (ErrorFacts & { readonly kind: 'too-large'; readonly limitBytes: number })
  | (ErrorFacts & {
      readonly kind: 'conflict';
      readonly currentVersion?: number;
      /** The current version is deleted or destroyed, so a save would not replace any values. */
      readonly gone?: boolean;
    })
  | (ErrorFacts & { readonly kind: 'not-offered' })
  /** Server-wide operation: offered in the root namespace, not in the requested one. */
  | (ErrorFacts & { readonly kind: 'root-namespace-only' })
  | (ErrorFacts & {
      readonly kind: 'tls';
      readonly reason: TlsReason;
      readonly chain?: readonly CertificateFacts[];
    })
  | (ErrorFacts & { readonly kind: 'network'; readonly code: string })
  | (ErrorFacts & { readonly kind: 'timeout'; readonly timeoutMs: number })
  /** `unseen`: the node is confirmed but shows a certificate not seen before; verification is off. */
  | (ErrorFacts & { readonly kind: 'redirect-refused'; readonly location: string; readonly unseen?: boolean })
  /** A control group must approve the request before the server runs it. Times: ISO 8601, this machine's clock. */
  | (ErrorFacts & {
      readonly kind: 'awaiting-approval';
      readonly accessor: string;
      readonly askedAt: string;
      readonly endsAt: string;
    })
  /** `why`: the message's first sentence, without what it can mean. */
  | (ErrorFacts & { readonly kind: 'outcome-unknown'; readonly why?: string })
  | (ErrorFacts & { readonly kind: 'locked' })
  | (ErrorFacts & { readonly kind: 'cancelled' })
  | (ErrorFacts & { readonly kind: 'invalid-input'; readonly field?: string })
  /** Not sent: it would cost the token one of its limited uses, and the user did not ask for it. */
  | (ErrorFacts & { readonly kind: 'costs-a-use' })
  /** A change that lasts until the app quits, or was not made at all: it could not be written to disk. */
  | (ErrorFacts & { readonly kind: 'not-kept' })
  | (ErrorFacts & { readonly kind: 'internal' });

export type AppErrorKind = AppError['kind'];

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

/** Wraps a value as a success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps an error as a failure. */
export function fail(error: AppError): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error };
}

/**
 * The only exception class: carries an `AppError` up to the place that turns it into a `Result` again (the registrar
 * in main, the query client in the renderer).
 */
export class AppFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.name = 'AppFailure';
    this.error = error;
  }
}
