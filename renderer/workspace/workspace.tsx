/**
 * Open sessions and tabs for every screen. Workspace, sessions and actions have separate contexts, so that a change
 * re-renders only its readers.
 */
import { createContext, use, useEffect, useMemo, useReducer } from 'react';
import type { Context, ReactNode } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { FavouriteRequest } from '../../shared/vault/console.ts';
import type { ActionUse } from '../../shared/vault/workspace-memory.ts';
import { actionsOf, type WorkspaceActions } from './actions.ts';
import { frontSession, rememberFront } from './front-session.ts';
import { useMemorySync } from './memory-sync.ts';
import type { Places } from './places.ts';
import { groupsOf } from './session-groups.ts';
import { activeTabOf, tabsOf } from './tab-list.ts';
import type { EntryTab, Tab } from './tabs.ts';
import { emptyWorkspace, placesOf, workspaceReducer } from './workspace-state.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** Open sessions; components that read only these do not re-render for a tab. */
export interface OpenSessions {
  /** Front session. */
  readonly session: SessionView;
  /** Sessions of one token stand side by side. */
  readonly sessions: readonly SessionView[];
}

/** Visible state of the workspace. */
export interface Workspace {
  /** True if the connect screen covers the session. */
  readonly connecting: boolean;
  readonly connectTo: string | undefined;
  /** Tabs of the front session, in order. */
  readonly tabs: readonly Tab[];
  /** Tabs of all sessions. */
  readonly allTabs: readonly Tab[];
  readonly activeTab: Tab | undefined;
  /** Entry of the front tab, if it shows one. */
  readonly activeEntry: EntryTab | undefined;
  /** Dirty tab whose closing awaits an answer. */
  readonly askingTab: EntryTab | undefined;
  /** Recent and favourite places of a session. */
  readonly placesOf: (sessionId: string) => Places;
  /** True while a session's workspace is being restored. */
  readonly isRestoring: (sessionId: string) => boolean;
  /** Error of restoring a session's workspace. */
  readonly memoryProblem: (sessionId: string) => AppError | undefined;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly canReopen: boolean;
  /** Use counts of actions in a session. */
  readonly usesOf: (sessionId: string) => readonly ActionUse[];
  /** Favourite requests of a session's console. */
  readonly requestsOf: (sessionId: string) => readonly FavouriteRequest[];
  /** Namespaces opened from a session, latest first. */
  readonly namespacesOf: (sessionId: string) => readonly string[];
}

const ActionsContext = createContext<WorkspaceActions | undefined>(undefined);
const SessionsContext = createContext<OpenSessions | undefined>(undefined);
const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** Actions of the surrounding workspace; reading them never causes a re-render. */
export function useWorkspaceActions(): WorkspaceActions {
  return useAround(ActionsContext);
}

/** Sessions of the surrounding workspace. */
export function useOpenSessions(): OpenSessions {
  return useAround(SessionsContext);
}

/** State of the surrounding workspace. */
export function useWorkspace(): Workspace {
  return useAround(WorkspaceContext);
}

function useAround<T>(context: Context<T | undefined>): T {
  const value = use(context);
  if (value === undefined) throw new Error('There is no workspace around this screen.');
  return value;
}

export interface WorkspaceProviderProps {
  /** At least one. */
  readonly sessions: readonly SessionView[];
  readonly children: ReactNode;
}

/** Holds the workspace state while a session is open. */
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
  const { problems, retry } = useMemorySync(state, dispatch, sessions);

  const actions = useMemo(() => actionsOf(dispatch, retry), [retry]);
  const session = sessions.find((one) => one.sessionId === front) ?? sessions.at(-1);
  const open = useMemo(
    () => session && { session, sessions: groupsOf(sessions).flat() },
    [session, sessions],
  );
  const sessionId = session?.sessionId;
  const workspace = useMemo(() => seenFrom(state, sessionId, problems), [state, sessionId, problems]);
  return (
    <ActionsContext value={actions}>
      <SessionsContext value={open}>
        <WorkspaceContext value={workspace}>{open !== undefined && children}</WorkspaceContext>
      </SessionsContext>
    </ActionsContext>
  );
}

function seenFrom(
  state: WorkspaceState,
  sessionId: string | undefined,
  problems: ReadonlyMap<string, AppError>,
): Workspace {
  const activeTab = activeTabOf(state, sessionId);
  const asking = state.tabs.find((tab) => tab.tabId === state.askingTabId);
  return {
    connecting: state.connecting,
    connectTo: state.connectTo,
    tabs: tabsOf(state, sessionId),
    allTabs: state.tabs,
    activeTab,
    activeEntry: activeTab?.kind === 'entry' ? activeTab : undefined,
    askingTab: asking?.kind === 'entry' ? asking : undefined,
    placesOf: (id) => placesOf(state, id),
    isRestoring: (id) => !state.remembered.includes(id) && !problems.has(id),
    memoryProblem: (id) => problems.get(id),
    canGoBack: state.trail.past.length > 0,
    canGoForward: state.trail.future.length > 0,
    canReopen: state.trail.closed.length > 0,
    usesOf: (id) => state.uses[id] ?? [],
    requestsOf: (id) => state.requests[id] ?? noRequests,
    namespacesOf: (id) => state.namespaces[id] ?? [],
  };
}

const noRequests: readonly FavouriteRequest[] = [];

function startWith(sessions: readonly SessionView[]) {
  const sessionIds = sessions.map((session) => session.sessionId);
  const all = workspaceReducer(emptyWorkspace, { type: 'sessions-changed', sessionIds });
  const sessionId = frontSession(sessions);
  return sessionId === undefined ? all : workspaceReducer(all, { type: 'session-activated', sessionId });
}
