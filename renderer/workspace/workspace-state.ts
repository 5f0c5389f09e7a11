/**
 * Open content of the window as plain data: each session has ordered tabs, one in front, and recent and favourite
 * places.
 */
import type { FavouriteRequest } from '../../shared/vault/console.ts';
import { maxNamespaces } from '../../shared/vault/workspace-memory.ts';
import type { ActionUse, EntryPlace } from '../../shared/vault/workspace-memory.ts';
import {
  noPlaces,
  withCopyKey,
  withFavourite,
  withFavouriteMoved,
  withRecent,
  withRemembered,
  withRenamed,
  withoutRecent,
} from './places.ts';
import type { Places } from './places.ts';
import { withCurrentMounts, withRestored } from './remembered-tabs.ts';
import type { Restored } from './remembered-tabs.ts';
import {
  withActive,
  withClosedAt,
  withComparison,
  withEntry,
  withGone,
  withMode,
  withMoved,
  withRenamedTabs,
  withScreen,
  withTab,
  withoutTab,
} from './tab-list.ts';
import type { OpenEntry, TabList } from './tab-list.ts';
import { samePlace, shows } from './tabs.ts';
import type { EntryMode } from './tabs.ts';
import { emptyTrail, stepped, trailOf, withArrived, withClosed, withStop } from './trail.ts';
import type { Stop, Trail } from './trail.ts';
import { withRememberedUses, withUse } from './uses.ts';
import type { WorkspaceAction } from './workspace-action.ts';

export interface WorkspaceState extends TabList {
  readonly activeSessionId: string | undefined;
  /** True if the connect screen covers the open sessions. */
  readonly connecting: boolean;
  /** Remembered connection preselected on the connect screen. */
  readonly connectTo: string | undefined;
  readonly trail: Trail;
  /** Dirty tab whose closing awaits an answer. */
  readonly askingTabId: string | undefined;
  /** Recent and favourite places, by session. */
  readonly places: Readonly<Record<string, Places>>;
  /** Use counts of actions, by session. */
  readonly uses: Readonly<Record<string, readonly ActionUse[]>>;
  /** Favourite requests of the console, by session. */
  readonly requests: Readonly<Record<string, readonly FavouriteRequest[]>>;
  /** Namespaces opened from a session, latest first. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
  /** Sessions whose memory has been loaded; before that they are not saved. */
  readonly remembered: readonly string[];
}

export const emptyWorkspace: WorkspaceState = {
  activeSessionId: undefined,
  connecting: false,
  connectTo: undefined,
  tabs: [],
  activeTabs: {},
  nextTab: 1,
  trail: emptyTrail,
  askingTabId: undefined,
  places: {},
  uses: {},
  requests: {},
  namespaces: {},
  remembered: [],
};

/** Recent and favourite places of one session. */
export function placesOf(state: WorkspaceState, sessionId: string | undefined): Places {
  return (sessionId === undefined ? undefined : state.places[sessionId]) ?? noPlaces;
}

/** Next state; never mutates. Each change of the front content adds a stop to go back to. */
export function workspaceReducer(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  const next = stateAfter(state, action);
  const trail = withArrived(next.trail, next, next.activeSessionId);
  return trail === next.trail ? next : { ...next, trail };
}

function stateAfter(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case 'sessions-changed':
      return withSessions(state, action.sessionIds);
    case 'session-activated':
      return { ...state, activeSessionId: action.sessionId, connecting: false };
    case 'connect-shown':
      return { ...state, connecting: action.shown, connectTo: action.profileId };
    case 'entry-opened':
      return inSession(state, action, opened);
    case 'screen-opened':
      return inSession(state, action, (before, screen) => ({
        ...withList(before, withScreen(before, screen)),
        activeSessionId: screen.sessionId,
      }));
    case 'compare-opened':
      return inSession(state, action, (before, sides) => withList(before, withComparison(before, sides)));
    case 'tab-activated':
      return withList(state, withActive(state, action.tabId));
    case 'tab-pinned':
      return withList(state, withTab(state, action.tabId, { pinned: true }));
    case 'tab-close-asked':
      return state.tabs.find((tab) => tab.tabId === action.tabId)?.dirty === true
        ? { ...withList(state, withActive(state, action.tabId)), askingTabId: action.tabId }
        : withoutClosed(state, action.tabId);
    case 'tab-close-answered': {
      const { askingTabId } = state;
      const rest = action.discard && askingTabId !== undefined ? withoutClosed(state, askingTabId) : state;
      return { ...rest, askingTabId: undefined };
    }
    case 'tab-dirtied':
      return withDirtied(state, action.tabId, action.dirty);
    case 'tab-moved':
      return withList(state, withMoved(state, action.tabId, action.toIndex));
    case 'tab-mode-set':
      return withModeSet(state, action.tabId, action.mode);
    case 'tab-gone-set':
      return withList(state, withGone(state, action.place, action.gone));
    case 'place-gone':
      return withPlaces(
        withoutStops(
          withList(state, withClosedAt(state, action.sessionId, action.place)),
          action,
          action.place,
        ),
        action,
        (all) => withoutRecent(all, action.place),
      );
    case 'place-renamed':
      return withPlaces(
        withoutStops(withList(state, withRenamedTabs(state, action)), action, action.from),
        action,
        (all) => withRenamed(all, action.from, action.to),
      );
    case 'memory-loaded':
      return restored(state, action);
    case 'mounts-known':
      return withList(state, withCurrentMounts(state, action.sessionId, action.mounts));
    case 'favourite-set':
      return withPlaces(state, action, (all) => withFavourite(all, action.place, action.favourite));
    case 'favourite-moved':
      return withPlaces(state, action, (all) => withFavouriteMoved(all, action.place, action.by));
    case 'copy-key-set':
      return withPlaces(state, action, (all) => withCopyKey(all, action.place, action.copyKey));
    case 'namespace-opened': {
      const { sessionId, namespace } = action;
      const known = (state.namespaces[sessionId] ?? []).filter((one) => one !== namespace);
      const namespaces = { ...state.namespaces, [sessionId]: [namespace, ...known].slice(0, maxNamespaces) };
      return { ...state, namespaces };
    }
    case 'trail-walked': {
      const trail = stepped(state.trail, action.by);
      return trail === undefined ? state : { ...atStop(state, trail.now, false), trail };
    }
    case 'tab-reopened': {
      const { closed } = state.trail;
      const stop = closed.at(-1);
      if (stop === undefined) return state;
      return { ...atStop(state, stop, true), trail: { ...state.trail, closed: closed.slice(0, -1) } };
    }
    case 'requests-kept':
      return { ...state, requests: { ...state.requests, [action.sessionId]: action.requests } };
    case 'action-used': {
      const { sessionId, id } = action;
      return { ...state, uses: { ...state.uses, [sessionId]: withUse(state.uses[sessionId] ?? [], id) } };
    }
  }
}

/** Brings the content of a stop to the front. */
function atStop(state: WorkspaceState, stop: Stop, pin: boolean): WorkspaceState {
  return {
    ...withList(state, withStop(state, stop, pin)),
    activeSessionId: stop.sessionId,
    connecting: false,
  };
}

/** Removes a tab the user closes; it can be reopened. */
function withoutClosed(state: WorkspaceState, tabId: string): WorkspaceState {
  const tab = state.tabs.find((one) => one.tabId === tabId);
  return { ...withList(state, withoutTab(state, tabId)), trail: withClosed(state.trail, tab) };
}

/** Removes the stops of a deleted entry. */
function withoutStops(
  state: WorkspaceState,
  { sessionId }: { readonly sessionId: string },
  place: EntryPlace,
): WorkspaceState {
  const stays = (stop: Stop): boolean =>
    stop.kind !== 'entry' || stop.sessionId !== sessionId || !samePlace(stop, place);
  const trail = trailOf(state.trail, stays);
  return trail === state.trail ? state : { ...state, trail };
}

function withSessions(state: WorkspaceState, sessionIds: readonly string[]): WorkspaceState {
  const there = (id: string): boolean => sessionIds.includes(id);
  const closed = Object.keys(state.activeTabs).filter((id) => !there(id));
  const fresh = sessionIds.filter((id) => !(id in state.activeTabs));
  const left = closed.reduce<TabList>(
    (list, id) =>
      list.tabs
        .filter((tab) => shows(tab, id))
        .reduce((rest, tab) => ({ ...rest, ...withoutTab(rest, tab.tabId) }), list),
    state,
  );
  const activeTabs = Object.fromEntries(sessionIds.map((id) => [id, left.activeTabs[id] ?? '']));
  const stillThere = state.activeSessionId !== undefined && there(state.activeSessionId);
  const last = sessionIds.at(-1);
  const asking = left.tabs.some((tab) => tab.tabId === state.askingTabId);
  return {
    ...state,
    tabs: left.tabs,
    activeTabs,
    activeSessionId: fresh.at(-1) ?? (stillThere ? state.activeSessionId : last),
    connecting: state.connecting && fresh.length === 0 && sessionIds.length > 0,
    askingTabId: asking ? state.askingTabId : undefined,
    places: Object.fromEntries(Object.entries(state.places).filter(([id]) => there(id))),
    uses: Object.fromEntries(Object.entries(state.uses).filter(([id]) => there(id))),
    requests: Object.fromEntries(Object.entries(state.requests).filter(([id]) => there(id))),
    namespaces: Object.fromEntries(Object.entries(state.namespaces).filter(([id]) => there(id))),
    trail: trailOf(state.trail, (stop) => there(stop.sessionId)),
    remembered: state.remembered.filter(there),
  };
}

/** Applies a change to the action's session, by default the front one; without a session the state stays. */
function inSession<A extends { readonly sessionId?: string | undefined }>(
  state: WorkspaceState,
  action: A,
  change: (state: WorkspaceState, action: A & { readonly sessionId: string }) => WorkspaceState,
): WorkspaceState {
  const { sessionId = state.activeSessionId } = action;
  return sessionId === undefined ? state : change(state, { ...action, sessionId });
}

/** Replaces the tab list; keeps the state if it is unchanged. */
function withList(state: WorkspaceState, list: TabList): WorkspaceState {
  return list === state ? state : { ...state, ...list };
}

/** Opens an entry and brings its session to the front. */
function opened(state: WorkspaceState, action: OpenEntry): WorkspaceState {
  const { sessionId } = action;
  const next = { ...withList(state, withEntry(state, action)), activeSessionId: sessionId };
  // A new entry is not yet a place to return to.
  return action.mode === 'create' ? next : withPlaces(next, action, (all) => withRecent(all, action));
}

function withDirtied(state: WorkspaceState, tabId: string, dirty: boolean): WorkspaceState {
  return withList(state, withTab(state, tabId, dirty ? { dirty, pinned: true } : { dirty }));
}

function withModeSet(state: WorkspaceState, tabId: string, mode: EntryMode | undefined): WorkspaceState {
  const next = withList(state, withMode(state, tabId, mode));
  const tab = next.tabs.find((one) => one.tabId === tabId);
  if (tab?.kind !== 'entry' || mode === 'create') return next;
  return withPlaces(next, tab, (all) => withRecent(all, tab));
}

function restored(state: WorkspaceState, loaded: Restored & { readonly sessionId: string }): WorkspaceState {
  const { sessionId, memory } = loaded;
  if (state.remembered.includes(sessionId)) return state;
  const next = {
    ...withList(state, withRestored(state, loaded)),
    remembered: [...state.remembered, sessionId],
    uses: {
      ...state.uses,
      [sessionId]: withRememberedUses(state.uses[sessionId] ?? [], memory.uses ?? []),
    },
    requests: { ...state.requests, [sessionId]: memory.requests ?? [] },
    namespaces: {
      ...state.namespaces,
      [sessionId]: [...new Set([...(state.namespaces[sessionId] ?? []), ...(memory.namespaces ?? [])])],
    },
  };
  return withPlaces(next, loaded, (all) => withRemembered(all, memory));
}

function withPlaces(
  state: WorkspaceState,
  { sessionId }: { readonly sessionId: string },
  change: (places: Places) => Places,
): WorkspaceState {
  const before = placesOf(state, sessionId);
  const after = change(before);
  return after === before ? state : { ...state, places: { ...state.places, [sessionId]: after } };
}
