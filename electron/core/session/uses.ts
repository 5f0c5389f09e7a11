/**
 * A token with limited uses pays for every request. This is the one place that all of a session's requests pass: one that
 * costs a use leaves only if a person has asked for it, and each is counted.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { costsNoUse } from '../../vault/api/uses.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';

interface Uses {
  /** Before a request that costs a use. Throws where nobody asked for it. */
  readonly before: () => void;
  /** After one that the server has taken. */
  readonly after: () => void;
}

/** The client as a token with limited uses may use it; requests with another token, or none, are none of its. */
export function payingClient(client: VaultClient, token: string, uses: Uses): VaultClient {
  const send = async (request: VaultRequest): Promise<VaultAnswer> => {
    if (request.token !== token || costsNoUse(request.path)) return client.send(request);
    uses.before();
    try {
      const answer = await client.send(request);
      uses.after();
      return answer;
    } catch (failure) {
      // A refused request is a use, too; one that no answer came to may be one.
      if (failure instanceof AppFailure && failure.error.status !== undefined) uses.after();
      throw failure;
    }
  };
  return { ...client, send };
}

/** What is left after one more use; -1: it was the last. */
export function afterOneUse(numUses: number): number {
  return numUses > 0 ? numUses - 1 || -1 : numUses;
}

/** Why a request was not sent. */
export function notAskedFor(numUses: number): AppFailure {
  const left = numUses < 0 ? 'no uses' : numUses === 1 ? 'one use' : `${String(numUses)} uses`;
  return new AppFailure({
    kind: 'invalid-request',
    message: `This token has ${left} left. Nothing was sent, because nobody asked for it.`,
    hint: 'Refresh to ask: each request costs one use.',
  });
}
