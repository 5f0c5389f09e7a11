/** Builds what stands behind the bridge: the stores, the sessions, the gates. Calls find all of it here. */
import { defaultTimeoutMs } from '../shared/vault/connection.ts';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createAnswers } from './core/credentials/large-answers.ts';
import type { Answers } from './core/credentials/large-answers.ts';
import type { RunTask } from './worker/tasks.ts';
import { createTaskWorker } from './worker/worker.ts';
import { createDrafts } from './core/entries/drafts.ts';
import { createConsequenceGate } from './core/gates/consequence.ts';
import { createFileStore } from './core/connection/files.ts';
import { createGeneratedValues } from './core/entries/generated-values.ts';
import type { GeneratedValues } from './core/entries/generated-values.ts';
import { createOpenEntries } from './core/entries/open-entries.ts';
import { createHeaderValues, parseHeaderValuesFile } from './core/profiles/header-values.ts';
import type { HeaderValues } from './core/profiles/header-values.ts';
import { createKeychainTokens, parseKeychainFile } from './core/profiles/keychain-tokens.ts';
import { createLock } from './core/sessions/lock.ts';
import type { Lock } from './core/sessions/lock.ts';
import { findEnvironmentCredentials } from './core/login/environment-credentials.ts';
import type { EnvironmentCredentialsWithToken } from './core/login/environment-credentials.ts';
import { noProfiles, parseProfilesFile } from './core/profiles/profiles-file.ts';
import { createProfiles } from './core/profiles/profiles.ts';
import { credentialsOfEnvironment } from './core/credentials/client-credentials.ts';
import type { KnownCredentials } from './core/credentials/known-credentials.ts';
import { createSecretStore } from './core/credentials/secrets.ts';
import { notingTyped } from './core/credentials/typed-credentials.ts';
import { createSessions } from './core/sessions/sessions.ts';
import { createUnauthenticatedConnections } from './core/sessions/unauthenticated.ts';
import type { UnauthenticatedConnections } from './core/sessions/unauthenticated.ts';
import { createSharedWraps } from './core/wrapping/shared-wraps.ts';
import { createWorkspaces, parseWorkspacesFile } from './core/profiles/workspaces.ts';
import type { SecretStore } from './core/credentials/secrets.ts';
import { createDescribedServers } from './core/console/described-server.ts';
import type { DescribedServer } from './core/console/described-server.ts';
import { createConsoleHistory } from './core/console/history.ts';
import { withStorableRequests } from './core/console/storable-path.ts';
import type { ConsoleHistory } from './core/console/history.ts';
import type { FileStore } from './core/connection/files.ts';
import type { Drafts } from './core/entries/drafts.ts';
import type { OpenEntries } from './core/entries/open-entries.ts';
import { guarded } from './guarded-platform.ts';
import type { GuardedPlatform } from './guarded-platform.ts';
import { guardPreferences } from './core/gates/loosening.ts';
import type { GuardedPreferences } from './core/gates/loosening.ts';
import { createUnwrapJournal, parseUnwrapJournal } from './core/gates/unwrap-journal.ts';
import type { UnwrapJournal } from './core/gates/unwrap-journal.ts';
import { createGestureGate } from './core/gates/gesture.ts';
import type { GestureGate } from './core/gates/gesture.ts';
import type { KeychainTokens } from './core/profiles/keychain-tokens.ts';
import type { Profiles } from './core/profiles/profiles.ts';
import type { Workspaces } from './core/profiles/workspaces.ts';
import type { Session } from './core/session/session.ts';
import type { Sessions } from './core/sessions/sessions.ts';
import { lostOpeningWords } from './core/wrapping/words.ts';
import { wrappingFiles } from './core/wrapping/file.ts';
import type { WrappingFiles } from './core/wrapping/file.ts';
import type { SharedWraps } from './core/wrapping/shared-wraps.ts';
import type { Jobs } from './work/jobs.ts';
import { createContact } from './core/gates/contact.ts';
import { certificateShown } from './core/gates/open-client.ts';
import { keepPatience } from './core/gates/patience.ts';
import { sayEnvironment } from './core/gates/prompt-environment.ts';
import { createServersSeen, parseServersSeen } from './core/gates/servers-seen.ts';
import type { MeetParts } from './core/login/meeting.ts';
import { createJobs } from './work/jobs.ts';
import type { JsonFile, JsonFileOptions } from './disk/json-file.ts';
import type { Emit, Losses, Platform, SampleServer } from './core/platform.ts';
import { memory } from './ipc/calls/fields.ts';
/** What calls work with, made once a run. */
export interface Services {
  readonly platform: GuardedPlatform;
  readonly connectParts: MeetParts;
  /** Saved in this run, and not used yet. */
  readonly freshProfiles: Set<string>;
  readonly files: FileStore;
  readonly wrappingFiles: WrappingFiles;
  readonly profiles: Profiles;
  readonly environmentCredentials: () => readonly EnvironmentCredentialsWithToken[];
  readonly secrets: SecretStore;
  readonly sessions: Sessions;
  readonly entries: OpenEntries;
  readonly drafts: Drafts;
  /** Passwords made for drafts. */
  readonly generated: GeneratedValues;
  readonly workspaces: Workspaces;
  readonly keychainTokens: KeychainTokens;
  readonly headerValues: HeaderValues;
  readonly lock: Lock;
  readonly jobs: Jobs;
  readonly answers: Answers;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly sharedWraps: SharedWraps;
  readonly describedServer: DescribedServer;
  readonly consoleHistory: ConsoleHistory<Session>;
  readonly gesture: GestureGate;
  readonly unwraps: UnwrapJournal;
  readonly preferences: GuardedPreferences;
  readonly emit: Emit;
  /** Runs what would stop main. */
  readonly runTask: RunTask;
}

/** The services, and what main itself does with them. */
export interface Core {
  readonly services: Services;
  /** Opens a session with a server that was started for trying the app out. Rejects with `AppFailure`. */
  readonly openSample: (sample: SampleServer) => Promise<void>;
  /** Locks, because of what the system or the clock says. */
  readonly lock: Lock['now'];
  readonly losses: () => Losses;
  /** Closes every session: tokens are forgotten, connections end. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Makes the core of this run of the app; `known` hears of every credential that it takes. `makeContact`: the gate of
 * contact, which a test may hold open.
 */
export function openCore(
  outside: Platform,
  emit: Emit,
  known: KnownCredentials,
  makeContact = createContact,
): Core {
  known.keep(credentialsOfEnvironment(outside.environment));
  const { gestures } = outside;
  const ask = keepPatience({ ask: sayEnvironment(outside.ask), gestures, firstMs: outside.quietMs });
  const gesture = createGestureGate({
    ...{ gestures, ask },
    withoutQuestion: () => outside.preferences.get().actWithoutInput,
  });
  const platform = guarded({ ...outside, ask: notingTyped(ask, known) }, gesture);
  const preferences = guardPreferences(outside.preferences, platform.ask);
  const open = <T>(
    name: string,
    options: Pick<JsonFileOptions<T>, 'holds' | 'parse' | 'initial'> & { readonly sealed?: boolean },
  ): JsonFile<T> =>
    platform.ownFiles.open({ path: join(platform.app.dataFolder, name), version: 1, ...options });
  const files = createFileStore();
  const workspaces = createWorkspaces(
    open('workspaces.json', {
      holds: 'Tabs, recent entries and favourites',
      initial: {},
      parse: (data) =>
        parseWorkspacesFile(data, (value) => {
          const parsed = z.safeParse(memory, value);
          return parsed.success ? parsed.data : undefined;
        }),
    }),
    (told) => withStorableRequests(told, known.index),
  );
  const headerValues = createHeaderValues({
    ...{ known, keychain: platform.keychain, ask: platform.ask },
    file: open('header-values.json', {
      holds: 'The values of extra headers',
      sealed: true,
      initial: {},
      parse: parseHeaderValuesFile,
    }),
    profiles: () => profiles.list(),
  });
  const takenOver: string[] = [];
  const profilesFile = open('profiles.json', {
    holds: 'The saved connections',
    initial: noProfiles,
    parse: (data) =>
      parseProfilesFile(data, (header) => {
        takenOver.push(header.name);
        return headerValues.takeOver(header);
      }),
  });
  const profiles = createProfiles(profilesFile, files, (profileId, what) => {
    keychainTokens.forget(profileId);
    if (what !== 'removed') return;
    workspaces.removeProfile(profileId);
    void headerValues.settle();
  });
  if (takenOver.length > 0) {
    profilesFile.save(profilesFile.value());
    platform.report(
      'The values of extra headers were moved out of profiles.json, where they stood unencrypted. The keychain keeps them now; without one, Strongroom asks for them after each start. A token that was kept for such a connection is asked for once more.',
    );
    void headerValues.settle();
  }
  const kept = createKeychainTokens(
    open('keychain.json', {
      ...{ holds: 'The tokens kept for unlocking', sealed: true, initial: {}, parse: parseKeychainFile },
    }),
    platform.keychain,
    (profileId) => profiles.find(profileId) !== undefined,
  );
  const keychainTokens: typeof kept = {
    ...kept,
    take: async (profileId, binding, agreement) => {
      const token = await kept.take(profileId, binding, agreement);
      known.note(token);
      return token;
    },
  };
  let forgetFound: () => void = () => undefined;
  const environmentCredentials = (): readonly EnvironmentCredentialsWithToken[] => {
    const found = findEnvironmentCredentials(platform.environment, platform.homeFolder, files);
    const forgetBefore = forgetFound;
    forgetFound = known.keep(found.flatMap(({ token }) => token ?? []));
    forgetBefore();
    return found;
  };
  const secrets = createSecretStore(known);
  const entries = createOpenEntries();
  const drafts = createDrafts(entries);
  const generated = createGeneratedValues();
  const jobs = createJobs(emit);
  const sharedWraps = createSharedWraps((answerId) => answers.noteTaken(answerId));
  const worker = createTaskWorker();
  const answers = createAnswers({
    ...{ secrets, known, work: worker.run },
    // A locked page is told that there is one more, and not what it is.
    changed: (list) =>
      lock.state().locked ? emit('lock.changed', lock.state()) : emit('answer.changed', list),
    targetOf: (sessionId) => sessions.targetOf(sessionId),
    held: sharedWraps.note,
  });
  const unwraps = createUnwrapJournal(
    open('unwraps.json', {
      holds: 'The list of wrapping tokens you have unwrapped',
      initial: [],
      parse: parseUnwrapJournal,
    }),
  );
  for (const lost of unwraps.takeLost()) platform.report(lostOpeningWords(lost));
  const gate = createConsequenceGate({ ask: platform.ask, nowMs: Date.now });
  const contact = makeContact({
    ...{ ask: platform.ask, certificateShown },
    isSaved: profiles.hasConfirmed,
    seen: createServersSeen(
      open('servers-seen.json', {
        holds: 'The list of servers you have been to',
        initial: [],
        parse: parseServersSeen,
      }),
    ),
  });
  const connectParts: MeetParts = {
    contact,
    files,
    resolveHeaders: headerValues.resolve,
    guard: (client) => gate.guard(unwraps.guard(client)),
    environment: platform.environment,
    ask: platform.ask,
    testElectron: platform.app.testElectron,
    testElectronAllowed: platform.app.testElectronAllowed,
    work: worker.run,
  };
  /** Answers that nobody sees any more, or not yet, until this session is unlocked. */
  const isComingToLight = (sessionId: string, owner = ''): boolean =>
    owner === sessionId || sessions.lockedName(owner) === undefined;
  const comingToLight = (sessionId: string) =>
    answers.list().filter((one) => isComingToLight(sessionId, one.sessionId));
  const sessions = createSessions({
    asked: gesture.asked,
    ...{
      ...connectParts,
      secrets,
      known,
      profiles,
      keychainTokens,
      drafts,
      environmentCredentials,
      emit,
      gate,
    },
    log: platform.log,
    report: platform.report,
    openBrowser: platform.openBrowser,
    keepAnswer: answers.hold,
    oneTimeResults: {
      count: (sessionId) => comingToLight(sessionId).length,
      discard: (sessionId, agreement) => {
        answers.discard(
          comingToLight(sessionId).map(({ answerId }) => answerId),
          agreement,
        );
        answers.forgetDismissed((owner) => isComingToLight(sessionId, owner));
      },
      forgetDismissed: (sessionId) => {
        answers.forgetDismissed((owner) => isComingToLight(sessionId, owner));
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
      generated.closeSession(sessionId);
      entries.closeSession(sessionId);
      answers.lockSession(sessionId);
      sharedWraps.closeSession(sessionId);
      workspaces.closeSession(sessionId);
    },
  });
  const unauthenticated = createUnauthenticatedConnections(
    { ...connectParts, known, lookOf: profiles.lookOf, headersAtHand: headerValues.areAtHand },
    () => sessions,
  );
  const lock: Lock = createLock({
    ...{ sessions, drafts, emit },
    secrets: { oneTimeResults: answers.count },
    endUnauthenticated: () => {
      unauthenticated.endAll();
      secrets.lockUnauthenticated();
      void worker.end();
    },
    lifted: () => emit('answer.changed', answers.listWithDismissed()),
    clearClipboard: platform.clipboard.clearNow,
    replacePage: platform.replacePage,
  });
  const services: Services = {
    ...{ platform, preferences, connectParts, files, profiles, environmentCredentials },
    freshProfiles: new Set<string>(),
    ...{
      secrets,
      sessions,
      entries,
      drafts,
      generated,
      workspaces,
      keychainTokens,
      headerValues,
      lock,
      jobs,
    },
    ...{ answers, unauthenticated, sharedWraps, gesture, unwraps, emit, runTask: worker.run },
    wrappingFiles: wrappingFiles(files, () => platform.chooseFile('value')),
    describedServer: createDescribedServers(),
    consoleHistory: createConsoleHistory(),
  };
  return {
    services,
    openSample: async ({ address, token, name }) => {
      const target = {
        address,
        namespace: '',
        tls: { useSystemStore: true, skipVerify: false },
        timeoutMs: defaultTimeoutMs,
        proxy: 'direct',
      };
      await sessions.openWithToken({ target, name, colour: 'teal' }, token);
    },
    lock: lock.now,
    losses: () => {
      const { locked, oneTimeResults } = lock.state();
      const places = drafts.places();
      const held = locked ? [] : answers.list().map(({ title, path }) => `${title} (${path})`);
      return {
        paths: locked ? [] : places.map(({ path }) => path),
        drafts: places.length,
        oneTimeResults,
        ...(held.length === 0 ? {} : { answers: held }),
      };
    },
    shutdown: async () => {
      workspaces.flush();
      unauthenticated.endAll();
      await Promise.all([sessions.closeAll(), worker.end()]);
    },
  };
}
