/**
 * Revokes tokens. The user confirms it in the secure prompt, which names the token's holder and everything that ends
 * with it. Main looks that up itself, so that a broken page cannot have one token confirmed and another revoked.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TokenChoice } from '../../../shared/vault/token-work.ts';
import { dataOf } from '../../vault/api/fields.ts';
import { describeToken } from '../../vault/api/token.ts';
import type { TokenDescription } from '../../vault/api/token.ts';
import { lookupToken, refuseOrphan, revokeToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { Session } from '../session/session.ts';
import { asAppError, isTrouble } from '../connection/trouble.ts';
import { isOwn } from './inspect.ts';
import type { TokenParts } from './inspect.ts';
import { revokeWords } from './revoke-words.ts';
import { revokedOwnError } from '../session/token-words.ts';
import { aboutToken, whichToken } from './which-token.ts';

/**
 * Revokes a token and, unless `orphan`, its children. Rejects with `invalid-request` before a byte is sent for
 * `orphan` with an accessor, `invalid-input` if the server does not know the token, `cancelled`.
 */
export async function revoke(
  parts: TokenParts,
  choice: TokenChoice,
  orphan: boolean,
  signal?: AbortSignal,
): Promise<{ readonly warnings: readonly string[] }> {
  const { session } = parts;
  const which = whichToken(parts.secrets, choice);
  refuseOrphan(which, orphan);
  const token = await known(parts, which, signal);
  if (token?.type === 'batch') {
    throw new AppFailure({
      kind: 'invalid-request',
      message:
        'This is a batch token: the server keeps no record of it and cannot revoke it. Nothing was sent.',
      hint: 'It expires by itself. Unless it is an orphan, revoking its parent ends it sooner.',
    });
  }
  const own = isOwnToken(session, which, token);
  const question = revokeWords({ which, token, own, orphan, limitedUse: session.limitedUse });
  const { warnings } = await session.run(async (caller) => {
    try {
      const asking = { ...caller, consent: { question } };
      return await aboutToken(session, asking, which, (by) => revokeToken(by, which, { orphan }));
    } catch (failure) {
      throw orphan ? needsSudo(failure) : failure;
    }
  }, signal);
  if (own && warnings.length === 0) session.tokenEnded(revokedOwnError());
  return { warnings };
}

/** Few policies grant `revoke-orphan`, and the server's own do not. OpenBao refuses it with a 400 that names sudo. */
function needsSudo(failure: unknown): unknown {
  const error = asAppError(failure);
  const namesSudo = error.kind === 'invalid-request' && /\bsudo\b/.test(error.serverErrors?.join() ?? '');
  if (error.kind !== 'forbidden' && !namesSudo) return failure;
  return new AppFailure({
    ...error,
    kind: 'forbidden',
    message: 'Your token cannot revoke a token without its children. Nothing was revoked.',
    hint: 'A policy must grant “update” and “sudo” on auth/token/revoke-orphan. Revoking it with its children needs less.',
  });
}

function isOwnToken(session: Session, which: WhichToken, token: TokenDescription | undefined): boolean {
  if (which.by === 'self' || (token !== undefined && isOwn(session, token.accessor))) return true;
  return which.by === 'value' ? session.holds(which.token) : isOwn(session, which.accessor);
}

/**
 * The token's facts, as far as they can be found out: undefined if the token may not be looked up, or a look-up costs
 * the session's own token a use.
 */
async function known(
  { session }: TokenParts,
  which: WhichToken,
  signal: AbortSignal | undefined,
): Promise<TokenDescription | undefined> {
  if (which.by === 'self') {
    const { token } = session.view();
    return token.noLookUp === 'nothing' ? undefined : { ...describeToken({}, Date.now()), ...token };
  }
  if (session.limitedUse) return undefined;
  try {
    const answer = await session.run(
      (caller) => aboutToken(session, caller, which, (by) => lookupToken(by, which)),
      signal,
    );
    return describeToken(dataOf(answer), Date.now());
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'invalid-input' || error.kind === 'cancelled') throw failure;
    return undefined;
  }
}
