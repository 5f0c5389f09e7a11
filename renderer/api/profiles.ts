/** Remembered connections; never a secret inside. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileDraft, SessionView } from '../../shared/ipc/contract.ts';
import type { Profile } from '../../shared/vault/connection.ts';
import { call } from './client.ts';
import { sessionKey, sessionsKey, withSession } from './session.ts';

const profilesKey = ['profiles'] as const;

/** All remembered connections. */
export function profilesQuery() {
  return queryOptions({
    queryKey: profilesKey,
    queryFn: ({ signal }) => call('profile.list', {}, signal),
  });
}

/** What could not be read or written of the app's own files, e.g. a file of connections that was set aside. */
export function problemsQuery() {
  return queryOptions({
    queryKey: ['app', 'problems'] as const,
    queryFn: ({ signal }) => call('app.problems', {}, signal),
  });
}

/**
 * Saves a profile; without `profileId` a new one is made. Fails with `cancelled` where the person declines, in the
 * trusted view, that it leads elsewhere or is trusted otherwise than before.
 */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, signal }: { draft: ProfileDraft; signal: AbortSignal }) =>
      call('profile.save', draft, signal),
    onSuccess: (saved) => {
      client.setQueryData<readonly Profile[]>(profilesKey, (before) =>
        before === undefined ? before : withProfile(before, saved),
      );
      return client.invalidateQueries({ queryKey: profilesKey });
    },
  });
}

/** Has the list of connections read again: main has noted something in it, e.g. a login. */
export function useRefreshProfiles() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: profilesKey });
}

/** Removes a profile; open sessions of it are main's business. */
export function useRemoveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profileId: string) => call('profile.remove', { profileId }),
    onSuccess: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}

/** Writes profiles to a file that the person names in a save dialog; `cancelled` when it is closed. */
export function useExportProfiles() {
  return useMutation({
    mutationFn: (profileIds: readonly string[]) => call('profile.export', { profileIds }),
  });
}

/** Reads profiles from a file; what would be added is confirmed in the trusted view. */
export function useImportProfiles() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('profile.import', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}

/**
 * Confirms (in the trusted view) that a session may be redirected to another node of its cluster, and asks again for
 * what is on screen and had failed.
 */
export function useConfirmOrigin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { sessionId: string; origin: string }) => call('profile.confirmOrigin', input),
    onSuccess: (session) => {
      client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) => withSession(before, session));
      void client.invalidateQueries({ queryKey: profilesKey });
      return client.refetchQueries({
        queryKey: sessionKey(session.sessionId),
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    },
  });
}

function withProfile(before: readonly Profile[], saved: Profile): readonly Profile[] {
  const known = before.some((one) => one.profileId === saved.profileId);
  if (!known) return [...before, saved];
  return before.map((one) => (one.profileId === saved.profileId ? saved : one));
}
