/** `profile.*` and `connection.*`: everything before a session. */
import { cancelled } from '../../core/connection/connect.ts';
import { describeCertificateFile } from '../../core/profiles/certificate-files.ts';
import { checkConnection } from '../../core/login/check.ts';
import { environmentProxy } from '../../core/connection/environment-proxy.ts';
import { exportProfiles, importProfiles, saveProfile } from '../../core/profiles/profile-changes.ts';
import type { ProfileParts } from '../../core/profiles/profile-changes.ts';
import { schemas } from './schemas.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of saved connections, of what the environment offers, and of the connection check. */
export function connectionHandlers(parts: DeskParts): HandlersOf<'profile' | 'connection'> {
  const { profiles, files, sessions, platform } = parts;
  const profileParts: ProfileParts = {
    profiles,
    files,
    ask: platform.ask,
    openSessions: (profileId) => sessions.list().filter((view) => view.profileId === profileId).length,
    closeSessions: (profileId) => sessions.closeOfProfile(profileId),
  };
  return {
    'profile.list': () => profiles.list(),
    'profile.save': (draft, { signal }) => saveProfile(profileParts, draft, signal),
    'profile.remove': ({ profileId }) => {
      profiles.remove(profileId);
      return {};
    },
    'profile.export': ({ profileIds }) =>
      exportProfiles(profileParts, profileIds, (name) => platform.chooseSavePath('profiles', name)),
    'profile.import': async (_none, { signal }) => {
      const path = await platform.chooseFile('profiles');
      if (path === undefined) throw cancelled();
      const { dataFolder } = platform.app;
      return importProfiles(profileParts, { path, dataFolder, parse: schemas['profile.save'] }, signal);
    },
    'profile.confirmOrigin': ({ sessionId, origin }, { signal }) =>
      sessions.confirmOrigin(sessionId, origin, signal),
    'connection.offers': () => parts.offers().map(({ offer }) => offer),
    'connection.check': ({ target }, { signal }) => checkConnection(target, parts.connectParts, signal),
    'connection.chooseFile': async ({ purpose }) => {
      const path = await platform.chooseFile(purpose);
      if (path === undefined) throw cancelled();
      return files.add(path);
    },
    'connection.describeFile': ({ file, purpose }) => describeCertificateFile(files.pathOf(file), purpose),
    'connection.environmentProxy': ({ address }) => environmentProxy(address, platform.environment),
  };
}
