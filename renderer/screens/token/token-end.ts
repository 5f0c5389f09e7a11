/** When a token will really end: renewals, periods and maxima in words (vault-http-facts 6.12). */
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { exactUtc } from '../../ui/relative-time.ts';
import { endsAtMs, shareLeft } from '../../parts/session/token-time.ts';
import type { LookedUp } from './token-notes.ts';

export interface TokenEnd {
  /** Sentences, the most important first. */
  readonly sentences: readonly string[];
  /** Said before it ends, and once it has. */
  readonly warning: string | undefined;
}

/** From this many seconds before its end on there is a warning, however short its whole life is. */
const soonSeconds = 60;

/** What is known of the end of a token with `left` seconds to go (undefined: it never ends by itself). */
export function tokenEnd(token: LookedUp, left: number | undefined): TokenEnd {
  if (token.noLookUp === 'nothing')
    return {
      sentences: [
        'It may not look itself up, so how long it lives is not known. A renewal tells, if its policies allow one.',
      ],
      warning: undefined,
    };
  return { sentences: [...mainly(token), ...sooner(token)], warning: warningOf(token, left) };
}

/** Why a token cannot be renewed by itself; undefined where it can. */
export function autoRenewRefusal(token: LookedUp): string | undefined {
  if (token.noLookUp === 'nothing') return 'How long it lives is not known. Renew it once by hand first.';
  if (token.numUses !== 0) return 'Its uses are counted, and every renewal would spend one.';
  if (token.type === 'batch') return 'Batch tokens cannot be renewed.';
  if (token.expireTime === null) return 'It never ends, so there is nothing to renew.';
  if (!token.renewable) return 'It is not renewable.';
  return undefined;
}

/** When no renewal can carry it any further, by this machine's clock; undefined where a look-up does not tell. */
export function hardEndMs(token: LookedUp): number | undefined {
  const issuedMs = Date.parse(token.issueTime);
  if (token.explicitMaxTtlSeconds === 0 || Number.isNaN(issuedMs)) return undefined;
  return issuedMs + token.explicitMaxTtlSeconds * 1000 + clockDifferenceMs(token);
}

/** How far this machine's clock is ahead of the server's. */
function clockDifferenceMs(token: LookedUp): number {
  const serverEnd = token.expireTime === null ? NaN : Date.parse(token.expireTime);
  const difference = endsAtMs(token) - serverEnd;
  // A look-up rounds to seconds: less is no difference.
  return Number.isNaN(difference) || Math.abs(difference) < 5000 ? 0 : difference;
}

function mainly(token: LookedUp): readonly string[] {
  if (token.expireTime === null) return ['It never ends by itself: it lives until somebody revokes it.'];
  if (!token.renewable) return [`It cannot be renewed. It ends at ${exactUtc(token.expireTime)}.`];
  const hardEnd = hardEndMs(token);
  if (token.periodSeconds > 0) {
    const each = `Every renewal gives it ${formatDuration(token.periodSeconds)} from then on (its period), as often as it is renewed in time; an increment changes nothing.`;
    return hardEnd === undefined ? [each] : [each, neverBeyond(token, hardEnd)];
  }
  if (hardEnd === undefined) {
    const since = token.issueTime === '' ? '' : `, counted from ${exactUtc(token.issueTime)}`;
    return [
      `It can be renewed until the maximum of its auth mount is reached${since}. A look-up does not tell that maximum; a renewal that is cut short by it does.`,
    ];
  }
  return [neverBeyond(token, hardEnd), renewalsLeft(token, hardEnd)];
}

function neverBeyond(token: LookedUp, hardEnd: number): string {
  const whole = formatDuration(token.explicitMaxTtlSeconds);
  return `No renewal carries it beyond ${exactUtc(new Date(hardEnd).toISOString())}, ${whole} after it was made (its explicit maximum).`;
}

function renewalsLeft(token: LookedUp, hardEnd: number): string {
  const step = token.creationTtlSeconds;
  const missing = Math.floor((hardEnd - endsAtMs(token)) / 1000);
  if (missing <= 1) return 'It already reaches that far: no renewal makes it any longer.';
  if (step === 0) return 'Until then it can be renewed.';
  const count = Math.ceil(missing / step);
  const times = count === 1 ? 'One renewal' : `${count.toLocaleString('en-GB')} renewals`;
  return `${times} of ${formatDuration(step)} reach${count === 1 ? 'es' : ''} that far, if each is made shortly before the end.`;
}

function sooner(token: LookedUp): readonly string[] {
  return [
    ...(token.numUses > 0
      ? [
          `It ends sooner once it has been used ${token.numUses === 1 ? 'one more time' : `${String(token.numUses)} more times`}: every request is a use, a refused one too.`,
        ]
      : []),
    ...(token.orphan ? [] : ['It ends with its parent, whenever that ends or is revoked.']),
  ];
}

function warningOf(token: LookedUp, left: number | undefined): string | undefined {
  if (left === undefined) return undefined;
  if (left === 0) return 'It has ended.';
  if (left > soonSeconds && shareLeft(token, left) >= 0.1) return undefined;
  const hardEnd = hardEndMs(token);
  const further =
    token.renewable &&
    token.type !== 'batch' &&
    !(hardEnd !== undefined && hardEnd - endsAtMs(token) <= 1000);
  return further
    ? 'It ends soon. A renewal keeps it alive.'
    : 'It ends soon, and nothing makes it live longer: a new login is needed.';
}
