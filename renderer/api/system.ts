/** State of the server itself, polled only while visible. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SystemPanel } from '../../shared/vault/system.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { everyUntilLasting, whereKey } from './repeated-look.ts';

/** Poll interval of a visible panel, in milliseconds. */
export const lookEveryMs = 5_000;

const systemKey = (where: Where) => whereKey(where, 'system');

/** Queries one panel. `again` allows polling, which costs a limited-use token. */
export function systemLookQuery(where: Where, panel: SystemPanel, again: boolean) {
  return queryOptions({
    queryKey: [...systemKey(where), panel],
    queryFn: ({ signal }) => call('system.status', { where, panel }, signal),
    staleTime: again ? lookEveryMs : Infinity,
    refetchInterval: again && everyUntilLasting(lookEveryMs),
  });
}

/** Returns a function that refetches every visible panel. */
export function useRefreshSystem(where: Where): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: systemKey(where), type: 'active' });
}
