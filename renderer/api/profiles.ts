/** Remembered connections, without secrets. */
import { type QueryClient } from '@tanstack/react-query';
import type { Output, ProfileDraft } from '../../shared/ipc/contract.ts';
import type { Profile } from '../../shared/vault/connection.ts';
import { cacheKey, call, query } from './client.ts';
import { rememberSession } from './session.ts';

const profilesKey = query('profile.list', {}).queryKey;

/**
 * Saves a profile, a new one without `profileId`. Fails with `cancelled` if the user declines a changed address or
 * trust in the secure prompt.
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

/** Refetches the connections after main has changed one, e.g. noted a login. */
export function refreshProfiles(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: profilesKey });
}

/** Removes a profile; main handles its open sessions. */
export async function removeProfile(client: QueryClient, profileId: string): Promise<void> {
  await call('profile.remove', { profileId });
  await refreshProfiles(client);
}

/** Reads profiles from a file; additions are confirmed in the secure prompt. */
export async function importProfiles(client: QueryClient): Promise<Output<'profile.import'>> {
  const outcome = await call('profile.import', {});
  await refreshProfiles(client);
  return outcome;
}

/**
 * Allows a session, after confirmation in the secure prompt, to be redirected to another node of its cluster; then
 * refetches the visible queries that failed.
 */
export async function confirmOrigin(client: QueryClient, sessionId: string, origin: string): Promise<void> {
  rememberSession(client, await call('profile.confirmOrigins', { sessionId, origins: [origin] }));
  void refreshProfiles(client);
  await client.refetchQueries({
    queryKey: cacheKey({ sessionId }),
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
}

function withProfile(before: readonly Profile[], saved: Profile): readonly Profile[] {
  const known = before.some((one) => one.profileId === saved.profileId);
  if (!known) return [...before, saved];
  return before.map((one) => (one.profileId === saved.profileId ? saved : one));
}
