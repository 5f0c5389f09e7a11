/**
 * What is known of a token that speaks for itself. Machine tokens often lack the policy `default` and may not look
 * themselves up: they work all the same, so they are used, and what is not known of them is said. A dead token is told
 * apart: the server says "invalid token" of it, or (older ones) shows it no mount.
 */
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { isKnownToken } from '../../vault/api/internal-ui.ts';
import { factsFrom, lookupSelf } from '../../vault/api/token.ts';
import { asAppError } from '../connection/trouble.ts';
import { afterOneUse } from './uses.ts';

/** What was known before a look-up; `alive`: it has just come from the server. */
interface KnownBefore {
  readonly facts: Omit<TokenFacts, 'id'>;
  readonly alive: boolean;
}

/**
 * Looks the caller's token up, once. Where it may not look itself up, what was known before stands, marked as that.
 * Rejects with the refusal where the server does not know the token, or grants it nothing at all.
 */
export async function ownFacts(
  caller: Caller & { readonly token: string },
  hold: (id: string) => SecretRef,
  before?: KnownBefore,
): Promise<TokenFacts> {
  try {
    return await lookupSelf(caller, hold);
  } catch (failure) {
    if (asAppError(failure).kind !== 'forbidden') throw failure;
    if (before?.alive !== true && !(await isKnownToken(caller))) throw failure;
    const facts: Omit<TokenFacts, 'id'> =
      before === undefined
        ? { ...factsFrom({}, Date.now()), noLookUp: 'nothing' }
        : { ...before.facts, noLookUp: before.facts.noLookUp ?? 'earlier' };
    // A refused look-up is a use, too.
    return { id: hold(caller.token), ...facts, numUses: afterOneUse(facts.numUses) };
  }
}
