/**
 * Stores as calls of the page reach them: each method is marked as reading or changing state that the user relies on.
 */
import { changedByCalls } from '../core/gates/changes-here.ts';
import type { GuardedPreferences } from '../core/gates/loosening.ts';
import type { Answers } from '../core/credentials/large-answers.ts';
import type { SecretStore } from '../core/credentials/secrets.ts';
import type { Drafts } from '../core/entries/drafts.ts';
import type { Lock } from '../core/sessions/lock.ts';
import type { Sessions } from '../core/sessions/sessions-parts.ts';
import type { Updates } from '../core/updates/updates-api.ts';
import type { Programs } from '../work/programs/programs.ts';
import type { Stores as FileStores } from './stores.ts';

/** Stores with a file. */
interface WithFile extends Pick<
  FileStores,
  | 'profiles'
  | 'keychainTokens'
  | 'headerValues'
  | 'workspaces'
  | 'environmentViews'
  | 'planJournals'
  | 'templateFiles'
> {
  readonly preferences: GuardedPreferences;
  readonly updates: Updates;
}

/** Stores in memory whose content outlives the call that changed it. */
interface InMemory {
  readonly sessions: Sessions;
  readonly lock: Lock;
  readonly drafts: Drafts;
  readonly answers: Answers;
  readonly secrets: SecretStore;
  readonly programs: Programs;
}

/** Puts the gate before every change. */
export function guardStores(stores: WithFile & InMemory): WithFile & InMemory {
  return { ...guardFileStores(stores), ...guardMemoryStores(stores) };
}

function guardFileStores(stores: WithFile): WithFile {
  return {
    profiles: changedByCalls('profiles', stores.profiles, {
      list: 'reads',
      find: 'reads',
      hasConfirmed: 'reads',
      lookOf: 'reads',
      save: 'changes',
      remove: 'changes',
      markUsed: 'changes',
      changeOrigins: 'changes',
      setKeychain: 'changes',
      setNotices: 'changes',
    }),
    keychainTokens: changedByCalls('keychainTokens', stores.keychainTokens, {
      state: 'reads',
      has: 'reads',
      take: 'reads',
      keep: 'changes',
      forget: 'changes',
    }),
    headerValues: changedByCalls('headerValues', stores.headerValues, {
      check: 'reads',
      areAtHand: 'reads',
      resolve: 'reads',
      enter: 'changes',
      takeOver: 'changes',
      settle: 'changes',
    }),
    workspaces: changedByCalls('workspaces', stores.workspaces, {
      load: 'reads',
      flush: 'reads',
      save: 'changes',
      removeProfile: 'changes',
      closeSession: 'changes',
    }),
    environmentViews: changedByCalls('environmentViews', stores.environmentViews, {
      list: 'reads',
      save: 'changes',
      remove: 'changes',
      removeProfile: 'changes',
    }),
    templateFiles: changedByCalls('templateFiles', stores.templateFiles, {
      at: 'reads',
      choose: 'changes',
      forget: 'changes',
      closeSession: 'changes',
      removeProfile: 'changes',
    }),
    planJournals: changedByCalls('planJournals', stores.planJournals, {
      ids: 'reads',
      read: 'reads',
      begin: 'changes',
      remove: 'changes',
    }),
    preferences: changedByCalls('preferences', stores.preferences, { get: 'reads', set: 'changes' }),
    updates: changedByCalls('updates', stores.updates, {
      state: 'reads',
      stop: 'reads',
      setMode: 'changes',
      setFeed: 'changes',
      setAtQuit: 'changes',
      check: 'changes',
      download: 'changes',
      cancel: 'changes',
      installNow: 'changes',
      installAgreed: 'changes',
      leaveAsIs: 'changes',
      stayed: 'changes',
    }),
  };
}

function guardMemoryStores(stores: InMemory): InMemory {
  return {
    sessions: changedByCalls('sessions', stores.sessions, {
      list: 'reads',
      get: 'reads',
      lockedName: 'reads',
      find: 'reads',
      lookOf: 'reads',
      targetOf: 'reads',
      open: 'changes',
      openWithToken: 'changes',
      reauthenticate: 'changes',
      unlockAll: 'changes',
      adopt: 'changes',
      openBeside: 'changes',
      openAt: 'changes',
      openNamespace: 'changes',
      confirmOrigins: 'changes',
      forgetOrigin: 'changes',
      keepInKeychain: 'changes',
      setNotices: 'changes',
      close: 'changes',
      logOut: 'changes',
      closeOfProfile: 'changes',
      lockAll: 'changes',
      closeAll: 'changes',
    }),
    lock: changedByCalls('lock', stores.lock, {
      state: 'reads',
      refusal: 'reads',
      now: 'changes',
      lift: 'changes',
    }),
    // A draft that main itself has found on the server needs no restoring: noting it loses nothing.
    drafts: changedByCalls('drafts', stores.drafts, {
      list: 'reads',
      dropped: 'reads',
      places: 'reads',
      put: 'changes',
      drop: 'changes',
      noteFound: 'reads',
      noteSaved: 'changes',
      restore: 'changes',
      forgetDropped: 'changes',
      dropSession: 'changes',
    }),
    // A spent gesture alone notes a result as seen.
    answers: changedByCalls('answers', stores.answers, {
      hold: 'reads',
      view: 'reads',
      list: 'reads',
      listWithDismissed: 'reads',
      reveal: 'reads',
      listAtRisk: 'reads',
      revealAll: 'reads',
      textAt: 'reads',
      credentialsAt: 'reads',
      raw: 'reads',
      original: 'reads',
      clientTokenOf: 'reads',
      sessionOf: 'reads',
      targetOf: 'reads',
      losing: 'reads',
      count: 'reads',
      full: 'reads',
      noteShown: 'reads',
      noteSeen: 'changes',
      noteTaken: 'changes',
      dismiss: 'changes',
      restore: 'changes',
      discard: 'changes',
      forgetDismissed: 'changes',
      lockSession: 'changes',
    }),
    programs: changedByCalls('programs', stores.programs, {
      list: 'reads',
      revoke: 'changes',
      follow: 'reads',
      endSession: 'reads',
      stop: 'reads',
    }),
    secrets: changedByCalls('secrets', stores.secrets, {
      hold: 'reads',
      holdTyped: 'reads',
      holdAnswer: 'reads',
      isTyped: 'reads',
      read: 'reads',
      sessionOf: 'reads',
      ownersOf: 'reads',
      isTaken: 'reads',
      dismiss: 'changes',
      dismissOfAnswer: 'changes',
      setAside: 'changes',
      noteTaken: 'changes',
      lockSession: 'changes',
      dismissSession: 'changes',
      lockUnauthenticated: 'changes',
    }),
  };
}
