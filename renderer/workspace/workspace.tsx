/**
 * The open sessions and tabs for every screen: what is open, the sessions, and the actions come from three contexts, so that
 * a change renders again only who reads it.
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

/** The sessions; who reads them alone is not rendered again for a tab. */
export interface OpenSessions {
  /** The session in front. */
  readonly session: SessionView;
  /** Those of one token beside each other. */
  readonly sessions: readonly SessionView[];
}

/** What is on screen. */
export interface Workspace {
  /** The connect screen is in front of the session. */
  readonly connecting: boolean;
  readonly connectTo: string | undefined;
  /** Tabs of the session in front, in their order. */
  readonly tabs: readonly Tab[];
  /** Tabs of all sessions. */
  readonly allTabs: readonly Tab[];
  readonly activeTab: Tab | undefined;
  /** The entry that the tab in front shows, if it shows one. */
  readonly activeEntry: EntryTab | undefined;
  /** The dirty tab whose closing waits for an answer. */
  readonly askingTab: EntryTab | undefined;
  /** Recent and favourite places of a session. */
  readonly placesOf: (sessionId: string) => Places;
  /** Whether what was open in a session is being brought back. */
  readonly isRestoring: (sessionId: string) => boolean;
  /** Why what was open in a session could not be brought back. */
  readonly memoryProblem: (sessionId: string) => AppError | undefined;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly canReopen: boolean;
  /** How often actions were used in a session. */
  readonly usesOf: (sessionId: string) => readonly ActionUse[];
  /** Favourite requests of a session's console. */
  readonly requestsOf: (sessionId: string) => readonly FavouriteRequest[];
  /** Namespaces that were opened from a session, the latest first. */
  readonly namespacesOf: (sessionId: string) => readonly string[];
}

const ActionsContext = createContext<WorkspaceActions | undefined>(undefined);
const SessionsContext = createContext<OpenSessions | undefined>(undefined);
const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** What can be done in the workspace around the calling component; never a reason to render again. */
export function useWorkspaceActions(): WorkspaceActions {
  return useAround(ActionsContext);
}

/** The sessions of the workspace around the calling component. */
export function useOpenSessions(): OpenSessions {
  return useAround(SessionsContext);
}

/** What is open in the workspace around the calling component. */
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
