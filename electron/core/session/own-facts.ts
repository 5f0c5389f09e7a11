/**
 * Reads the facts of a caller's own token. Machine tokens often lack the policy `default` and may not look themselves
 * up. They work all the same, so they are used, and unknown facts are marked. A dead token differs: the server says
 * "invalid token", or (older ones) shows it no mount.
 */
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { isKnownToken } from '../../vault/api/internal-ui.ts';
import { factsFrom, lookupSelf } from '../../vault/api/token.ts';
import { asAppError } from '../connection/trouble.ts';
import { afterOneUse } from './uses.ts';

/** Facts from before a look-up; `alive`: they have just come from the server. */
interface KnownBefore {
  readonly facts: Omit<TokenFacts, 'id'>;
  readonly alive: boolean;
}

/**
 * Looks the caller's token up, once. If it may not look itself up, the earlier facts stay, marked as such. Rejects
 * with the refusal if the server does not know the token, or grants it nothing at all.
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
    // A refused look-up costs a use, too.
    return { id: hold(caller.token), ...facts, numUses: afterOneUse(facts.numUses) };
  }
}
