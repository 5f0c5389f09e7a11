/** What is remembered of a connection's work between runs: places, never a value. */
import type { FavouriteRequest } from './console.ts';
import type { Mount } from './mount.ts';

/** Where an entry is. */
export interface EntryPlace {
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
}

/** A place that a person has starred. */
export interface FavouritePlace extends EntryPlace {
  /** The key whose value is copied from it without opening it; absent: none was chosen yet. */
  readonly copyKey?: string;
}

/** How long the name of such a key may be; in UTF-16 code units. */
export const longestCopyKey = 1024;

/** How many namespaces are remembered. */
export const maxNamespaces = 20;

export interface RememberedTab extends EntryPlace {
  readonly version?: number;
  readonly pinned: boolean;
}

/** How often an action of the palette was used. */
export interface ActionUse {
  /** Names a place or a key at most, never a value. */
  readonly id: string;
  readonly count: number;
}

/** How many actions are counted, and how long an id may be. */
export const maxActionUses = 200;
export const longestUsedId = 2048;

export interface WorkspaceMemory {
  readonly tabs: readonly RememberedTab[];
  /** Index of the tab in front; -1: none. */
  readonly activeTab: number;
  /** Newest first, at most 50. */
  readonly recents: readonly EntryPlace[];
  /** In the person's order; folders end in `/`, a mount has the empty path. */
  readonly favourites: readonly FavouritePlace[];
  /** The latest first; absent where none was counted yet. */
  readonly uses?: readonly ActionUse[];
  /** Of the console, in the order they were added; absent where there are none. */
  readonly requests?: readonly FavouriteRequest[];
  /** Namespaces that were opened from here, the latest first; absent where none was. */
  readonly namespaces?: readonly string[];
}

export const emptyMemory: WorkspaceMemory = { tabs: [], activeTab: -1, recents: [], favourites: [] };

/** An edit that is not saved, as main keeps it while the window may come and go. Never on disk. */
export interface DraftRecord extends EntryPlace {
  /** The entry the draft starts from, still held by main; absent for an entry that is being created or patched unread. */
  readonly entryId?: string;
  /** The renderer's own text of the draft. */
  readonly text: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** An edit that was discarded unsaved, by its facts only. */
export interface DroppedDraft extends EntryPlace {
  readonly draftId: string;
  /** ISO 8601: when it was last changed. */
  readonly savedAt: string;
  /** ISO 8601. */
  readonly restorableUntil: string;
}
