/** Explains why a renewal granted another time than requested, or was refused (vault-http-facts 6.12). */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';

/** Request and result of a renewal. */
export interface Renewed {
  /** Null: the server's default. */
  readonly askedSeconds: number | null;
  readonly grantedSeconds: number;
  readonly warnings: readonly string[];
  /** Facts of the token; `issueTime` as far as the server tells it. */
  readonly token: Pick<TokenFacts, 'periodSeconds' | 'explicitMaxTtlSeconds'> & {
    readonly issueTime: string;
  };
  readonly nowMs: number;
}

/** Covers two clocks and whole seconds. */
const TOLERANCE_SECONDS = 2;

/** Reasons for a grant that differs from the request; empty if it does not, or no time was requested. */
export function renewReasons(renewed: Renewed): readonly string[] {
  const { askedSeconds, grantedSeconds, token } = renewed;
  if (askedSeconds === null) return [];
  if (askedSeconds === 0) {
    return [
      'An increment of 0 asks for the default. The server granted its default.',
      ...whyLess(renewed, false),
    ];
  }
  if (Math.abs(askedSeconds - grantedSeconds) < TOLERANCE_SECONDS) return [];
  if (token.periodSeconds > 0) {
    const period = formatDuration(token.periodSeconds);
    return [
      `This is a periodic token. Every renewal grants its period of ${period}, whatever is asked.`,
      ...whyLess(renewed, false),
    ];
  }
  if (grantedSeconds > askedSeconds) return ['The server granted more than was asked. It does not say why.'];
  return whyLess(renewed, true);
}

function whyLess({ grantedSeconds, warnings, token, nowMs }: Renewed, mustSay: boolean): readonly string[] {
  const { explicitMaxTtlSeconds, periodSeconds, issueTime } = token;
  const capped = warnings.map((warning) => /effective max_ttl of \\?"([^"\\]+)\\?"/.exec(warning)?.[1]);
  const limit = capped.find((one) => one !== undefined);
  const left = Date.parse(issueTime) / 1000 + explicitMaxTtlSeconds - nowMs / 1000;
  const atExplicitEnd = explicitMaxTtlSeconds > 0 && grantedSeconds >= left - TOLERANCE_SECONDS;
  if (atExplicitEnd && (mustSay || grantedSeconds < periodSeconds - TOLERANCE_SECONDS)) {
    return [
      `Its explicit max TTL is ${formatDuration(explicitMaxTtlSeconds)} from its creation. ${timeSpan(grantedSeconds * 1000)} of it are left.`,
      ...(grantedSeconds < left + TOLERANCE_SECONDS ? ['Renewing again does not extend it.'] : []),
    ];
  }
  if (limit !== undefined) {
    // The server names what is left of the maximum, except for a period, which it compares with the maximum itself.
    return [
      periodSeconds > 0
        ? `The maximum TTL of ${limit} cuts its period. The system, auth method or role sets it.`
        : `The maximum TTL, from its creation, leaves ${limit}. The system, auth method or role sets it. No renewal goes beyond that.`,
    ];
  }
  return mustSay
    ? [
        'The server granted less and does not say why. The maximum TTL of the auth method or the role is likely.',
      ]
    : [];
}

/** The refusal of a renewal, explained if the server's words are unclear. */
export function refusedRenewal(
  error: AppError,
  token: Pick<TokenFacts, 'expireTime' | 'type'> | undefined,
): AppError {
  const said = (error.serverErrors ?? []).join('; ');
  if (error.kind !== 'invalid-request') return error;
  if (/batch tokens? cannot be renewed/i.test(said) || (said !== '' && token?.type === 'batch')) {
    return {
      ...error,
      message: 'This is a batch token. Batch tokens cannot be renewed.',
      hint: 'Log in again, or create another token, before it expires.',
    };
  }
  if (/negative/i.test(said)) {
    return {
      ...error,
      message: `A token cannot be renewed by a negative time. The server says: ${said}`,
      hint: 'Enter a time such as 1h, or leave it to the server.',
    };
  }
  if (!/not renewable|^invalid request$/i.test(said)) return error;
  if (token !== undefined && token.expireTime === null) {
    return {
      ...error,
      message: 'This token never expires. There is nothing to renew.',
      hint: 'Nothing needs to be done.',
    };
  }
  return {
    ...error,
    message:
      token === undefined
        ? `This token cannot be renewed. It never expires, or was created as not renewable. The server says: ${said}`
        : `This token cannot be renewed. It was created as not renewable. The server says: ${said}`,
    hint: 'Log in again, or create another token before it expires.',
  };
}
