/** Changes to the workspace state. */
import type { FavouriteRequest } from '../../shared/vault/console.ts';
import type { Mount } from '../../shared/vault/mount.ts';
import type { EntryPlace } from '../../shared/vault/workspace-memory.ts';
import type { GoneEntry, PlainPlace } from '../api/entry-actions.ts';
import type { Restored } from './remembered-tabs.ts';
import type { OpenEntry } from './tab-list.ts';
import type { CompareSide, EntryMode, ScreenTab } from './tabs.ts';

/** Session defaults to the front one. */
type InSession<T extends { readonly sessionId: string }> = Omit<T, 'sessionId'> & {
  readonly sessionId?: string | undefined;
};

export type WorkspaceAction =
  | { readonly type: 'sessions-changed'; readonly sessionIds: readonly string[] }
  | { readonly type: 'session-activated'; readonly sessionId: string }
  | { readonly type: 'connect-shown'; readonly shown: boolean; readonly profileId?: string | undefined }
  | ({ readonly type: 'entry-opened' } & InSession<OpenEntry>)
  | ({ readonly type: 'screen-opened' } & InSession<Pick<ScreenTab, 'sessionId' | 'screen' | 'argument'>>)
  | ({ readonly type: 'compare-opened' } & InSession<{
      readonly sessionId: string;
      readonly left: CompareSide;
      readonly right: CompareSide;
    }>)
  | { readonly type: 'tab-activated'; readonly tabId: string }
  | { readonly type: 'tab-pinned'; readonly tabId: string }
  | { readonly type: 'tab-close-asked'; readonly tabId: string }
  | { readonly type: 'tab-close-answered'; readonly discard: boolean }
  | { readonly type: 'tab-dirtied'; readonly tabId: string; readonly dirty: boolean }
  | { readonly type: 'tab-moved'; readonly tabId: string; readonly toIndex: number }
  | { readonly type: 'tab-mode-set'; readonly tabId: string; readonly mode: EntryMode | undefined }
  | { readonly type: 'place-gone'; readonly sessionId: string; readonly place: EntryPlace }
  | { readonly type: 'tab-gone-set'; readonly place: PlainPlace; readonly gone: GoneEntry | undefined }
  | {
      readonly type: 'place-renamed';
      readonly sessionId: string;
      readonly from: EntryPlace;
      readonly to: EntryPlace;
    }
  | ({ readonly type: 'memory-loaded'; readonly sessionId: string } & Restored)
  | { readonly type: 'mounts-known'; readonly sessionId: string; readonly mounts: readonly Mount[] }
  | {
      readonly type: 'favourite-set';
      readonly sessionId: string;
      readonly place: EntryPlace;
      readonly favourite: boolean;
    }
  | {
      readonly type: 'favourite-moved';
      readonly sessionId: string;
      readonly place: EntryPlace;
      readonly by: number;
    }
  | {
      readonly type: 'copy-key-set';
      readonly sessionId: string;
      readonly place: EntryPlace;
      readonly copyKey: string | undefined;
    }
  | { readonly type: 'namespace-opened'; readonly sessionId: string; readonly namespace: string }
  | { readonly type: 'trail-walked'; readonly by: -1 | 1 }
  | { readonly type: 'tab-reopened' }
  | { readonly type: 'action-used'; readonly sessionId: string; readonly id: string }
  | {
      readonly type: 'requests-kept';
      readonly sessionId: string;
      readonly requests: readonly FavouriteRequest[];
    };
