/** The open sessions and tabs for every screen inside the shell. */
import { createContext, use, useEffect, useMemo, useReducer } from 'react';
import type { Dispatch, ReactNode } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { frontSession, rememberFront } from './front-session.ts';
import { useKeptMemory } from './kept-memory.ts';
import type { KeptMemory } from './kept-memory.ts';
import type { Places } from './places.ts';
import { activeTabOf, tabsOf } from './tab-list.ts';
import type { OpenOptions as TabOptions } from './tab-list.ts';
import type { CompareSide, EntryMode, EntryTab, ScreenName, Tab } from './tabs.ts';
import { emptyWorkspace, placesOf, workspaceReducer } from './workspace-state.ts';
import type { WorkspaceAction, WorkspaceState } from './workspace-state.ts';

export type { CompareSide, CompareTab, EntryMode, EntryTab, Tab } from './tabs.ts';

export interface OpenOptions extends TabOptions {
  /** The session to open it in, which comes to the front; the one in front unless told. */
  readonly sessionId?: string;
}

export interface Workspace {
  /** The session in front. */
  readonly session: SessionView;
  readonly sessions: readonly SessionView[];
  readonly activate: (sessionId: string) => void;
  /** The connect screen is in front of the session. */
  readonly connecting: boolean;
  /** With a profile's id, its settings. */
  readonly showConnect: (profileId?: string) => void;
  readonly connectTo: string | undefined;
  readonly hideConnect: () => void;
  /** Tabs of the session in front, in their order. */
  readonly tabs: readonly Tab[];
  /** Tabs of all sessions. */
  readonly allTabs: readonly Tab[];
  readonly activeTab: Tab | undefined;
  /** The entry that the tab in front shows, if it shows one. */
  readonly activeEntry: EntryTab | undefined;
  /** Opens an entry as a preview, or with `pin` to stay; with `mode` one to create, or to patch without reading it. */
  readonly openEntry: (mount: Mount, path: string, options?: OpenOptions) => void;
  /** Lays two contents side by side, in a tab of the session in front. */
  readonly openCompare: (left: CompareSide, right: CompareSide) => void;
  /** Opens a screen that is no place in the tree, in the session in front unless told; `argument`: which one of its kind. */
  readonly openScreen: (screen: ScreenName, argument?: string, sessionId?: string) => void;
  readonly activateTab: (tabId: string) => void;
  readonly pinTab: (tabId: string) => void;
  /** Closes a tab; with unsaved edits it asks first. */
  readonly closeTab: (tabId: string) => void;
  /** An entry is gone: closes the tabs that show it and forgets it as recent. Tabs with edits stay. */
  readonly closeTabsAt: (sessionId: string, mount: Mount, path: string) => void;
  /** An entry lives elsewhere now: its tab, recents and favourites follow. A tab with edits stays where it is. */
  readonly renameTabs: (sessionId: string, from: EntryPlace, to: EntryPlace) => void;
  readonly setDirty: (tabId: string, dirty: boolean) => void;
  /** Sets or (once the entry exists) takes away the mode of an entry's tab. */
  readonly setMode: (tabId: string, mode: EntryMode | undefined) => void;
  /** `toIndex`: place among the session's tabs. */
  readonly moveTab: (tabId: string, toIndex: number) => void;
  /** The dirty tab whose closing waits for an answer. */
  readonly askingTab: EntryTab | undefined;
  readonly answerClose: (discard: boolean) => void;
  /** Recent and favourite places of a session. */
  readonly placesOf: (sessionId: string) => Places;
  readonly setFavourite: (sessionId: string, place: EntryPlace, favourite: boolean) => void;
  /** `by`: -1 is one up. */
  readonly moveFavourite: (sessionId: string, place: EntryPlace, by: number) => void;
  /** What the server lists now; tabs of a mount that has changed follow. */
  readonly setMounts: (sessionId: string, mounts: readonly Mount[]) => void;
  /** Whether what was open in a session is being brought back. */
  readonly isRestoring: (sessionId: string) => boolean;
  /** Why what was open in a session could not be brought back. */
  readonly memoryProblem: (sessionId: string) => AppError | undefined;
  readonly retryMemory: (sessionId: string) => void;
  readonly goToOpen: boolean;
  readonly requestGoTo: () => void;
  readonly closeGoTo: () => void;
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace around the calling component. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === undefined) throw new Error('There is no workspace around this screen.');
  return workspace;
}

export interface WorkspaceProviderProps {
  /** At least one. */
  readonly sessions: readonly SessionView[];
  readonly children: ReactNode;
}

/** Keeps what is open for as long as there is a session. */
export function WorkspaceProvider({ sessions, children }: WorkspaceProviderProps) {
  const [state, dispatch] = useReducer(workspaceReducer, sessions, startWith);
  const ids = sessions.map((session) => session.sessionId).join(' ');
  useEffect(() => {
    dispatch({ type: 'sessions-changed', sessionIds: ids === '' ? [] : ids.split(' ') });
  }, [ids]);
  const front = state.activeSessionId;
  useEffect(() => {
    if (front !== undefined) rememberFront(front);
  }, [front]);
  const kept = useKeptMemory(state, dispatch, sessions);
  const { problems, retry } = kept;

  const actions = useMemo(() => actionsOf(dispatch), []);
  const session = sessions.find((one) => one.sessionId === state.activeSessionId) ?? sessions.at(-1);
  const workspace = useMemo(
    () => session && { ...actions, ...seenFrom(state, session, sessions, dispatch, { problems, retry }) },
    [actions, session, sessions, state, problems, retry],
  );
  return <WorkspaceContext value={workspace}>{workspace !== undefined && children}</WorkspaceContext>;
}

/** What is on screen, and the actions that mean the session in front. */
function seenFrom(
  state: WorkspaceState,
  session: SessionView,
  sessions: readonly SessionView[],
  dispatch: Dispatch<WorkspaceAction>,
  { problems, retry }: KeptMemory,
) {
  const { sessionId } = session;
  const { askingTabId } = state;
  const activeTab = activeTabOf(state, sessionId);
  const asking = state.tabs.find((tab) => tab.tabId === askingTabId);
  return {
    session,
    sessions,
    connecting: state.connecting,
    connectTo: state.connectTo,
    tabs: tabsOf(state, sessionId),
    allTabs: state.tabs,
    activeTab,
    activeEntry: activeTab?.kind === 'entry' ? activeTab : undefined,
    openEntry: (mount: Mount, path: string, options: OpenOptions = {}) => {
      dispatch({ type: 'entry-opened', sessionId, mount, path, ...options });
    },
    openCompare: (left: CompareSide, right: CompareSide) => {
      dispatch({ type: 'compare-opened', sessionId, left, right });
    },
    openScreen: (screen: ScreenName, argument = '', inSession = sessionId) => {
      dispatch({ type: 'screen-opened', sessionId: inSession, screen, argument });
    },
    askingTab: asking?.kind === 'entry' ? asking : undefined,
    answerClose: (discard: boolean) => {
      dispatch(
        discard && askingTabId !== undefined
          ? { type: 'tab-closed', tabId: askingTabId }
          : { type: 'tab-close-kept' },
      );
    },
    placesOf: (id: string) => placesOf(state, id),
    isRestoring: (id: string) => !state.remembered.includes(id) && !problems.has(id),
    memoryProblem: (id: string) => problems.get(id),
    retryMemory: retry,
    goToOpen: state.goToOpen,
  };
}

type Actions = Pick<
  Workspace,
  | 'activate'
  | 'showConnect'
  | 'hideConnect'
  | 'activateTab'
  | 'pinTab'
  | 'closeTab'
  | 'closeTabsAt'
  | 'renameTabs'
  | 'setDirty'
  | 'setMode'
  | 'moveTab'
  | 'setFavourite'
  | 'moveFavourite'
  | 'setMounts'
  | 'requestGoTo'
  | 'closeGoTo'
>;

/** The actions that name what they mean; they never change. */
function actionsOf(dispatch: Dispatch<WorkspaceAction>): Actions {
  return {
    activate: (sessionId) => {
      dispatch({ type: 'session-activated', sessionId });
    },
    showConnect: (profileId) => {
      dispatch({ type: 'connect-shown', shown: true, profileId });
    },
    hideConnect: () => {
      dispatch({ type: 'connect-shown', shown: false });
    },
    activateTab: (tabId) => {
      dispatch({ type: 'tab-activated', tabId });
    },
    pinTab: (tabId) => {
      dispatch({ type: 'tab-pinned', tabId });
    },
    closeTab: (tabId) => {
      dispatch({ type: 'tab-close-asked', tabId });
    },
    closeTabsAt: (sessionId, mount, path) => {
      dispatch({ type: 'place-gone', sessionId, place: { mount, path } });
    },
    renameTabs: (sessionId, from, to) => {
      dispatch({ type: 'place-renamed', sessionId, from, to });
    },
    setDirty: (tabId, dirty) => {
      dispatch({ type: 'tab-dirtied', tabId, dirty });
    },
    setMode: (tabId, mode) => {
      dispatch({ type: 'tab-mode-set', tabId, mode });
    },
    moveTab: (tabId, toIndex) => {
      dispatch({ type: 'tab-moved', tabId, toIndex });
    },
    setFavourite: (sessionId, place, favourite) => {
      dispatch({ type: 'favourite-set', sessionId, place, favourite });
    },
    moveFavourite: (sessionId, place, by) => {
      dispatch({ type: 'favourite-moved', sessionId, place, by });
    },
    setMounts: (sessionId, mounts) => {
      dispatch({ type: 'mounts-known', sessionId, mounts });
    },
    requestGoTo: () => {
      dispatch({ type: 'go-to-shown', shown: true });
    },
    closeGoTo: () => {
      dispatch({ type: 'go-to-shown', shown: false });
    },
  };
}

function startWith(sessions: readonly SessionView[]) {
  const sessionIds = sessions.map((session) => session.sessionId);
  const all = workspaceReducer(emptyWorkspace, { type: 'sessions-changed', sessionIds });
  const sessionId = frontSession(sessions);
  return sessionId === undefined ? all : workspaceReducer(all, { type: 'session-activated', sessionId });
}
