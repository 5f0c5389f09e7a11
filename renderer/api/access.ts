/** Queries and calls for access administration: mounts, identity, leases. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import type { IdentityKind } from '../../shared/vault/identity.ts';
import { apiPathOfMount } from '../../shared/vault/mount-table.ts';
import type { MountKind } from '../../shared/vault/mount-table.ts';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { cacheKey, call, query } from './client.ts';
import type { Job, JobState } from './jobs.ts';

/** All mounts of one kind. */
export function mountTableQuery(sessionId: string, kind: MountKind) {
  return query('mount.table', { sessionId, kind });
}

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

export const enableMount = (input: Input<'mount.enable'>) => call('mount.enable', input);
export const tuneMount = (input: Input<'mount.tune'>) => call('mount.tune', input);
export const moveMount = (input: Input<'mount.move'>) => call('mount.move', input);

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

/** Lists all entities, groups or aliases. */
export function identitiesQuery(sessionId: string, kind: IdentityKind) {
  return query('identity.list', { sessionId, kind });
}

/** Reads one entity, group or alias. */
export function identityQuery(sessionId: string, kind: IdentityKind, id: string) {
  return query('identity.read', { sessionId, kind, id });
}

/** Invalidates cached identities. */
export function useForgetIdentities(sessionId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'identity') });
}

export const findIdentity = (input: Input<'identity.find'>) => call('identity.find', input);
export const saveIdentity = (input: Input<'identity.save'>) => call('identity.save', input);
export const mergeIdentities = (input: Input<'identity.merge'>) => call('identity.merge', input);

/** Lists leases and folders directly below a prefix. */
export function leasesQuery(sessionId: string, prefix: string) {
  return query('lease.list', { sessionId, prefix });
}

/** Reads one lease. */
export function leaseQuery(sessionId: string, leaseId: string) {
  return query('lease.read', { sessionId, leaseId });
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

export const revokeLeases = (input: Input<'lease.revokePrefix'>) => call('lease.revokePrefix', input);
