/** Builds what stands behind the bridge: the stores, the sessions, and one thin handler a call. */
import { join } from 'node:path';
import { createFileStore } from '../../session/files.ts';
import { createHeldEntries } from '../../session/held-entries.ts';
import { findOffers } from '../../session/offers.ts';
import type { OfferInMain } from '../../session/offers.ts';
import { createProfiles, noProfiles, parseProfilesFile } from '../../session/profiles.ts';
import { createSecretStore } from '../../session/secrets.ts';
import { createSessions } from '../../session/sessions.ts';
import type { ConnectParts } from '../../session/connect.ts';
import { createJobs } from '../../work/jobs.ts';
import { openJsonFile } from '../../platform/json-file.ts';
import type { Emit, Handlers, Platform, SampleServer } from '../calls.ts';
import { appHandlers } from './app.ts';
import { browseHandlers } from './browse.ts';
import { connectionHandlers } from './connection.ts';
import type { DeskParts } from './desk-parts.ts';
import { entryHandlers } from './entry.ts';
import { sessionHandlers } from './session.ts';

export interface Desk {
  readonly handlers: Handlers;
  /** Opens a session with a server that was started for trying the app out. Rejects with `AppFailure`. */
  readonly openSample: (sample: SampleServer) => Promise<void>;
  /** Closes every session: tokens are forgotten, connections end. */
  readonly shutdown: () => Promise<void>;
}

const PROFILES_VERSION = 1;

/** Makes the handlers of this run of the app. */
export function makeHandlers(platform: Platform, emit: Emit): Desk {
  const files = createFileStore();
  const profiles = createProfiles(
    openJsonFile({
      path: join(platform.app.dataFolder, 'profiles.json'),
      version: PROFILES_VERSION,
      parse: parseProfilesFile,
      initial: noProfiles,
      report: platform.log,
    }),
    files,
  );
  const offers = (): readonly OfferInMain[] => findOffers(platform.environment, platform.homeFolder, files);
  const secrets = createSecretStore();
  const entries = createHeldEntries();
  const jobs = createJobs(emit);
  const connectParts: ConnectParts = {
    files,
    environment: platform.environment,
    ask: platform.ask,
    testElectron: platform.app.testElectron,
    testElectronAllowed: platform.app.testElectronAllowed,
  };
  const sessions = createSessions({
    ...connectParts,
    secrets,
    profiles,
    offers,
    emit,
    onClose: (sessionId) => {
      jobs.cancelSession(sessionId);
      entries.closeSession(sessionId);
    },
  });
  const parts: DeskParts = {
    ...{ platform, connectParts, files, profiles, offers },
    ...{ secrets, sessions, entries, jobs },
  };
  return {
    handlers: {
      ...appHandlers(parts),
      ...connectionHandlers(parts),
      ...sessionHandlers(parts),
      ...browseHandlers(parts),
      ...entryHandlers(parts),
    },
    openSample: async ({ address, token, name }) => {
      const target = {
        address,
        namespace: '',
        tls: { useSystemStore: true, skipVerify: false },
        timeoutMs: 30_000,
        proxy: 'direct',
      };
      await sessions.openWithToken({ target, name, colour: 'teal' }, token);
    },
    shutdown: () => sessions.closeAll(),
  };
}
