/** Builds the backend: the stores, the sessions, the gates. Calls find all of it here. */
import type { Events } from '../../shared/ipc/contract.ts';
import type { RunTask } from '../worker/tasks.ts';
import { createTaskWorker } from '../worker/worker.ts';
import type { ConsequenceGate } from '../core/gates/consequence.ts';
import type { NameIndex } from '../core/names/name-index.ts';
import { createLock } from '../core/sessions/lock.ts';
import type { Lock } from '../core/sessions/lock.ts';
import type { EnvironmentCredentialsWithToken } from '../core/login/environment-credentials.ts';
import { credentialsOfEnvironment } from '../core/credentials/client-credentials.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { sampleOptions } from '../core/sessions/sample.ts';
import { createSessions } from '../core/sessions/sessions.ts';
import { createUnauthenticatedConnections } from '../core/sessions/unauthenticated.ts';
import type { UnauthenticatedConnections } from '../core/sessions/unauthenticated.ts';
import { guardStores } from './guarded-stores.ts';
import type { GuardedPlatform } from './guarded-platform.ts';
import { guardPreferences } from '../core/gates/loosening.ts';
import type { GuardedPreferences } from '../core/gates/loosening.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';
import { lostOpeningWords } from '../core/wrapping/words.ts';
import { wrappingFiles } from '../core/wrapping/file.ts';
import type { WrappingFiles } from '../core/wrapping/file.ts';
import type { HealthLooks } from '../core/cluster/health-looks.ts';
import { createUpdates } from '../core/updates/updates.ts';
import type { Updates } from '../core/updates/updates-api.ts';
import type { Clusters } from '../core/cluster/watch.ts';
import { createContact } from '../core/gates/contact.ts';
import type { MeetParts } from '../core/login/meeting.ts';
import type { Emit, Losses, Platform, SampleServer } from '../core/platform.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { makeClusterWatching } from './cluster-watching.ts';
import type { ClusterWatching } from './cluster-watching.ts';
import { makeConnecting } from './connecting.ts';
import { openGates } from './gates.ts';
import { createMemoryStores } from './memory-stores.ts';
import type { MemoryStores } from './memory-stores.ts';
import { oneTimeResultsIn } from './one-time-results.ts';
import { sessionEnds } from './session-ends.ts';
import type { FileStore } from '../core/connection/files.ts';
import type { Session } from '../core/session/session.ts';
import type { Programs } from '../work/programs/programs.ts';
import { followedBy, makePrograms } from './programs-parts.ts';
import { createPaces } from '../work/pace.ts';
import type { Pace } from '../work/pace.ts';
import { findEnvironmentCredentials } from '../core/login/environment-credentials.ts';

/** Dependencies of the calls, made once per run. */
export interface Services extends Omit<Stores, 'seen' | 'updatesFile'>, MemoryStores {
  readonly platform: GuardedPlatform;
  readonly connectParts: MeetParts;
  readonly wrappingFiles: WrappingFiles;
  readonly environmentCredentials: () => readonly EnvironmentCredentialsWithToken[];
  readonly sessions: Sessions;
  readonly lock: Lock;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly clusters: Clusters;
  /** Server health without a token. */
  readonly healthLooks: HealthLooks;
  /** Tells of overdue entries of a folder just read. */
  readonly noteDue: ClusterWatching['noteDue'];
  /** Entering a value in the prompt consents to sending it. */
  readonly gate: Pick<ConsequenceGate, 'enter'>;
  readonly gesture: GestureGate;
  readonly preferences: GuardedPreferences;
  readonly updates: Updates;
  readonly programs: Programs;
  readonly emit: Emit;
  /** The pace of a session's jobs, within the bound of the settings: `walkSelection` takes it as `paceOf`. */
  readonly paceFor: (session: Session) => Pace;
  /** Runs CPU-heavy work off the main thread. */
  readonly runTask: RunTask;
}

/** The services, and main's own operations. */
export interface Core {
  readonly services: Services;
  /** Opens a session with the sample server, started for trying the app out. Rejects with `AppFailure`. */
  readonly openSample: (sample: SampleServer) => Promise<void>;
  /** Locks for a reason given by the system or the clock. */
  readonly lock: Lock['now'];
  readonly losses: () => Losses;
  /** Operations at the end of a run. */
  readonly updates: Pick<Updates, 'installAgreed' | 'leaveAsIs' | 'stayed'>;
  /** Closes every session: tokens are forgotten, connections end. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Makes the core of this run; `known` takes every credential of the environment. `makeContact`: makes the gate of
 * contact; a test can hold it open.
 */
export function openCore(
  outside: Platform,
  emit: Emit,
  known: KnownCredentials,
  makeContact = createContact,
): Core {
  known.keep(credentialsOfEnvironment(outside.environment));
  const worker = createTaskWorker();
  const work = worker.run;
  const { shown, gesture, platform } = openGates(outside, known, work);
  const isLocked = (): boolean => lock.state().locked;
  const stored = followedBy(outside.preferences, () => programs);
  const preferences = guardPreferences(stored, platform.ask, isLocked);
  const paceFor = createPaces(() => preferences.get().jobRequests);
  const stores = openStores(platform, known);
  const { files, workspaces, headerValues, profiles, keychainTokens, unwraps, updatesFile } = stores;
  const environmentCredentials = makeEnvironmentFinder(platform, files, known);
  const memory = createMemoryStores({
    known,
    gesture,
    work,
    emit,
    lockState: () => lock.state(),
    targetOf: (sessionId) => sessions.targetOf(sessionId),
  });
  const { secrets, drafts, answers, names } = memory;
  for (const lost of unwraps.takeLost()) platform.report(lostOpeningWords(lost));
  const { gate, connectParts } = makeConnecting({ platform, stores, shown, work }, makeContact);
  const sessions = createSessions({
    asked: gesture.asked,
    ...connectParts,
    secrets,
    known,
    profiles,
    keychainTokens,
    drafts,
    environmentCredentials,
    emit: followed(emit, names, () => watching.reconsider()),
    gate,
    seen: platform.seen,
    isLocked,
    log: platform.log,
    report: platform.report,
    openBrowser: platform.openBrowser,
    keepAnswer: answers.hold,
    namesOf: names.of,
    oneTimeResults: oneTimeResultsIn(answers, () => sessions),
    ...sessionEnds({ ...memory, ...stores, watching: () => watching, programs: () => programs }),
  });
  const programs = makePrograms({ platform, profiles, sessions, isLocked, preferences, paceFor, emit });
  const unauthenticated = createUnauthenticatedConnections(
    { ...connectParts, known, lookOf: profiles.lookOf, headersAtHand: headerValues.areAtHand },
    () => sessions,
  );
  const watching = makeClusterWatching({
    connectParts,
    sessions,
    unauthenticated,
    preferences,
    platform,
    isLocked,
    emit,
  });
  const { clusters, healthLooks } = watching;
  const lock: Lock = createLock({
    sessions,
    drafts,
    known,
    emit,
    secrets: { oneTimeResults: answers.count },
    endUnauthenticated: () => {
      clusters.endAll();
      unauthenticated.endAll();
      secrets.lockUnauthenticated();
      void worker.end();
    },
    lifted: () => emit('answer.changed', answers.listWithDismissed()),
    clearClipboard: platform.clipboard.clearNow,
    replacePage: platform.replacePage,
  });
  const losses = (): Losses => lossesOf(lock.state(), drafts.places(), answers.listAtRisk());
  const updates = createUpdates({ platform, ask: platform.ask, file: updatesFile, losses, emit, isLocked });
  const services: Services = {
    platform,
    connectParts,
    files,
    environmentCredentials,
    ...memory,
    ...guardStores({ ...stores, ...memory, preferences, updates, sessions, lock, programs }),
    unauthenticated,
    clusters,
    healthLooks,
    noteDue: watching.noteDue,
    gesture,
    unwraps,
    emit,
    paceFor,
    runTask: work,
    wrappingFiles: wrappingFiles(files, () => platform.chooseFile('value')),
    gate,
  };
  void programs.follow();
  return {
    services,
    openSample: async ({ token, ...server }) => {
      await sessions.openWithToken(sampleOptions(server), token);
    },
    lock: lock.now,
    losses,
    updates,
    shutdown: async () => {
      const written = workspaces.flush();
      [watching, updates].forEach((one) => one.stop());
      await programs.stop();
      [clusters, unauthenticated].forEach((one) => one.endAll());
      await Promise.all([written, sessions.closeAll(), worker.end()]);
    },
  };
}

/** Joins drafts and results; of a locked app, counts. */
function lossesOf(
  { locked, oneTimeResults }: { readonly locked: boolean; readonly oneTimeResults: number },
  drafts: readonly { readonly path: string }[],
  answers: readonly { readonly title: string; readonly path: string }[],
): Losses {
  const resultTitles = locked ? [] : answers.map(({ title, path }) => `${title} (${path})`);
  return {
    paths: locked ? [] : drafts.map(({ path }) => path),
    drafts: drafts.length,
    oneTimeResults,
    ...(resultTitles.length === 0 ? {} : { answers: resultTitles }),
  };
}

/** Makes the finder; `known` has the tokens that were found last. */
function makeEnvironmentFinder(
  { environment, homeFolder }: Pick<Platform, 'environment' | 'homeFolder'>,
  files: FileStore,
  known: Pick<KnownCredentials, 'keep'>,
): () => readonly EnvironmentCredentialsWithToken[] {
  let forgetFound: () => void = () => undefined;
  return () => {
    const found = findEnvironmentCredentials(environment, homeFolder, files);
    const forgetBefore = forgetFound;
    forgetFound = known.keep(found.flatMap(({ token }) => token ?? []));
    forgetBefore();
    return found;
  };
}

/** Sends events, and lets main follow those of sessions. */
function followed(emit: Emit, names: Pick<NameIndex, 'forToken'>, reconsider: () => void): Emit {
  return (name, payload) => {
    emit(name, payload);
    // Names are of the token that listed them.
    if (name === 'session.changed') {
      const { sessionId, token } = payload as Events['session.changed'];
      names.forToken(sessionId, token.accessor);
    }
    // Notices follow the connection: it opened, closed, or switched them.
    if (name === 'session.changed' || name === 'session.closed') reconsider();
  };
}
