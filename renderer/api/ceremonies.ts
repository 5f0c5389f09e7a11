/** Key ceremonies. They are polled while visible, because other operators take part elsewhere. */
import type { QueryClient } from '@tanstack/react-query';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { KeyCeremony, NodeSeal } from '../../shared/vault/ceremony.ts';
import type { Where } from '../../shared/vault/where.ts';
import { cacheKey, query, vault } from './client.ts';
import { everyUntilLasting } from './repeated-look.ts';

/** Poll interval, in milliseconds. */
export const ceremonyEveryMs = 2_000;

const again = everyUntilLasting(ceremonyEveryMs);

/** Progress of a ceremony. */
export function ceremonyQuery(where: Where, ceremony: KeyCeremony) {
  return query(
    'ceremony.status',
    { where, ceremony },
    { staleTime: ceremonyEveryMs, refetchInterval: again },
  );
}

/** Seal state of every node; `more`: addresses besides the connection's own. */
export function nodesQuery(where: Where, more: readonly string[]) {
  return query('ceremony.nodes', { where, more }, { staleTime: ceremonyEveryMs, refetchInterval: again });
}

/** Saved parts of a one-time result. */
export function savedQuery(answerId: string) {
  return query('ceremony.saved', { answerId }, { gcTime: 0 });
}

/**
 * Unseals, or resets that, from a screen without a node list, and then refetches the seal state. Rejects with a node's
 * error about the share; names the node if there are several.
 */
export async function actOnSeal(
  client: QueryClient,
  where: Where,
  act: 'unseal' | 'resetUnseal',
): Promise<readonly NodeSeal[]> {
  try {
    const nodes = await vault.ceremony[act]({ where, more: [] });
    const [failed] = nodes.filter(({ problem }) => problem !== undefined);
    if (failed?.problem === undefined) return nodes;
    const { address, problem } = failed;
    throw new AppFailure(
      nodes.length === 1 ? problem : { ...problem, message: `${address}: ${problem.message}` },
    );
  } finally {
    await client.invalidateQueries({ queryKey: cacheKey(where, 'cluster.panel') });
  }
}
