/** The real end of a token: renewals, periods and maxima in words (vault-http-facts 6.12). */
import { grouped } from '../../../shared/vault/counted.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import { endsAtMs, shareLeft } from '../../parts/session/token-time.ts';
import type { LookedUp, TokenNotes } from './token-notes.ts';

export interface TokenEnd {
  /** Sentences, the most important first. */
  readonly sentences: readonly string[];
  /** Shown shortly before the end, and after it. */
  readonly warning: string | undefined;
}

/** The warning starts at least this many seconds before the end, even for a short-lived token. */
const soonSeconds = 60;

/** Describes the end of a token with `left` seconds to go (Infinity: it never expires). */
export function tokenEnd(token: LookedUp, left: number): TokenEnd {
  return { sentences: [...mainly(token), ...sooner(token)], warning: warningOf(token, left) };
}

/** The reason a token cannot be renewed, as part of a sentence; undefined if it can, or if that is not known. */
export function renewRefusal(token: LookedUp, note: TokenNotes): string | undefined {
  if (note.revoked !== undefined) return 'it is revoked';
  if (token.noLookUp === 'nothing') return undefined;
  if (token.type === 'batch') return 'it is a batch token';
  if (token.expireTime === null) return 'it never expires';
  if (!token.renewable) return 'it was created as not renewable';
  return undefined;
}

/** The reason a token cannot be revoked; undefined if it can. */
export function revokeRefusal(token: LookedUp, note: TokenNotes): string | undefined {
  if (note.revoked !== undefined) return 'Already revoked';
  if (token.type === 'batch') return 'The server does not store batch tokens, so it cannot revoke them';
  return undefined;
}

/** Latest end that renewals can reach, in ms by this machine's clock; undefined if a look-up does not tell. */
export function hardEndMs(token: LookedUp): number | undefined {
  const issuedMs = Date.parse(token.issueTime);
  if (token.explicitMaxTtlSeconds === 0 || Number.isNaN(issuedMs)) return undefined;
  return issuedMs + token.explicitMaxTtlSeconds * 1000 + clockDifferenceMs(token);
}

/** Lead of this machine's clock over the server's, in ms. */
function clockDifferenceMs(token: LookedUp): number {
  const difference = endsAtMs(token) - Date.parse(token.expireTime ?? '');
  // A look-up rounds to seconds: a small difference is ignored.
  return Number.isNaN(difference) || Math.abs(difference) < 5000 ? 0 : difference;
}

function mainly(token: LookedUp): readonly string[] {
  if (token.expireTime === null) return [];
  if (!token.renewable) return [];
  const hardEnd = hardEndMs(token);
  if (token.periodSeconds > 0) {
    const each = `Each renewal resets its TTL to ${formatDuration(token.periodSeconds)}; an increment has no effect.`;
    return hardEnd === undefined ? [each] : [each, neverBeyond(token, hardEnd)];
  }
  if (hardEnd === undefined) return ['Renewable up to the mount’s max TTL.'];
  return [neverBeyond(token, hardEnd), renewalsLeft(token, hardEnd)];
}

function neverBeyond(token: LookedUp, hardEnd: number): string {
  const whole = formatDuration(token.explicitMaxTtlSeconds);
  return `Cannot be renewed beyond ${exactUtc(new Date(hardEnd).toISOString())}, ${whole} after its creation.`;
}

function renewalsLeft(token: LookedUp, hardEnd: number): string {
  const step = token.creationTtlSeconds;
  const missing = Math.floor((hardEnd - endsAtMs(token)) / 1000);
  if (missing <= 1) return 'Renewing does not extend it.';
  if (step === 0) return 'It can be renewed until then.';
  const count = Math.ceil(missing / step);
  const times = count === 1 ? 'One renewal' : `${grouped(count)} renewals`;
  return `${times} of ${formatDuration(step)} reach${count === 1 ? 'es' : ''} that far.`;
}

function sooner(token: LookedUp): readonly string[] {
  return [
    ...(token.numUses > 0
      ? [
          token.numUses === 1
            ? 'One more request ends it, even a refused one.'
            : `${grouped(token.numUses)} more requests end it, even refused ones.`,
        ]
      : []),
    ...(token.orphan ? [] : ['It is revoked together with its parent.']),
  ];
}

function warningOf(token: LookedUp, left: number): string | undefined {
  if (left === 0) return 'It has expired.';
  if (left > soonSeconds && shareLeft(token, left) >= 0.1) return undefined;
  const hardEnd = hardEndMs(token);
  const further =
    token.renewable &&
    token.type !== 'batch' &&
    !(hardEnd !== undefined && hardEnd - endsAtMs(token) <= 1000);
  return further
    ? 'It expires soon. A renewal keeps it alive.'
    : 'It expires soon and cannot be renewed any further: log in again.';
}
