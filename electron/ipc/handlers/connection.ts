/** `profile.*` and `connection.*`: everything before a session. */
import { cancelled } from '../../session/connect.ts';
import { checkConnection } from '../../session/check.ts';
import type { DeskParts, HandlersOf } from './desk-parts.ts';

/** Handlers of saved connections, of what the environment offers, and of the connection check. */
export function connectionHandlers(parts: DeskParts): HandlersOf<'profile' | 'connection'> {
  const { profiles, files, sessions, platform } = parts;
  return {
    'profile.list': () => profiles.list(),
    'profile.save': async (draft) => {
      const { profile, trustChanged } = profiles.save(draft);
      if (trustChanged) await sessions.closeOfProfile(profile.profileId);
      return profile;
    },
    'profile.remove': ({ profileId }) => {
      profiles.remove(profileId);
      return {};
    },
    'connection.offers': () => parts.offers().map(({ offer }) => offer),
    'connection.check': ({ target }, { signal }) => checkConnection(target, parts.connectParts, signal),
    'connection.chooseFile': async ({ purpose }) => {
      const path = await platform.chooseFile(purpose);
      if (path === undefined) throw cancelled();
      return files.add(path);
    },
  };
}
