/** Builds what stands behind the bridge: the stores, the sessions, and one thin handler a call. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { LockReason } from '../shared/ipc/contract.ts';
import { createAnswerStore } from './core/credentials/answers.ts';
import { createDrafts } from './core/entries/drafts.ts';
import { createFileStore } from './core/connection/files.ts';
import { createHeldEntries } from './core/entries/held-entries.ts';
import { createKeychainTokens, parseKeychainFile } from './core/profiles/keychain-tokens.ts';
import { createLock } from './core/sessions/lock.ts';
import type { Lock } from './core/sessions/lock.ts';
import { findOffers } from './core/login/environment-credentials.ts';
import type { OfferInMain } from './core/login/environment-credentials.ts';
import { createProfiles, noProfiles, parseProfilesFile } from './core/profiles/profiles.ts';
import { createSecretStore } from './core/credentials/secrets.ts';
import { createSessions } from './core/sessions/sessions.ts';
import { createVisits } from './core/sessions/unauthenticated.ts';
import { createSharedWraps } from './core/wrapping/shared-wraps.ts';
import { createWorkspaces, parseWorkspacesFile } from './core/profiles/workspaces.ts';
import type { ConnectParts } from './core/connection/connect.ts';
import { createJobs } from './work/jobs.ts';
import { openJsonFile } from './disk/json-file.ts';
import type { JsonFile, JsonFileOptions } from './disk/json-file.ts';
import type { Emit, Handlers, Losses, Platform, SampleServer } from './core/platform.ts';
import type { CallTable } from './ipc/run.ts';
import { memory } from './ipc/calls/fields.ts';
import { answerHandlers } from './ipc/calls/answer.ts';
import { appHandlers } from './ipc/calls/app.ts';
import { browseHandlers } from './ipc/calls/browse.ts';
import { connectionHandlers } from './ipc/calls/connection.ts';
import { consoleHandlers } from './ipc/calls/console.ts';
import type { DeskParts } from './ipc/calls/services-parts.ts';
import { entryHandlers } from './ipc/calls/entry.ts';
import { lockHandlers } from './ipc/calls/lock.ts';
import { loginHandlers } from './ipc/calls/login.ts';
import { policyHandlers } from './ipc/calls/policy.ts';
import { refusalHandlers } from './ipc/calls/refusal-why.ts';
import { makeKeeper, makeRefusal } from './ipc/calls/refusal.ts';
import { sessionHandlers } from './ipc/calls/session.ts';
import { systemHandlers } from './ipc/calls/system.ts';
import { tokenHandlers } from './ipc/calls/token.ts';
import { workspaceHandlers } from './ipc/calls/workspace.ts';
import { wrappingHandlers } from './ipc/calls/wrapping.ts';

export interface Desk {
  readonly handlers: Handlers;
  readonly refuse: CallTable['refuse'];
  readonly keep: CallTable['keep'];
  /** Opens a session with a server that was started for trying the app out. Rejects with `AppFailure`. */
  readonly openSample: (sample: SampleServer) => Promise<void>;
  /** Locks, because of what the system or the clock says. */
  readonly lock: (reason: LockReason) => Promise<void>;
  readonly losses: () => Losses;
  /** Closes every session: tokens are forgotten, connections end. */
  readonly shutdown: () => Promise<void>;
}

/** Makes the handlers of this run of the app. */
export function makeHandlers(platform: Platform, emit: Emit): Desk {
  const open = <T>(name: string, options: Pick<JsonFileOptions<T>, 'parse' | 'initial'>): JsonFile<T> =>
    openJsonFile({
      path: join(platform.app.dataFolder, name),
      version: 1,
      report: platform.report,
      ...options,
    });
  const files = createFileStore();
  const workspaces = createWorkspaces(
    open('workspaces.json', {
      initial: {},
      parse: (data) =>
        parseWorkspacesFile(data, (value) => {
          const parsed = z.safeParse(memory, value);
          return parsed.success ? parsed.data : undefined;
        }),
    }),
  );
  const profiles = createProfiles(
    open('profiles.json', { initial: noProfiles, parse: parseProfilesFile }),
    files,
    (profileId, what) => {
      keychainTokens.forget(profileId);
      if (what === 'removed') workspaces.removeProfile(profileId);
    },
  );
  const keychainTokens = createKeychainTokens(
    open('keychain.json', { initial: {}, parse: parseKeychainFile }),
    platform.keychain,
    (profileId) => profiles.find(profileId) !== undefined,
  );
  const offers = (): readonly OfferInMain[] => findOffers(platform.environment, platform.homeFolder, files);
  const secrets = createSecretStore();
  const entries = createHeldEntries();
  const drafts = createDrafts(entries);
  const jobs = createJobs(emit);
  const sharedWraps = createSharedWraps();
  const answers = createAnswerStore({
    secrets,
    // A locked page is told that there is one more, and not what it is.
    changed: (list) =>
      lock.state().locked ? emit('lock.changed', lock.state()) : emit('answer.changed', list),
    targetOf: (sessionId) => sessions.targetOf(sessionId),
    held: sharedWraps.note,
  });
  const connectParts: ConnectParts = {
    files,
    environment: platform.environment,
    ask: platform.ask,
    testElectron: platform.app.testElectron,
    testElectronAllowed: platform.app.testElectronAllowed,
  };
  /** Answers that nobody sees any more, or not yet, until this session is unlocked. */
  const comingToLight = (sessionId: string) =>
    answers
      .list()
      .filter((one) => one.sessionId === sessionId || sessions.lockedName(one.sessionId ?? '') === undefined);
  const sessions = createSessions({
    ...{ ...connectParts, secrets, profiles, keychainTokens, drafts, offers, emit },
    log: platform.log,
    openBrowser: platform.openBrowser,
    keepAnswer: answers.hold,
    heldAnswers: {
      count: (sessionId) => comingToLight(sessionId).length,
      drop: (sessionId) => {
        for (const { answerId } of comingToLight(sessionId)) answers.dismiss(answerId);
      },
    },
    onLock: (sessionId) => {
      jobs.cancelSession(sessionId);
      entries.closeUnpinned(sessionId);
      answers.lockSession(sessionId);
    },
    onClose: (sessionId) => {
      jobs.cancelSession(sessionId);
      drafts.dropSession(sessionId);
      entries.closeSession(sessionId);
      answers.lockSession(sessionId);
      sharedWraps.closeSession(sessionId);
      workspaces.closeSession(sessionId);
    },
  });
  const visits = createVisits(connectParts, () => sessions);
  const lock: Lock = createLock({
    ...{ sessions, drafts, emit },
    secrets: { heldAnswers: answers.count },
    endVisits: () => {
      visits.endAll();
      secrets.lockVisits();
    },
    lifted: () => emit('answer.changed', answers.list()),
    clearClipboard: platform.clipboard.clearNow,
    replacePage: platform.replacePage,
  });
  const parts: DeskParts = {
    ...{ platform, connectParts, files, profiles, offers },
    ...{ secrets, sessions, entries, drafts, workspaces, keychainTokens, lock, jobs },
    ...{ answers, visits, sharedWraps, emit },
  };
  return {
    handlers: {
      ...appHandlers(parts),
      ...connectionHandlers(parts),
      ...lockHandlers(parts),
      ...workspaceHandlers(parts),
      ...sessionHandlers(parts),
      ...browseHandlers(parts),
      ...entryHandlers(parts),
      ...loginHandlers(parts),
      ...answerHandlers(parts),
      ...tokenHandlers(parts),
      ...refusalHandlers(parts),
      ...wrappingHandlers(parts),
      ...systemHandlers(parts),
      ...policyHandlers(parts),
      ...consoleHandlers(parts),
    },
    refuse: makeRefusal(parts),
    keep: makeKeeper(parts),
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
    lock: lock.now,
    losses: () => {
      const { locked, heldAnswers } = lock.state();
      const places = drafts.places();
      const held = locked ? [] : answers.list().map(({ title, path }) => `${title} (${path})`);
      return {
        paths: locked ? [] : places.map(({ path }) => path),
        drafts: places.length,
        heldAnswers,
        ...(held.length === 0 ? {} : { answers: held }),
      };
    },
    shutdown: () => {
      workspaces.flush();
      visits.endAll();
      return sessions.closeAll();
    },
  };
}
