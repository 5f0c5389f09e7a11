/** State of the server itself, polled only while visible. */
import { useQueryClient } from '@tanstack/react-query';
import type { SystemPanel } from '../../shared/vault/system.ts';
import type { Where } from '../../shared/vault/where.ts';
import { cacheKey, query } from './client.ts';
import { everyUntilLasting } from './repeated-look.ts';

/** Poll interval of a visible panel, in milliseconds. */
export const lookEveryMs = 5_000;

/** Queries one panel. `again` allows polling, which costs a limited-use token. */
export function systemLookQuery(where: Where, panel: SystemPanel, again: boolean) {
  return query(
    'system.status',
    { where, panel },
    { staleTime: again ? lookEveryMs : Infinity, refetchInterval: again && everyUntilLasting(lookEveryMs) },
  );
}

/** Returns a function that refetches every visible panel. */
export function useRefreshSystem(where: Where): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: cacheKey(where, 'system'), type: 'active' });
}
