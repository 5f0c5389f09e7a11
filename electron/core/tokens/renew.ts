/**
 * Renews tokens: the requested and the granted time, and why they differ. The token's new state is looked up if that
 * is free; a renewal that has happened does not fail because of that look-up.
 */
import type { RenewOutcome, TokenChoice, TokenInspection } from '../../../shared/vault/token-work.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { asNumber, asObject, asText } from '../../vault/api/fields.ts';
import { describeToken, factsFromAuth } from '../../vault/api/token.ts';
import { renewToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { renewedFacts } from '../session/renewal.ts';
import type { Session } from '../session/session.ts';
import { asAppError } from '../connection/trouble.ts';
import { inspect, isOwn, rawWithout } from './inspect.ts';
import type { TokenParts } from './inspect.ts';
import { refusedRenewal, renewReasons } from './renew-words.ts';
import { aboutToken, whichToken } from './which-token.ts';

/** Renews a token by some seconds; absent: the server's default. Rejects with the server's refusal, explained. */
export async function renew(
  parts: TokenParts,
  choice: TokenChoice,
  incrementSeconds: number | undefined,
  signal?: AbortSignal,
): Promise<RenewOutcome> {
  const { session } = parts;
  const which = whichToken(parts.secrets, choice);
  const answer = await sendRenewal(session, which, incrementSeconds, signal);
  const auth = asObject(asObject(answer.json())['auth']);
  const grantedSeconds = asNumber(auth['lease_duration']);
  const token = await afterwards(parts, which, answer);
  const nowMs = Date.now();
  const { warnings } = answer;
  return {
    askedSeconds: incrementSeconds ?? null,
    grantedSeconds,
    warnings,
    reasons: renewReasons({ askedSeconds: incrementSeconds ?? null, grantedSeconds, warnings, token, nowMs }),
    token,
  };
}

async function sendRenewal(
  session: Session,
  which: WhichToken,
  increment: number | undefined,
  signal: AbortSignal | undefined,
): Promise<VaultAnswer> {
  try {
    return await session.run(
      (caller) => aboutToken(session, caller, which, (by) => renewToken(by, which, increment ?? null)),
      signal,
    );
  } catch (failure) {
    const own = which.by === 'self' || (which.by === 'accessor' && isOwn(session, which.accessor));
    const { token } = session.view();
    const known = own && token.noLookUp !== 'nothing' ? token : undefined;
    throw new AppFailure(refusedRenewal(asAppError(failure), known));
  }
}

async function afterwards(
  parts: TokenParts,
  which: WhichToken,
  answer: VaultAnswer,
): Promise<TokenInspection> {
  const { session } = parts;
  // Sent without the call's signal: the renewal has happened, and the user cannot cancel it any more.
  const blind = which.by === 'self' && session.view().token.noLookUp !== undefined;
  if (!session.limitedUse && !blind) {
    try {
      return await inspect(parts, which);
    } catch {
      // Renewed, but not readable: the renewal's own response has to do.
    }
  }
  const auth = asObject(asObject(answer.json())['auth']);
  const raw = rawWithout(answer, ['auth', 'client_token'], asText(auth['client_token']));
  const own = which.by === 'self' || isOwn(session, asText(auth['accessor']));
  if (!own) return { ...described(auth), raw };
  const facts = renewedFacts(session.view().token, auth, Date.now());
  session.know(facts);
  return { ...described(auth), ...facts, raw };
}

/** Facts of another token from a renewal's `auth`; fewer than a look-up returns. */
function described(auth: Readonly<Record<string, unknown>>): Omit<TokenInspection, 'id' | 'raw'> {
  const nowMs = Date.now();
  const { noLookUp: _, ...facts } = factsFromAuth(auth, nowMs);
  return { ...describeToken({}, nowMs), ...facts };
}
