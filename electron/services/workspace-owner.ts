/**
 * Owner of a session's tabs and favourites. Apart from the calls, because the tray, loaded at the start, needs it
 * too.
 */
import { normaliseNamespace } from '../core/connection/address.ts';
import type { WorkspaceOwner } from '../core/profiles/workspaces.ts';
import type { Session } from '../core/session/session.ts';
import type { Services } from './services.ts';

/** A session in another namespace uses the workspace of the connection it was opened from. */
export function ownerOf(
  { sessionId }: Pick<Session, 'sessionId'>,
  { profiles, sessions }: Pick<Services, 'profiles' | 'sessions'>,
): WorkspaceOwner {
  const { profileId, openedFrom = profileId, target } = sessions.find(sessionId).place;
  const profile = openedFrom === undefined ? undefined : profiles.find(openedFrom);
  if (openedFrom === undefined || profile === undefined) return { sessionId };
  const namespace = normaliseNamespace(target.namespace);
  const own = profileId !== undefined || namespace === normaliseNamespace(profile.namespace);
  return { sessionId, profileId: openedFrom, ...(own ? {} : { namespace }) };
}
