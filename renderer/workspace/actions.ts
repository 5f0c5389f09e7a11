/** What can be done in the workspace. The actions never change, so that who only acts is not rendered again. */
import type { Dispatch } from 'react';
import type { FavouriteRequest } from '../../shared/vault/console.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import { requestFocus } from './entry-focus.ts';
import type { OpenOptions as TabOptions } from './tab-list.ts';
import type { CompareSide, EntryMode, ScreenName } from './tabs.ts';
import type { WorkspaceAction } from './workspace-action.ts';

export interface OpenOptions extends TabOptions {
  /** The session to open it in, which comes to the front; the one in front unless told. */
  readonly sessionId?: string;
  /** The focus stays where it is: whoever looks through a list goes on there. */
  readonly keepFocus?: boolean;
}

export interface WorkspaceActions {
  readonly activate: (sessionId: string) => void;
  /** With a profile's id, its settings. */
  readonly showConnect: (profileId?: string) => void;
  readonly hideConnect: () => void;
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
  /** Answers what closing a tab has asked. */
  readonly answerClose: (discard: boolean) => void;
  /** An entry is gone: closes the tabs that show it and forgets it as recent. Tabs with edits stay. */
  readonly closeTabsAt: (sessionId: string, mount: Mount, path: string) => void;
  /** An entry lives elsewhere now: its tab, recents and favourites follow. A tab with edits stays where it is. */
  readonly renameTabs: (sessionId: string, from: EntryPlace, to: EntryPlace) => void;
  readonly setDirty: (tabId: string, dirty: boolean) => void;
  /** Sets or (once the entry exists) takes away the mode of an entry's tab. */
  readonly setMode: (tabId: string, mode: EntryMode | undefined) => void;
  /** `toIndex`: place among the session's tabs. */
  readonly moveTab: (tabId: string, toIndex: number) => void;
  readonly setFavourite: (sessionId: string, place: EntryPlace, favourite: boolean) => void;
  /** The key that is copied from a favourite without opening it; undefined: none. */
  readonly setCopyKey: (sessionId: string, place: EntryPlace, copyKey: string | undefined) => void;
  /** Remembers a namespace that was opened from a session. */
  readonly noteNamespace: (sessionId: string, namespace: string) => void;
  /** `by`: -1 is one up. */
  readonly moveFavourite: (sessionId: string, place: EntryPlace, by: number) => void;
  /** What the server lists now; tabs of a mount that has changed follow. */
  readonly setMounts: (sessionId: string, mounts: readonly Mount[]) => void;
  /** Asks again for what was open in a session. */
  readonly retryMemory: (sessionId: string) => void;
  /** One stop back (-1) or forward to what was in front before. */
  readonly goBack: (by: -1 | 1) => void;
  readonly reopenTab: () => void;
  /** Keeps the favourite requests of a session's console. */
  readonly keepRequests: (sessionId: string, requests: readonly FavouriteRequest[]) => void;
  /** Counts a use of an action, in the session's memory. */
  readonly countUse: (sessionId: string, id: string) => void;
}

/** The actions as messages to the state; `retryMemory` is the one that asks main. */
export function actionsOf(
  dispatch: Dispatch<WorkspaceAction>,
  retryMemory: WorkspaceActions['retryMemory'],
): WorkspaceActions {
  return {
    retryMemory,
    openEntry: (mount, path, { keepFocus = false, ...options } = {}) => {
      if (!keepFocus) requestFocus({ mount, path });
      dispatch({ type: 'entry-opened', mount, path, ...options });
    },
    openCompare: (left, right) => dispatch({ type: 'compare-opened', left, right }),
    openScreen: (screen, argument = '', sessionId) =>
      dispatch({ type: 'screen-opened', screen, argument, sessionId }),
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
