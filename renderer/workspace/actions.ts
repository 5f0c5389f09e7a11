/** Actions on the workspace. Their identity never changes, so that components that only act do not re-render. */
import type { Dispatch } from 'react';
import type { FavouriteRequest } from '../../shared/vault/console.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import type { GoneEntry, PlainPlace } from '../api/entry-actions.ts';
import { requestFocus } from './entry-focus.ts';
import { showSideList } from './side-list.tsx';
import type { OpenOptions as TabOptions } from './tab-list.ts';
import type { CompareSide, EntryMode, ScreenName } from './tabs.ts';
import type { WorkspaceAction } from './workspace-action.ts';

export interface OpenOptions extends TabOptions {
  /** Session to open it in, which comes to the front; defaults to the front session. */
  readonly sessionId?: string;
  /** Leaves the focus in place, for browsing through a list. */
  readonly keepFocus?: boolean;
}

export interface WorkspaceActions {
  readonly activate: (sessionId: string) => void;
  /** Shows the connect screen; with a profile's id, its settings. */
  readonly showConnect: (profileId?: string) => void;
  readonly hideConnect: () => void;
  /**
   * Opens an entry as a preview, or with `pin` to stay; with `mode` one to create, or to patch without reading it.
   */
  readonly openEntry: (mount: Mount, path: string, options?: OpenOptions) => void;
  /** Compares two contents side by side in a tab of the front session. */
  readonly openCompare: (left: CompareSide, right: CompareSide) => void;
  /** Opens a screen outside the tree, by default in the front session; `argument` selects one of its kind. */
  readonly openScreen: (screen: ScreenName, argument?: string, sessionId?: string) => void;
  readonly activateTab: (tabId: string) => void;
  readonly pinTab: (tabId: string) => void;
  /** Closes a tab; asks first if it has unsaved edits. */
  readonly closeTab: (tabId: string) => void;
  /** Answers the question asked on closing a tab. */
  readonly answerClose: (discard: boolean) => void;
  /** Closes the tabs of a deleted entry and removes it from the recents. Tabs with edits stay. */
  readonly closeTabsAt: (sessionId: string, mount: Mount, path: string) => void;
  /** Moves tab, recents and favourites of a renamed entry. A tab with edits stays where it is. */
  readonly renameTabs: (sessionId: string, from: EntryPlace, to: EntryPlace) => void;
  /** Notes at the tab of an entry that it was moved or deleted; undefined: it is there again. */
  readonly setGone: (place: PlainPlace, gone: GoneEntry | undefined) => void;
  readonly setDirty: (tabId: string, dirty: boolean) => void;
  /** Sets the mode of an entry's tab, or clears it once the entry exists. */
  readonly setMode: (tabId: string, mode: EntryMode | undefined) => void;
  /** `toIndex`: position among the session's tabs. */
  readonly moveTab: (tabId: string, toIndex: number) => void;
  readonly setFavourite: (sessionId: string, place: EntryPlace, favourite: boolean) => void;
  /** Key copied from a favourite without opening it; undefined clears it. */
  readonly setCopyKey: (sessionId: string, place: EntryPlace, copyKey: string | undefined) => void;
  /** Remembers a namespace opened from a session. */
  readonly noteNamespace: (sessionId: string, namespace: string) => void;
  /** `by`: -1 moves one up. */
  readonly moveFavourite: (sessionId: string, place: EntryPlace, by: number) => void;
  /** Sets the server's current mounts; tabs of a changed mount follow. */
  readonly setMounts: (sessionId: string, mounts: readonly Mount[]) => void;
  /** Retries loading a session's remembered workspace. */
  readonly retryMemory: (sessionId: string) => void;
  /** Goes one stop back (-1) or forward. */
  readonly goBack: (by: -1 | 1) => void;
  readonly reopenTab: () => void;
  /** Stores the favourite requests of a session's console. */
  readonly keepRequests: (sessionId: string, requests: readonly FavouriteRequest[]) => void;
  /** Counts one use of an action in the session's memory. */
  readonly countUse: (sessionId: string, id: string) => void;
}

/** Actions as dispatches to the state; only `retryMemory` calls main. */
export function actionsOf(
  dispatch: Dispatch<WorkspaceAction>,
  retryMemory: WorkspaceActions['retryMemory'],
): WorkspaceActions {
  return {
    retryMemory,
    openEntry: (mount, path, { keepFocus = false, ...options } = {}) => {
      if (!keepFocus) requestFocus({ mount, path });
      dispatch({ type: 'entry-opened', mount, path, openedAt: new Date().toISOString(), ...options });
    },
    openCompare: (left, right) => dispatch({ type: 'compare-opened', left, right }),
    openScreen: (screen, argument = '', sessionId) => {
      showSideList();
      dispatch({ type: 'screen-opened', screen, argument, sessionId });
    },
    answerClose: (discard) => dispatch({ type: 'tab-close-answered', discard }),
    activate: (sessionId) => dispatch({ type: 'session-activated', sessionId }),
    showConnect: (profileId) => dispatch({ type: 'connect-shown', shown: true, profileId }),
    hideConnect: () => dispatch({ type: 'connect-shown', shown: false }),
    activateTab: (tabId) => dispatch({ type: 'tab-activated', tabId }),
    pinTab: (tabId) => dispatch({ type: 'tab-pinned', tabId }),
    closeTab: (tabId) => dispatch({ type: 'tab-close-asked', tabId }),
    closeTabsAt: (sessionId, mount, path) =>
      dispatch({ type: 'place-gone', sessionId, place: { mount, path } }),
    renameTabs: (sessionId, from, to) => dispatch({ type: 'place-renamed', sessionId, from, to }),
    setGone: (place, gone) => dispatch({ type: 'tab-gone-set', place, gone }),
    setDirty: (tabId, dirty) => dispatch({ type: 'tab-dirtied', tabId, dirty }),
    setMode: (tabId, mode) => dispatch({ type: 'tab-mode-set', tabId, mode }),
    moveTab: (tabId, toIndex) => dispatch({ type: 'tab-moved', tabId, toIndex }),
    setFavourite: (sessionId, place, favourite) =>
      dispatch({ type: 'favourite-set', sessionId, place, favourite }),
    setCopyKey: (sessionId, place, copyKey) => dispatch({ type: 'copy-key-set', sessionId, place, copyKey }),
    noteNamespace: (sessionId, namespace) => dispatch({ type: 'namespace-opened', sessionId, namespace }),
    moveFavourite: (sessionId, place, by) => dispatch({ type: 'favourite-moved', sessionId, place, by }),
    setMounts: (sessionId, mounts) => dispatch({ type: 'mounts-known', sessionId, mounts }),
    goBack: (by) => dispatch({ type: 'trail-walked', by }),
    reopenTab: () => dispatch({ type: 'tab-reopened' }),
    keepRequests: (sessionId, requests) => dispatch({ type: 'requests-kept', sessionId, requests }),
    countUse: (sessionId, id) => dispatch({ type: 'action-used', sessionId, id }),
  };
}
