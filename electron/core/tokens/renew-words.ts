/** Why a renewal granted something else than was asked, and why it was refused, in sentences (vault-http-facts 6.12). */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';

/** What a renewal was and came to. */
export interface Renewed {
  /** Null: as the server likes. */
  readonly askedSeconds: number | null;
  readonly grantedSeconds: number;
  readonly warnings: readonly string[];
  /** What is known of the token; `issueTime` as far as the server tells it. */
  readonly token: Pick<TokenFacts, 'periodSeconds' | 'explicitMaxTtlSeconds'> & {
    readonly issueTime: string;
  };
  readonly nowMs: number;
}

/** Two clocks and whole seconds. */
const TOLERANCE_SECONDS = 2;

/** Reasons why not what was asked was granted; none where it was, or where nothing was asked. */
export function renewReasons(renewed: Renewed): readonly string[] {
  const { askedSeconds, grantedSeconds, token } = renewed;
  if (askedSeconds === null) return [];
  if (askedSeconds === 0) {
    return [
      'An increment of 0 asks for nothing in particular: the server granted what it grants by itself.',
      ...whyLess(renewed, false),
    ];
  }
  if (Math.abs(askedSeconds - grantedSeconds) < TOLERANCE_SECONDS) return [];
  if (token.periodSeconds > 0) {
    const period = formatDuration(token.periodSeconds);
    return [
      `It is a periodic token: every renewal gives it its period of ${period} again, whatever is asked.`,
      ...whyLess(renewed, false),
    ];
  }
  if (grantedSeconds > askedSeconds) return ['The server grants more than was asked, and does not say why.'];
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
      `Its explicit maximum life is ${formatDuration(explicitMaxTtlSeconds)} from its creation, and no renewal leads beyond that: ${formatDuration(grantedSeconds)} of it are left.`,
      ...(grantedSeconds < left + TOLERANCE_SECONDS
        ? ['Further renewals will not make it live longer.']
        : []),
    ];
  }
  if (limit !== undefined) {
    return [
      `The server lets this token live ${limit} in all, counted from its creation (the maximum TTL of the system, of the login method or of its role); a renewal cannot lead beyond that.`,
    ];
  }
  return mustSay
    ? [
        'The server granted less and does not say why; a maximum TTL of the login method or the role is likely.',
      ]
    : [];
}

/** The refusal of a renewal, with what it means where the server's words leave that open. */
export function refusedRenewal(
  error: AppError,
  token: Pick<TokenFacts, 'expireTime' | 'type'> | undefined,
): AppError {
  const said = (error.serverErrors ?? []).join('; ');
  if (error.kind !== 'invalid-request') return error;
  if (/batch tokens? cannot be renewed/i.test(said) || (said !== '' && token?.type === 'batch')) {
    return {
      ...error,
      message: 'This is a batch token: the server never renews one.',
      hint: 'Create another one, or log in again, before it expires.',
    };
  }
  if (/negative/i.test(said)) {
    return {
      ...error,
      message: `A token cannot be renewed by a negative time. The server says: ${said}`,
      hint: 'Ask for a time from now on, e.g. 1h, or leave it to the server.',
    };
  }
  if (!/not renewable|^invalid request$/i.test(said)) return error;
  if (token !== undefined && token.expireTime === null) {
    return {
      ...error,
      message: 'This token never expires (as a root token does), so there is nothing to renew.',
      hint: 'Nothing needs to be done.',
    };
  }
  return {
    ...error,
    message:
      token === undefined
        ? `The server does not renew this token: it never expires, or it was created so that it cannot be renewed. It says: ${said}`
        : `This token was created so that it cannot be renewed. The server says: ${said}`,
    hint: 'Log in again, or create another token before it expires.',
  };
}
