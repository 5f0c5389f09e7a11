/** Queries and calls for access administration: mounts, identity, leases. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { apiPathOfMount } from '../../shared/vault/mount-table.ts';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { cacheKey, call, query } from './client.ts';
import type { Job, JobState } from './jobs.ts';

/** Auth methods as mounts below `auth/`, for the forms made from the server's description. */
export function authMountsQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...cacheKey({ sessionId }, 'mount.table'), 'auth paths'],
    queryFn: async ({ signal }): Promise<readonly Mount[]> => {
      const { rows } = await call('mount.table', { sessionId, kind: 'auth' }, signal);
      return rows.map(({ path, type, tuning }) => ({
        path: apiPathOfMount('auth', path) as MountPath,
        type,
        engine: 'other',
        description: tuning.description,
      }));
    },
  });
}

/** Invalidates cached mounts: the mount tables and the tree. */
export function useForgetMounts(sessionId: string): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of ['mount.list', 'mount.table'] as const)
      void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, name) });
  };
}

/** Poll interval while a mount is moved. */
const MOVE_EVERY_MS = 500;

/** Progress of a mount move, polled until it ends. */
export function moveStateQuery(sessionId: string, migrationId: string) {
  return query(
    'mount.moveState',
    { sessionId, migrationId },
    {
      refetchInterval: ({ state: { data } }) =>
        data === undefined || data.state === 'in-progress' ? MOVE_EVERY_MS : false,
    },
  );
}

/** Invalidates cached identities. */
export function useForgetIdentities(sessionId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'identity') });
}

/** Invalidates cached leases. */
export function useForgetLeases(sessionId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'lease') });
}

/** Revokes many leases after the user confirms. */
export function revokeLeasesJob(sessionId: string, leaseIds: readonly string[]): Job<'lease.revoked'> {
  return {
    event: 'lease.revoked',
    sessionId,
    label: 'Revoking leases',
    state: leasesDone({ done: 0, total: leaseIds.length }),
    stateAt: leasesDone,
    start: () => call('lease.revokeMany', { sessionId, leaseIds }),
  };
}

function leasesDone({ done, total }: { readonly done: number; readonly total: number }): JobState {
  return { kind: 'list', things: 'leases', done, total };
}
