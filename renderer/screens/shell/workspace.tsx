/** The open sessions and tabs for every screen inside the shell. */
import { createContext, use, useEffect, useMemo, useReducer } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { activeTabOf, emptyWorkspace, tabsOf, workspaceReducer } from './workspace-state.ts';
import type { EntryTab, OpenOptions } from './workspace-state.ts';

export type { EntryTab, OpenOptions } from './workspace-state.ts';

export interface Workspace {
  /** The session in front. */
  readonly session: SessionView;
  readonly sessions: readonly SessionView[];
  readonly activate: (sessionId: string) => void;
  /** The connect screen is in front of the session. */
  readonly connecting: boolean;
  readonly showConnect: () => void;
  readonly hideConnect: () => void;
  /** Tabs of the session in front, in their order. */
  readonly tabs: readonly EntryTab[];
  /** Tabs of all sessions. */
  readonly allTabs: readonly EntryTab[];
  readonly activeTab: EntryTab | undefined;
  /** Opens an entry of the session in front: as a preview, or with `pin` to stay. */
  readonly openEntry: (mount: Mount, path: string, options?: OpenOptions) => void;
  readonly activateTab: (tabId: string) => void;
  readonly pinTab: (tabId: string) => void;
  /** Closes a tab; with unsaved edits it asks first. */
  readonly closeTab: (tabId: string) => void;
  readonly setDirty: (tabId: string, dirty: boolean) => void;
  /** `toIndex`: place among the session's tabs. */
  readonly moveTab: (tabId: string, toIndex: number) => void;
  /** The dirty tab whose closing waits for an answer. */
  readonly askingTab: EntryTab | undefined;
  readonly answerClose: (discard: boolean) => void;
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

  const session = sessions.find((one) => one.sessionId === state.activeSessionId) ?? sessions.at(-1);
  const workspace = useMemo((): Workspace | undefined => {
    if (session === undefined) return undefined;
    const { sessionId } = session;
    const { askingTabId } = state;
    return {
      session,
      sessions,
      activate: (id) => {
        dispatch({ type: 'session-activated', sessionId: id });
      },
      connecting: state.connecting,
      showConnect: () => {
        dispatch({ type: 'connect-shown', shown: true });
      },
      hideConnect: () => {
        dispatch({ type: 'connect-shown', shown: false });
      },
      tabs: tabsOf(state, sessionId),
      allTabs: state.tabs,
      activeTab: activeTabOf(state, sessionId),
      openEntry: (mount, path, options = {}) => {
        dispatch({ type: 'entry-opened', sessionId, mount, path, ...options });
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
      setDirty: (tabId, dirty) => {
        dispatch({ type: 'tab-dirtied', tabId, dirty });
      },
      moveTab: (tabId, toIndex) => {
        dispatch({ type: 'tab-moved', tabId, toIndex });
      },
      askingTab: state.tabs.find((tab) => tab.tabId === askingTabId),
      answerClose: (discard) => {
        dispatch(
          discard && askingTabId !== undefined
            ? { type: 'tab-closed', tabId: askingTabId }
            : { type: 'tab-close-kept' },
        );
      },
      goToOpen: state.goToOpen,
      requestGoTo: () => {
        dispatch({ type: 'go-to-shown', shown: true });
      },
      closeGoTo: () => {
        dispatch({ type: 'go-to-shown', shown: false });
      },
    };
  }, [session, sessions, state]);

  return <WorkspaceContext value={workspace}>{workspace !== undefined && children}</WorkspaceContext>;
}

function startWith(sessions: readonly SessionView[]) {
  const sessionIds = sessions.map((session) => session.sessionId);
  return workspaceReducer(emptyWorkspace, { type: 'sessions-changed', sessionIds });
}
