/** Words of changing entries beyond one key: merging, comparing, checking, settings and limits. Values stay in main. */
import type { AppError } from '../ipc/result.ts';
import type { EntryView, KeyFacts, SaveOutcome } from './entry.ts';

/** One key and its complete JSON text, in the order of the entry. */
export type RawMember = readonly [key: string, rawJson: string];

/** What one side did to a key since the version both started from. */
export type KeyChange = 'same' | 'changed' | 'added' | 'removed';

/** One key of a three-way merge: base is what was opened, mine the draft, theirs what the server holds now. */
export interface MergeKey {
  readonly key: string;
  readonly mine: KeyChange;
  readonly theirs: KeyChange;
  /** True where both did something to it and the results differ: a person must choose. */
  readonly clash: boolean;
  readonly baseFacts?: KeyFacts;
  readonly mineFacts?: KeyFacts;
  readonly theirFacts?: KeyFacts;
}

/** What a conflict came to. `theirs` is the current content, opened in main and to be closed like any other. */
export interface MergeView {
  /** Undefined where the entry is gone: deleted, destroyed or removed; `gone` says which. */
  readonly theirs?: EntryView;
  readonly gone?: AppError;
  /**
   * The version a save would have to replace, where the server tells it although its values are gone (a deleted or
   * destroyed version still counts); 0: there is nothing, the entry would be created.
   */
  readonly currentVersion?: number;
  /** Only keys that somebody did something to. */
  readonly keys: readonly MergeKey[];
}

/** What became of a save whose answer was lost. */
export type SaveCheck =
  | ({ readonly found: 'saved' } & SaveOutcome)
  /** Nothing has changed on the server: saving again is safe. */
  | { readonly found: 'not-saved' }
  /** The server holds something else: neither what was opened nor what was sent. */
  | { readonly found: 'changed'; readonly currentVersion?: number };

/** One key of two contents laid side by side. */
export interface KeyDifference {
  readonly key: string;
  readonly change: 'same' | 'changed' | 'left-only' | 'right-only';
  readonly left?: KeyFacts;
  readonly right?: KeyFacts;
}

/** What can be set about a KV v2 entry besides its values. */
export interface MetadataSettings {
  /** 0: the mount's setting holds. */
  readonly maxVersions: number;
  readonly casRequired: boolean;
  /** As Vault writes it, e.g. `0s`, `768h0m0s`; a person may type any duration. */
  readonly deleteVersionAfter: string;
  readonly customMetadata: Readonly<Record<string, string>>;
}

/** `<mount>/config` of KV v2. */
export type MountConfig = Omit<MetadataSettings, 'customMetadata'>;

/** How large an entry may be on this server, as far as it can be known. */
export interface ServerLimits {
  /** Largest request the server's listener takes, bytes; Vault's default where it is not told. */
  readonly requestBytes: number;
  /** Largest stored entry, bytes, where the storage has such a limit. */
  readonly entryBytes?: number;
  /** Most strings in one request, keys and values counted together: OpenBao's default. */
  readonly requestStrings?: number;
  /** `raft`, `consul`, `inmem` …; empty where the server does not say. */
  readonly storage: string;
}

export type KeyFormat = 'env' | 'json' | 'yaml';

/** Forms in which a whole entry can be copied. `cli`: the command that writes it. */
export type EntryTextFormat = 'env' | 'json' | 'yaml' | 'cli';

/** Keys read from pasted text. */
export interface ParsedKeys {
  readonly format: KeyFormat;
  readonly members: readonly RawMember[];
  /** What was in the text and is not in the keys, in sentences. */
  readonly warnings: readonly string[];
}

/** The content of a file as a value. */
export interface FileValue {
  readonly name: string;
  readonly bytes: number;
  readonly encoding: 'text' | 'base64';
  readonly rawJson: string;
}

/** What renaming came to: the copy exists; whether the old one could be taken away is another matter. */
export interface RenameOutcome extends SaveOutcome {
  readonly removed: boolean;
  readonly removalProblem?: AppError;
}
