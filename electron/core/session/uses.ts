/**
 * Counts the uses of a token with limited uses, which pays for every request. All requests of a session pass here:
 * one that costs a use is sent only if the user asked for it, and each is counted. A refusal after the last one is
 * reported as used up: the server's words suggest a missing permission.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { costsNoUse } from '../../vault/api/uses.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { usedUpError } from './token-words.ts';

interface Uses {
  /** Called before a request that costs a use. Throws if the user did not ask for it. */
  readonly before: () => void;
  /** Called after one that the server took. */
  readonly after: () => void;
  /** True once the last use is spent. */
  readonly areSpent: () => boolean;
}

/** Wraps a client to count the uses of a token; requests with another token, or without one, are not counted. */
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
      // A refused request costs a use, too; one without a response could.
      if (costs && failure.error.status !== undefined) uses.after();
      throw wereSpent && isRefusal(failure.error) ? asUsedUp(failure.error) : failure;
    }
  };
  return { ...client, send };
}

/** Keeps the server's details, but not its reason. */
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

/** The uses left after one more; -1: it was the last. */
export function afterOneUse(numUses: number): number {
  return numUses > 0 ? numUses - 1 || -1 : numUses;
}

/** Refuses a request that the user did not ask for. */
export function notAskedFor(numUses: number): AppFailure {
  if (numUses < 0) return new AppFailure(usedUpError());
  const left = numUses === 1 ? 'one use' : `${String(numUses)} uses`;
  return new AppFailure({
    kind: 'costs-a-use',
    message: `This token has ${left} left. Nothing was sent unasked.`,
    hint: 'Refresh to ask: each request costs one use.',
  });
}
