/**
 * A renewal by less than is left makes a token end sooner: the server takes the increment as the time from now on. By a
 * few seconds it is a revocation in all but name, so it is agreed to in the trusted view like one.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { asAppError } from '../connection/trouble.ts';
import { inspectToken } from './inspect.ts';
import type { TokenParts } from './inspect.ts';
import { placeInWords } from './revoke-words.ts';

type Life = Pick<TokenFacts, 'expireTime' | 'periodSeconds' | 'renewable'>;

/** Renewals by at least this many seconds leave time to renew again. */
const SHORT_SECONDS = 300;

/** The look-up and two clocks. */
const TOLERANCE_SECONDS = 5;

export interface ShorteningParts extends TokenParts {
  readonly ask: (request: TrustedRequest, signal?: AbortSignal) => Promise<TrustedAnswer>;
}

/** Asks where a renewal would end a token within minutes that had more left. Rejects with `cancelled` where it is declined. */
export async function confirmShortening(
  parts: ShorteningParts,
  choice: TokenChoice,
  incrementSeconds: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  // The server refuses what is negative, and takes 0 for no wish.
  if (incrementSeconds === undefined || incrementSeconds <= 0 || incrementSeconds >= SHORT_SECONDS) return;
  const life = await lifeOf(parts, choice, signal);
  if (life === 'not-to-be-renewed') return;
  const left = life === undefined ? undefined : secondsLeft(life);
  if (left !== undefined && left <= incrementSeconds + TOLERANCE_SECONDS) return;
  const soon = formatDuration(incrementSeconds);
  const answer = await parts.ask(
    {
      kind: 'confirm',
      title: 'Let this token end sooner?',
      body: [
        `${left === undefined ? 'How long it lives could not be looked up.' : `It has ${formatDuration(Math.round(left))} left.`} Renewed by ${soon}, it ends in ${soon}, and with it every token and lease below it.`,
        placeInWords(parts.session.view()),
      ],
      action: `Renew by ${soon}`,
      destructive: true,
    },
    signal,
  );
  if (answer.kind === 'cancel')
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was renewed.' });
}

/** Undefined where it may not be looked up, or where that would cost a use. */
async function lifeOf(
  parts: ShorteningParts,
  choice: TokenChoice,
  signal: AbortSignal | undefined,
): Promise<Life | undefined | 'not-to-be-renewed'> {
  if (choice.by === 'self') return parts.session.view().token;
  if (parts.session.limitedUse) return undefined;
  try {
    return await inspectToken(parts, choice, signal);
  } catch (failure) {
    // What is no token is refused by the renewal itself, in its own words.
    return asAppError(failure).kind === 'forbidden' ? undefined : 'not-to-be-renewed';
  }
}

/** 0 for one that ends no sooner by a renewal: it never ends, has a period, or is not renewed at all. */
function secondsLeft({ expireTime, periodSeconds, renewable }: Life): number {
  if (expireTime === null || periodSeconds > 0 || !renewable) return 0;
  return (Date.parse(expireTime) - Date.now()) / 1000;
}
