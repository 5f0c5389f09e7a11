/** Types for changing entries: merging, comparing, checking, settings and limits. Values stay in main. */
import type { AppError } from '../ipc/result.ts';
import type { EntryView, KeyFacts, SaveOutcome } from './entry.ts';

/** One key and its complete JSON text, in the order of the entry. */
export type RawMember = readonly [key: string, rawJson: string];

/** Change of a key on one side since the common base version. */
export type KeyChange = 'same' | 'changed' | 'added' | 'removed';

/** One key of a three-way merge: base is the opened version, mine the draft, theirs the server's current one. */
export interface MergeKey {
  readonly key: string;
  readonly mine: KeyChange;
  readonly theirs: KeyChange;
  /** Both sides changed it with different results: the user must choose. */
  readonly clash: boolean;
  readonly baseFacts?: KeyFacts;
  readonly mineFacts?: KeyFacts;
  readonly theirFacts?: KeyFacts;
}

/** Result of a conflict. `theirs` is the current content, opened in main; the page must close it. */
export interface MergeView {
  /** Undefined if the entry is deleted, destroyed or removed; `gone` has the reason. */
  readonly theirs?: EntryView;
  readonly gone?: AppError;
  /**
   * Version that a save must replace, if the server reports it although its values are gone (a deleted or destroyed
   * version still counts); 0: the entry does not exist and would be created.
   */
  readonly currentVersion?: number;
  /** Only keys that either side changed. */
  readonly keys: readonly MergeKey[];
}

/** Outcome of a save whose response was lost. */
export type SaveCheck =
  | ({ readonly found: 'saved' } & SaveOutcome)
  /** The server is unchanged: saving again is safe. */
  | { readonly found: 'not-saved' }
  /** The server's content differs from both the opened and the sent one. */
  | { readonly found: 'changed'; readonly currentVersion?: number };

/** One key of two contents compared. */
export interface KeyDifference {
  readonly key: string;
  readonly change: 'same' | 'changed' | 'left-only' | 'right-only';
  readonly left?: KeyFacts;
  readonly right?: KeyFacts;
}

/** Settings of a KV v2 entry besides its values. */
export interface MetadataSettings {
  /** 0: the mount's setting applies. */
  readonly maxVersions: number;
  readonly casRequired: boolean;
  /** In Vault's format, e.g. `0s`, `768h0m0s`; the user can type any duration. */
  readonly deleteVersionAfter: string;
  readonly customMetadata: Readonly<Record<string, string>>;
}

/** `<mount>/config` of KV v2. */
export type MountConfig = Omit<MetadataSettings, 'customMetadata'>;

/** Size limits for an entry on this server, as far as known. */
export interface ServerLimits {
  /** Largest request of the server's listener, bytes; Vault's default if not reported. */
  readonly requestBytes: number;
  /** Largest stored entry, bytes, if the storage has a limit. */
  readonly entryBytes?: number;
  /** Most strings in one request, keys and values counted together: OpenBao's default. */
  readonly requestStrings?: number;
  /** `raft`, `consul`, `inmem` …; empty if not reported. */
  readonly storage: string;
}

export type KeyFormat = 'env' | 'json' | 'yaml';

/** Formats for copying a whole entry. `cli`: the command that writes it. */
export type EntryTextFormat = 'env' | 'json' | 'yaml' | 'cli';

/** Keys read from pasted text. */
export interface ParsedKeys {
  readonly format: KeyFormat;
  readonly members: readonly RawMember[];
  /** Content of the text that the keys leave out, in sentences. */
  readonly warnings: readonly string[];
}

/** The content of a file as a value. */
export interface FileValue {
  readonly name: string;
  readonly bytes: number;
  readonly encoding: 'text' | 'base64';
  readonly rawJson: string;
}

/** Result of a rename: the copy exists; removing the old entry can fail. */
export interface RenameOutcome extends SaveOutcome {
  readonly removed: boolean;
  readonly removalProblem?: AppError;
}
