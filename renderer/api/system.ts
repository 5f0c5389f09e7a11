/** The server's own state. Looks are repeated only while somebody sees them. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SystemPanel } from '../../shared/vault/system.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { everyUntilLasting, whereKey } from './repeated-look.ts';

/** Between two looks at a panel that is on screen, in milliseconds. */
export const lookEveryMs = 5_000;

const systemKey = (where: Where) => whereKey(where, 'system');

/** One panel. `again`: it may be looked at again and again, which a token with limited uses would pay for. */
export function systemLookQuery(where: Where, panel: SystemPanel, again: boolean) {
  return queryOptions({
    queryKey: [...systemKey(where), panel],
    queryFn: ({ signal }) => call('system.status', { where, panel }, signal),
    staleTime: again ? lookEveryMs : Infinity,
    refetchInterval: again && everyUntilLasting(lookEveryMs),
  });
}

/** Answers what reads again every panel that is on screen. */
export function useRefreshSystem(where: Where): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: systemKey(where), type: 'active' });
}
