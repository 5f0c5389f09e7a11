/** Memory of a connection's workspace between runs: places, never values. */
import type { FavouriteRequest } from './console.ts';
import type { Mount } from './mount.ts';

/** Location of an entry. */
export interface EntryPlace {
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
}

/** An opened entry. */
export interface RecentPlace extends EntryPlace {
  /** ISO 8601; absent if it is not known. */
  readonly openedAt?: string;
}

/** A starred place. */
export interface FavouritePlace extends EntryPlace {
  /** Key whose value is copied without opening the entry; absent: not chosen yet. */
  readonly copyKey?: string;
}

/** Longest name of such a key, in UTF-16 code units. */
export const longestCopyKey = 1024;

/** Most remembered namespaces. */
export const maxNamespaces = 20;

export interface RememberedTab extends EntryPlace {
  readonly version?: number;
  readonly pinned: boolean;
}

/** Usage count of a palette action. */
export interface ActionUse {
  /** Contains at most a place or a key, never a value. */
  readonly id: string;
  readonly count: number;
}

/** Most counted actions, and longest ID. */
export const maxActionUses = 200;
export const longestUsedId = 2048;

export interface WorkspaceMemory {
  readonly tabs: readonly RememberedTab[];
  /** Index of the active tab; -1: no tab. */
  readonly activeTab: number;
  /** Newest first, at most 50. */
  readonly recents: readonly RecentPlace[];
  /** In the user's order; folders end in `/`, a mount has the empty path. */
  readonly favourites: readonly FavouritePlace[];
  /** Newest first; absent before the first one. */
  readonly uses?: readonly ActionUse[];
  /** Favourites of the console, in the order they were added; absent without any. */
  readonly requests?: readonly FavouriteRequest[];
  /** Namespaces that were opened from here, newest first; absent without any. */
  readonly namespaces?: readonly string[];
}

export const emptyMemory: WorkspaceMemory = { tabs: [], activeTab: -1, recents: [], favourites: [] };

/** A draft, stored in main while windows come and go. Never on disk. */
export interface DraftRecord extends EntryPlace {
  /** The entry that the draft starts from, still open in main; absent if it is being created or patched unread. */
  readonly entryId?: string;
  /** The renderer's own text of the draft. */
  readonly text: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Facts of a discarded draft. */
export interface DroppedDraft extends EntryPlace {
  readonly draftId: string;
  /** Time of the last change, ISO 8601. */
  readonly savedAt: string;
  /** ISO 8601. */
  readonly restorableUntil: string;
}
