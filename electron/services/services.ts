/** Builds the backend: the stores, the sessions, the gates. Calls find all of it here. */
import { createAnswers } from '../core/credentials/large-answers.ts';
import type { Answers } from '../core/credentials/large-answers.ts';
import type { RunTask } from '../worker/tasks.ts';
import { createTaskWorker } from '../worker/worker.ts';
import { createDrafts } from '../core/entries/drafts.ts';
import { noteOnceAnswered } from '../core/gates/call-scope.ts';
import { createCeremonyMemory } from '../core/ceremonies/memory.ts';
import type { CeremonyMemory } from '../core/ceremonies/memory.ts';
import { createConsequenceGate } from '../core/gates/consequence.ts';
import type { ConsequenceGate } from '../core/gates/consequence.ts';
import { createGeneratedValues } from '../core/entries/generated-values.ts';
import type { GeneratedValues } from '../core/entries/generated-values.ts';
import { createOpenEntries } from '../core/entries/open-entries.ts';
import { createLock } from '../core/sessions/lock.ts';
import type { Lock } from '../core/sessions/lock.ts';
import { findEnvironmentCredentials } from '../core/login/environment-credentials.ts';
import type { EnvironmentCredentialsWithToken } from '../core/login/environment-credentials.ts';
import { credentialsOfEnvironment } from '../core/credentials/client-credentials.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { createSecretStore } from '../core/credentials/secrets.ts';
import { notingTyped } from '../core/credentials/typed-credentials.ts';
import { sampleOptions } from '../core/sessions/sample.ts';
import { createSessions } from '../core/sessions/sessions.ts';
import { createUnauthenticatedConnections } from '../core/sessions/unauthenticated.ts';
import type { UnauthenticatedConnections } from '../core/sessions/unauthenticated.ts';
import { createSharedWraps } from '../core/wrapping/shared-wraps.ts';
import type { SecretStore } from '../core/credentials/secrets.ts';
import { createDescribedServers } from '../core/console/described-server.ts';
import type { DescribedServer } from '../core/console/described-server.ts';
import { createConsoleHistory } from '../core/console/history.ts';
import type { ConsoleHistory } from '../core/console/history.ts';
import type { Drafts } from '../core/entries/drafts.ts';
import type { OpenEntries } from '../core/entries/open-entries.ts';
import { guarded } from './guarded-platform.ts';
import { guardStores } from './guarded-stores.ts';
import type { GuardedPlatform } from './guarded-platform.ts';
import { guardPreferences } from '../core/gates/loosening.ts';
import type { GuardedPreferences } from '../core/gates/loosening.ts';
import { createGestureGate } from '../core/gates/gesture.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import type { Session } from '../core/session/session.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';
import { lostOpeningWords } from '../core/wrapping/words.ts';
import { wrappingFiles } from '../core/wrapping/file.ts';
import type { WrappingFiles } from '../core/wrapping/file.ts';
import { createChosenSnapshots } from '../core/administration/chosen-snapshots.ts';
import type { ChosenSnapshots } from '../core/administration/chosen-snapshots.ts';
import type { SharedWraps } from '../core/wrapping/shared-wraps.ts';
import type { Jobs } from '../work/jobs.ts';
import { createBackgroundHealth } from '../core/cluster/background-health.ts';
import type { BackgroundHealth } from '../core/cluster/background-health.ts';
import { createHomeNodes } from '../core/cluster/home-nodes.ts';
import { createHealthLooks } from '../core/cluster/health-looks.ts';
import type { HealthLooks } from '../core/cluster/health-looks.ts';
import { createNotices } from '../core/cluster/notices.ts';
import { createUpdates } from '../core/updates/updates.ts';
import type { Updates } from '../core/updates/updates.ts';
import { createClusters } from '../core/cluster/watch.ts';
import type { Clusters } from '../core/cluster/watch.ts';
import { createContact } from '../core/gates/contact.ts';
import { certificateShown } from '../core/gates/open-client.ts';
import { createShownCertificates } from '../core/gates/shown-certificates.ts';
import { keepPatience } from '../core/gates/patience.ts';
import { sayEnvironment } from '../core/gates/prompt-environment.ts';
import type { MeetParts } from '../core/login/meeting.ts';
import { createJobs } from '../work/jobs.ts';
import type { Emit, Losses, Platform, SampleServer } from '../core/platform.ts';
import { lossesOf } from './losses.ts';
import { openStores } from './stores.ts';
import type { Stores } from './stores.ts';

/** Dependencies of the calls, made once per run. */
export interface Services extends Omit<Stores, 'seen' | 'updatesFile'> {
  readonly platform: GuardedPlatform;
  readonly connectParts: MeetParts;
  /** Profiles saved in this run, unused. */
  readonly freshProfiles: Set<string>;
  readonly wrappingFiles: WrappingFiles;
  readonly chosenSnapshots: ChosenSnapshots;
  readonly environmentCredentials: () => readonly EnvironmentCredentialsWithToken[];
  readonly secrets: SecretStore;
  readonly sessions: Sessions;
  readonly entries: OpenEntries;
  readonly drafts: Drafts;
  /** Passwords generated for drafts. */
  readonly generated: GeneratedValues;
  readonly lock: Lock;
  readonly jobs: Jobs;
  readonly answers: Answers;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly clusters: Clusters;
  /** Server health without a token. */
  readonly healthLooks: HealthLooks;
  readonly sharedWraps: SharedWraps;
  readonly describedServer: DescribedServer;
  /** Entering a value in the prompt consents to sending it. */
  readonly gate: Pick<ConsequenceGate, 'enter'>;
  readonly ceremonyMemory: CeremonyMemory;
  readonly consoleHistory: ConsoleHistory<Session>;
  readonly gesture: GestureGate;
  readonly preferences: GuardedPreferences;
  readonly updates: Updates;
  readonly emit: Emit;
  /** Runs CPU-heavy work off the main thread. */
  readonly runTask: RunTask;
}

/** Time that a server has to name the nodes of its cluster, in milliseconds. */
const LEARN_MS = 15_000;

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
  const { gestures } = outside;
  const shown = createShownCertificates();
  const ask = keepPatience({
    ask: shown.noting(sayEnvironment(outside.ask)),
    gestures,
    firstMs: outside.quietMs,
  });
  const gesture = createGestureGate({
    gestures,
    ask,
    withoutQuestion: () => outside.preferences.get().actWithoutInput,
  });
  const worker = createTaskWorker();
  const platform = guarded(
    { ...outside, ask: notingTyped(ask, known) },
    { gesture, known, work: worker.run },
  );
  const preferences = guardPreferences(outside.preferences, platform.ask, () => lock.state().locked);
  const { files, workspaces, headerValues, profiles, keychainTokens, unwraps, seen, updatesFile } =
    openStores(platform, known);
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
  const answers = createAnswers({
    // Seen after the user's own key or click; a page's own reveal reaches no person.
    onceAnswered: (note) => {
      if (gesture.asked()) noteOnceAnswered(note);
    },
    secrets,
    known,
    work: worker.run,
    // A locked page is told only that there is one more result.
    changed: (list) =>
      lock.state().locked ? emit('lock.changed', lock.state()) : emit('answer.changed', list),
    targetOf: (sessionId) => sessions.targetOf(sessionId),
    onStored: sharedWraps.note,
  });
  for (const lost of unwraps.takeLost()) platform.report(lostOpeningWords(lost));
  const gate = createConsequenceGate({ ask: platform.ask, nowMs: Date.now });
  const contact = makeContact({
    ask: platform.ask,
    certificateShown,
    isSaved: profiles.hasConfirmed,
    seen,
    shown,
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
  /** Results hidden until this session unlocks. */
  const isComingToLight = (sessionId: string, owner = ''): boolean =>
    owner === sessionId || sessions.lockedName(owner) === undefined;
  const comingToLight = (sessionId: string, except?: string) =>
    answers
      .listAtRisk()
      .filter((one) => one.answerId !== except && isComingToLight(sessionId, one.sessionId));
  const sessions = createSessions({
    asked: gesture.asked,
    ...connectParts,
    secrets,
    known,
    profiles,
    keychainTokens,
    drafts,
    environmentCredentials,
    emit: (name, payload) => {
      emit(name, payload);
      // Notices follow the connection: it opened, closed, or switched them.
      if (name === 'session.changed' || name === 'session.closed') background.reconsider();
    },
    gate,
    seen: platform.seen,
    isLocked: () => lock.state().locked,
    log: platform.log,
    report: platform.report,
    openBrowser: platform.openBrowser,
    keepAnswer: answers.hold,
    oneTimeResults: {
      count: (sessionId, except) => comingToLight(sessionId, except).length,
      discard: (sessionId, agreement, except) => {
        answers.discard(
          comingToLight(sessionId, except).map(({ answerId }) => answerId),
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
      clusters.endSession(sessionId, false);
      healthLooks.end(sessionId, false);
      entries.closeUnpinned(sessionId);
      answers.lockSession(sessionId);
    },
    onClose: (sessionId) => {
      jobs.cancelSession(sessionId);
      clusters.endSession(sessionId, true);
      healthLooks.end(sessionId, true);
      notices.forget(sessionId);
      homeNodes.forget(sessionId);
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
  const clusters = createClusters({
    contact,
    guard: connectParts.guard,
    at: unauthenticated.at,
    seen: platform.seen,
    optionsOf: (where) =>
      'sessionId' in where
        ? Promise.resolve(where).then(({ sessionId }) => sessions.get(sessionId).client.options)
        : unauthenticated.at(where, ({ caller }) => Promise.resolve(caller.client.options), {
            unasked: true,
          }),
    judged: (where, status, members) => {
      if (!('sessionId' in where)) return;
      const { sessionId } = where;
      background.heard(sessionId, status);
      healthLooks.learn(sessionId, members);
      homeNodes.judged(sessionId, sessions.targetOf(sessionId)?.address ?? '', status);
    },
  });
  const homeNodes = createHomeNodes((sessionId) => {
    // The result, or the error, stands in the session's view.
    void sessions
      .find(sessionId)
      .session.refresh()
      .catch(() => undefined);
  });
  const healthLooks = createHealthLooks({
    ...connectParts,
    find: (sessionId) => sessions.find(sessionId),
    mayLookWhileLocked: () => preferences.get().boardOnLock,
  });
  const notices = createNotices({
    nowMs: Date.now,
    show: ({ sessionId, title, body }) =>
      platform.notify({
        title,
        body,
        chosen: () => {
          platform.showWindow();
          if (!lock.state().locked) emit('board.noticeChosen', { sessionId });
        },
      }),
  });
  const background: BackgroundHealth = createBackgroundHealth({
    sessions: sessions.list,
    looks: healthLooks,
    notices,
    isWatched: clusters.isWatched,
    learn: async (sessionId) => {
      // A watch rests while the window is out of sight.
      if (!platform.seen.isSeen()) return false;
      const signal = AbortSignal.timeout(LEARN_MS);
      await clusters.watch({ sessionId }, { everyMs: 0, onNews: () => undefined, signal });
      return true;
    },
    ...(platform.healthEveryMs === undefined ? {} : { everyMs: platform.healthEveryMs }),
  });
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
  const updates = createUpdates({
    platform,
    ask: platform.ask,
    file: updatesFile,
    losses,
    emit,
    isLocked: () => lock.state().locked,
  });
  const services: Services = {
    platform,
    connectParts,
    files,
    environmentCredentials,
    entries,
    generated,
    jobs,
    ...guardStores({
      profiles,
      keychainTokens,
      headerValues,
      workspaces,
      preferences,
      updates,
      sessions,
      lock,
      drafts,
      answers,
      secrets,
    }),
    freshProfiles: new Set<string>(),
    unauthenticated,
    clusters,
    healthLooks,
    sharedWraps,
    gesture,
    unwraps,
    emit,
    runTask: worker.run,
    wrappingFiles: wrappingFiles(files, () => platform.chooseFile('value')),
    chosenSnapshots: createChosenSnapshots(),
    describedServer: createDescribedServers(),
    gate,
    ceremonyMemory: createCeremonyMemory(),
    consoleHistory: createConsoleHistory(),
  };
  return {
    services,
    openSample: async ({ token, ...server }) => {
      await sessions.openWithToken(sampleOptions(server), token);
    },
    lock: lock.now,
    losses,
    updates,
    shutdown: async () => {
      workspaces.flush();
      background.stop();
      updates.stop();
      clusters.endAll();
      unauthenticated.endAll();
      await Promise.all([sessions.closeAll(), worker.end()]);
    },
  };
}
