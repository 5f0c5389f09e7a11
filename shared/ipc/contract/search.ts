/** Searches: jobs that walk folders, and the index of names seen so far. */
import type { Mount } from '../../vault/mount.ts';
import type { PackedNames } from '../../vault/names.ts';
import type { FoundFacts, SearchTerms } from '../../vault/search.ts';
import type { EntryPlace } from '../../vault/workspace-memory.ts';
import type { SelectedPlace } from '../../vault/selection.ts';
import type { Call, InSession } from './call.ts';

/** Counts of a running search. */
export interface SearchCounts {
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
  /** Entries whose keys, metadata or values were read. */
  readonly entriesRead: number;
  readonly entriesWaiting: number;
}

/** Hits of one mount. */
export interface FoundGroup {
  readonly sessionId: string;
  /** The whole path of a namespace below the session's own; absent: its own. */
  readonly namespace?: string;
  readonly mount: Mount;
  /** Paths below the mount; folders end in `/`. */
  readonly names: PackedNames;
  /** One for each name; absent if only names were read. */
  readonly facts?: readonly FoundFacts[];
}

/** A folder or entry that a search could not read. */
export interface UnreadBySearch {
  readonly sessionId: string;
  /** With its mount, and with a namespace below the session's own before it; a folder ends in `/`. */
  readonly path: string;
  readonly reason: string;
  /** The path is a namespace that could not be searched, or its list of namespaces. */
  readonly ofNamespace?: true;
}

/** One batch of a search. */
export interface SearchBatch extends SearchCounts {
  readonly jobId: string;
  readonly found: readonly FoundGroup[];
  readonly unread: readonly UnreadBySearch[];
}

/** Places to search, by a session that the job belongs to. */
interface SearchIn extends InSession, SearchTerms {
  readonly places: readonly SelectedPlace[];
  /** All mounts of the namespaces below those of the places, too. */
  readonly namespacesBelow?: boolean;
}

/** Names that the session has listed before, the best matches first. */
export interface KnownNames {
  readonly places: readonly EntryPlace[];
  /** Matches in all. */
  readonly total: number;
  /** Names known in all. */
  readonly names: number;
  /** Time of the oldest list that they are from, milliseconds since 1970; absent without any. */
  readonly oldestMs?: number;
  /** More names were listed than the app remembers. */
  readonly full?: true;
}

export interface SearchCalls {
  /**
   * Looks into the names listed so far, by a part of a name or the end of a path. The first of a token sends one request,
   * for the names that its policies write out; others send none.
   */
  'names.search': Call<InSession & { readonly text: string }, KnownNames>;
  /** Hits arrive as `search.found`, the end as `job.ended`. Spends a gesture. */
  'search.start': Call<SearchIn, { readonly jobId: string }>;
  /**
   * Searches the values of all entries that the terms do not rule out. The text to look for is typed in the secure
   * prompt, which names the places and how many reads it takes: a page never chooses it.
   */
  'search.startValues': Call<SearchIn, { readonly jobId: string }>;
  /** Goes on with what a stopped or cancelled search has left over. Spends a gesture. */
  'search.goOn': Call<InSession & { readonly jobId: string }, { readonly jobId: string }>;
}

export interface SearchEvents {
  'search.found': SearchBatch;
}
