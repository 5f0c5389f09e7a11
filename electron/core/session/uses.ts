/**
 * A token with limited uses pays for every request. This is the one place that all of a session's requests pass: one that
 * costs a use leaves only if a person has asked for it, and each is counted. A refusal after the last one is told as that: the
 * server words it as if the token lacked a permission.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { costsNoUse } from '../../vault/api/uses.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { usedUpError } from './token-words.ts';

interface Uses {
  /** Before a request that costs a use. Throws where nobody asked for it. */
  readonly before: () => void;
  /** After one that the server has taken. */
  readonly after: () => void;
  /** Whether the last use is spent. */
  readonly areSpent: () => boolean;
}

/** The client as a token with limited uses may use it; requests with another token, or none, are none of its. */
export function payingClient(client: VaultClient, token: string, uses: Uses): VaultClient {
  const send = async (request: VaultRequest): Promise<VaultAnswer> => {
    if (request.token !== token) return client.send(request);
    const costs = !costsNoUse(request.path);
    const wereSpent = uses.areSpent();
    if (costs) uses.before();
    try {
      const answer = await client.send(request);
      if (costs) uses.after();
      return answer;
    } catch (failure) {
      if (!(failure instanceof AppFailure)) throw failure;
      // A refused request is a use, too; one that no answer came to may be one.
      if (costs && failure.error.status !== undefined) uses.after();
      throw wereSpent && isRefusal(failure.error) ? asUsedUp(failure.error) : failure;
    }
  };
  return { ...client, send };
}

/** With what the server said of it, but for its reason. */
function asUsedUp({ status, method, path, serverErrors }: AppError): AppFailure {
  return new AppFailure({
    ...usedUpError(),
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(serverErrors === undefined ? {} : { serverErrors }),
  });
}

function isRefusal({ kind }: AppError): boolean {
  return kind === 'forbidden' || kind === 'unauthenticated';
}

/** What is left after one more use; -1: it was the last. */
export function afterOneUse(numUses: number): number {
  return numUses > 0 ? numUses - 1 || -1 : numUses;
}

/** Why a request was not sent. */
export function notAskedFor(numUses: number): AppFailure {
  if (numUses < 0) return new AppFailure(usedUpError());
  const left = numUses === 1 ? 'one use' : `${String(numUses)} uses`;
  return new AppFailure({
    kind: 'invalid-request',
    message: `This token has ${left} left. Nothing was sent, because nobody asked for it.`,
    hint: 'Refresh to ask: each request costs one use.',
  });
}
