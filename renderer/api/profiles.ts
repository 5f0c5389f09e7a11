/** Remembered connections; never a secret inside. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Output, ProfileDraft } from '../../shared/ipc/contract.ts';
import type { Profile } from '../../shared/vault/connection.ts';
import { call } from './client.ts';
import { rememberSession, sessionKey } from './session.ts';

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
export async function saveProfile(
  client: QueryClient,
  draft: ProfileDraft,
  signal?: AbortSignal,
): Promise<Profile> {
  const saved = await call('profile.save', draft, signal);
  client.setQueryData<readonly Profile[]>(profilesKey, (before) =>
    before === undefined ? before : withProfile(before, saved),
  );
  await refreshProfiles(client);
  return saved;
}

/** Has the list of connections read again: main has noted something in it, e.g. a login. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: profilesKey });
}

/** Removes a profile; open sessions of it are main's business. */
export async function removeProfile(client: QueryClient, profileId: string): Promise<void> {
  await call('profile.remove', { profileId });
  await refreshProfiles(client);
}

/** Writes profiles to a file that the person names in a save dialog; `cancelled` when it is closed. */
export function exportProfiles(profileIds: readonly string[]): Promise<Output<'profile.export'>> {
  return call('profile.export', { profileIds });
}

/** Reads profiles from a file; what would be added is confirmed in the trusted view. */
export async function importProfiles(client: QueryClient): Promise<Output<'profile.import'>> {
  const outcome = await call('profile.import', {});
  await refreshProfiles(client);
  return outcome;
}

/**
 * Confirms (in the trusted view) that a session may be redirected to another node of its cluster, and asks again for
 * what is on screen and had failed.
 */
export async function confirmOrigin(client: QueryClient, sessionId: string, origin: string): Promise<void> {
  rememberSession(client, await call('profile.confirmOrigins', { sessionId, origins: [origin] }));
  void refreshProfiles(client);
  await client.refetchQueries({
    queryKey: sessionKey(sessionId),
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
}

function withProfile(before: readonly Profile[], saved: Profile): readonly Profile[] {
  const known = before.some((one) => one.profileId === saved.profileId);
  if (!known) return [...before, saved];
  return before.map((one) => (one.profileId === saved.profileId ? saved : one));
}
