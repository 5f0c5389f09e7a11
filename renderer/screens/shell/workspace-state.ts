/** What is open in the window, as plain data: sessions have tabs, tabs have an order, one is in front. */
import type { Mount } from '../../../shared/vault/mount.ts';

export interface EntryTab {
  readonly tabId: string;
  readonly sessionId: string;
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
  /** Shown instead of the current version. */
  readonly version?: number;
  /** False: a preview, which the next selected entry replaces. */
  readonly pinned: boolean;
  /** Holds edits that are not saved. */
  readonly dirty: boolean;
}

export interface WorkspaceState {
  readonly activeSessionId: string | undefined;
  /** The connect screen is in front although sessions are open. */
  readonly connecting: boolean;
  readonly tabs: readonly EntryTab[];
  /** The tab in front, by session. */
  readonly activeTabs: Readonly<Record<string, string>>;
  readonly nextTab: number;
  readonly goToOpen: boolean;
  /** The dirty tab somebody wants to close. */
  readonly askingTabId: string | undefined;
}

export interface OpenOptions {
  readonly version?: number;
  readonly pin?: boolean;
}

export type WorkspaceAction =
  | { readonly type: 'sessions-changed'; readonly sessionIds: readonly string[] }
  | { readonly type: 'session-activated'; readonly sessionId: string }
  | { readonly type: 'connect-shown'; readonly shown: boolean }
  | ({
      readonly type: 'entry-opened';
      readonly sessionId: string;
      readonly mount: Mount;
      readonly path: string;
    } & OpenOptions)
  | { readonly type: 'tab-activated'; readonly tabId: string }
  | { readonly type: 'tab-pinned'; readonly tabId: string }
  | { readonly type: 'tab-close-asked'; readonly tabId: string }
  | { readonly type: 'tab-close-kept' }
  | { readonly type: 'tab-closed'; readonly tabId: string }
  | { readonly type: 'tab-dirtied'; readonly tabId: string; readonly dirty: boolean }
  | { readonly type: 'tab-moved'; readonly tabId: string; readonly toIndex: number }
  | { readonly type: 'go-to-shown'; readonly shown: boolean };

export const emptyWorkspace: WorkspaceState = {
  activeSessionId: undefined,
  connecting: false,
  tabs: [],
  activeTabs: {},
  nextTab: 1,
  goToOpen: false,
  askingTabId: undefined,
};

/** The tabs of one session, in their order. */
export function tabsOf(state: WorkspaceState, sessionId: string | undefined): readonly EntryTab[] {
  return state.tabs.filter((tab) => tab.sessionId === sessionId);
}

/** The tab in front of one session. */
export function activeTabOf(state: WorkspaceState, sessionId: string | undefined): EntryTab | undefined {
  if (sessionId === undefined) return undefined;
  const tabId = state.activeTabs[sessionId];
  return state.tabs.find((tab) => tab.tabId === tabId);
}

/** The next state; never mutates. */
export function workspaceReducer(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case 'sessions-changed':
      return withSessions(state, action.sessionIds);
    case 'session-activated':
      return { ...state, activeSessionId: action.sessionId, connecting: false, goToOpen: false };
    case 'connect-shown':
      return { ...state, connecting: action.shown, goToOpen: false };
    case 'entry-opened':
      return withEntry(state, action);
    case 'tab-activated':
      return withActive(state, action.tabId);
    case 'tab-pinned':
      return withTab(state, action.tabId, { pinned: true });
    case 'tab-close-asked':
      return state.tabs.find((tab) => tab.tabId === action.tabId)?.dirty === true
        ? { ...withActive(state, action.tabId), askingTabId: action.tabId }
        : withoutTab(state, action.tabId);
    case 'tab-close-kept':
      return { ...state, askingTabId: undefined };
    case 'tab-closed':
      return withoutTab({ ...state, askingTabId: undefined }, action.tabId);
    case 'tab-dirtied':
      return withTab(state, action.tabId, action.dirty ? { dirty: true, pinned: true } : { dirty: false });
    case 'tab-moved':
      return withMoved(state, action.tabId, action.toIndex);
    case 'go-to-shown':
      return { ...state, goToOpen: action.shown };
  }
}

function withSessions(state: WorkspaceState, sessionIds: readonly string[]): WorkspaceState {
  const fresh = sessionIds.filter((id) => !(id in state.activeTabs));
  const tabs = state.tabs.filter((tab) => sessionIds.includes(tab.sessionId));
  const activeTabs = Object.fromEntries(sessionIds.map((id) => [id, state.activeTabs[id] ?? '']));
  const stillThere = state.activeSessionId !== undefined && sessionIds.includes(state.activeSessionId);
  const last = sessionIds.at(-1);
  const activeSessionId = fresh.at(-1) ?? (stillThere ? state.activeSessionId : last);
  const connecting = state.connecting && fresh.length === 0 && sessionIds.length > 0;
  return { ...state, tabs, activeTabs, activeSessionId, connecting };
}

function withEntry(
  state: WorkspaceState,
  wanted: { sessionId: string; mount: Mount; path: string } & OpenOptions,
): WorkspaceState {
  const { sessionId, mount, path, version, pin = false } = wanted;
  const known = state.tabs.find(
    (tab) => tab.sessionId === sessionId && tab.mount.path === mount.path && tab.path === path,
  );
  if (known !== undefined) {
    const { version: shown, ...rest } = known;
    const next = known.dirty ? shown : version;
    const tab: EntryTab = {
      ...rest,
      pinned: known.pinned || pin,
      ...(next === undefined ? {} : { version: next }),
    };
    const tabs = state.tabs.map((other) => (other === known ? tab : other));
    return withActive({ ...state, tabs }, known.tabId);
  }
  const tabId = `tab-${String(state.nextTab)}`;
  const tab: EntryTab = {
    ...{ tabId, sessionId, mount, path, pinned: pin, dirty: false },
    ...(version === undefined ? {} : { version }),
  };
  return withActive({ ...state, nextTab: state.nextTab + 1, tabs: placed(state, tab) }, tabId);
}

/** A new tab takes the place of the session's preview, else it comes behind the tab in front. */
function placed(state: WorkspaceState, tab: EntryTab): readonly EntryTab[] {
  const preview = state.tabs.find((other) => other.sessionId === tab.sessionId && !other.pinned);
  if (preview !== undefined && !tab.pinned)
    return state.tabs.map((other) => (other === preview ? tab : other));
  const front = activeTabOf(state, tab.sessionId);
  const at = front === undefined ? state.tabs.length : state.tabs.indexOf(front) + 1;
  return state.tabs.toSpliced(at, 0, tab);
}

function withActive(state: WorkspaceState, tabId: string): WorkspaceState {
  const tab = state.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return state;
  return { ...state, activeTabs: { ...state.activeTabs, [tab.sessionId]: tabId } };
}

function withTab(state: WorkspaceState, tabId: string, change: Partial<EntryTab>): WorkspaceState {
  const tab = state.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return state;
  const same = Object.entries(change).every(([name, value]) => tab[name as keyof EntryTab] === value);
  if (same) return state;
  return { ...state, tabs: state.tabs.map((other) => (other === tab ? { ...tab, ...change } : other)) };
}

function withoutTab(state: WorkspaceState, tabId: string): WorkspaceState {
  const tab = state.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return state;
  const row = tabsOf(state, tab.sessionId);
  const at = row.indexOf(tab);
  const tabs = state.tabs.filter((other) => other !== tab);
  if (state.activeTabs[tab.sessionId] !== tabId) return { ...state, tabs };
  const neighbour = row[at + 1] ?? row[at - 1];
  return { ...state, tabs, activeTabs: { ...state.activeTabs, [tab.sessionId]: neighbour?.tabId ?? '' } };
}

function withMoved(state: WorkspaceState, tabId: string, toIndex: number): WorkspaceState {
  const tab = state.tabs.find((other) => other.tabId === tabId);
  if (tab === undefined) return state;
  const row = tabsOf(state, tab.sessionId);
  const to = Math.max(0, Math.min(row.length - 1, toIndex));
  if (row.indexOf(tab) === to) return state;
  const moved = row.filter((other) => other !== tab).toSpliced(to, 0, tab);
  const others = state.tabs.filter((other) => other.sessionId !== tab.sessionId);
  return { ...state, tabs: [...others, ...moved] };
}
