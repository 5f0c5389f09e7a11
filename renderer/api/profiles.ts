/** Remembered connections; never a secret inside. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileDraft } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';

const profilesKey = ['profiles'] as const;

/** All remembered connections. */
export function profilesQuery() {
  return queryOptions({
    queryKey: profilesKey,
    queryFn: ({ signal }) => call('profile.list', {}, signal),
  });
}

/** Saves a profile; without `profileId` a new one is made. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: ProfileDraft) => call('profile.save', draft),
    onSuccess: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}

/** Removes a profile; open sessions of it are main's business. */
export function useRemoveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profileId: string) => call('profile.remove', { profileId }),
    onSuccess: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}
