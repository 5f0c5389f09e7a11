/**
 * Rules for retries. GET is not safe here (`database/creds/x` mints a credential, a wrapped GET mints a token), so
 * retries follow the declarations in `api/`, not the method:
 *
 * - `safe`: after connection errors, 412, 429, and 5xx but 501;
 * - a GET not declared safe: when no byte of it was sent, or on 429, which is answered before anything is done;
 * - everything else: never.
 */
import { wrapTtlOf } from './request-headers.ts';
import type { VaultRequest } from './types.ts';

/** Retries after the first attempt. */
export const maxRetries = 2;

/** The longest `Retry-After` to wait for, in milliseconds; beyond it the user gets the error. */
const longestWaitMs = 10_000;

/** Outcome of an attempt: an HTTP status, or a connection error before (`sent` false) or after bytes were sent. */
export type Outcome =
  | { readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly connection: true; readonly sent: boolean };

/** Class of a request for retries. */
export type RetryClass = 'safe' | 'unsent' | 'never';

/** Returns the class of a request; a wrapped answer is a new token, so asking for one is never safe. */
export function retryClass(
  request: Pick<VaultRequest, 'method' | 'safe' | 'wrapTtl' | 'noRetry'>,
): RetryClass {
  if (request.noRetry === true) return 'never';
  if (request.safe === true && wrapTtlOf(request) === undefined) return 'safe';
  return request.method === 'GET' ? 'unsent' : 'never';
}

/** Milliseconds to wait before the next attempt; undefined: do not retry. `random`: 0 to 1. */
export function retryWaitMs(kind: RetryClass, outcome: Outcome, random: () => number): number | undefined {
  if (kind === 'never') return undefined;
  const jitterMs = 1000 + Math.floor(random() * 500);
  if ('connection' in outcome) return kind === 'safe' || !outcome.sent ? jitterMs : undefined;
  const { status, retryAfterSeconds } = outcome;
  if (status === 429) {
    if (retryAfterSeconds === undefined) return jitterMs;
    const askedMs = retryAfterSeconds * 1000;
    return askedMs > longestWaitMs ? undefined : Math.max(askedMs, 0);
  }
  if (kind !== 'safe') return undefined;
  return status === 412 || (status >= 500 && status !== 501) ? jitterMs : undefined;
}

/** Reads `Retry-After` (seconds or an HTTP date) as seconds from `nowMs`, if it is valid. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
