/**
 * Entries as screens see them. Values stay in main until the user reveals or edits one: the keys cross the bridge, in
 * the server's order, with facts about each value that do not reveal it.
 */
import type { Mount } from './mount.ts';

/** Type of a JSON value. `integer64`: an integer outside ±(2^53 − 1), which JSON.parse would damage. */
export type ValueType =
  'string' | 'integer' | 'integer64' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** Facts about a value that do not reveal it, without the most common ones: an entry can have thousands of keys. */
export interface KeyFacts {
  readonly key: string;
  readonly type: ValueType;
  /** Length of the value in UTF-8 bytes (of the string itself, or of the raw JSON). */
  readonly bytes: number;
  /** Length of the raw JSON text in UTF-8 bytes: its share of the entry's size. */
  readonly rawBytes: number;
  /** Strings in an object or list, its keys among them; absent: 0. */
  readonly strings?: number;
  /** Lines of a string value; absent: 1. */
  readonly lines?: number;
  /** `-----BEGIN …-----` blocks in a string value. */
  readonly pem?: true;
  /** End of the certificate in it that ends first, ISO 8601; only of an open entry. */
  readonly certificateEnds?: string;
  readonly startsWithSpace?: true;
  readonly endsWithSpace?: true;
  /** Zero-width, bidi, non-breaking or control characters other than newline and tab. */
  readonly hasInvisible?: true;
}

/** One version of a KV v2 entry. Times: ISO 8601 as the server writes them. */
export interface VersionFacts {
  readonly version: number;
  readonly createdTime: string;
  /** Empty if not deleted. Can be in the future (`delete_version_after`). */
  readonly deletionTime: string;
  readonly destroyed: boolean;
  /** Display name of the token that wrote and deleted it; Vault 1.21 tells it, OpenBao 2.7 does not. */
  readonly createdBy?: string;
  readonly deletedBy?: string;
}

/** `sys/…/metadata` of a KV v2 entry. */
export interface EntryMetadata {
  readonly currentVersion: number;
  readonly oldestVersion: number;
  readonly createdTime: string;
  readonly updatedTime: string;
  /** 0: the mount's setting applies. */
  readonly maxVersions: number;
  readonly casRequired: boolean;
  /** In Vault's format, e.g. `0s`, `768h0m0s`. */
  readonly deleteVersionAfter: string;
  readonly customMetadata: Readonly<Record<string, string>>;
  /** Newest first. */
  readonly versions: readonly VersionFacts[];
}

/** An entry opened in main; `entryId` names it in every later call until it is closed. */
export interface EntryView {
  readonly entryId: string;
  readonly mount: Mount;
  /** Path below the mount, without a leading slash: `payments/api-gateway`. */
  readonly path: string;
  /** KV v2 only: the version shown; undefined on v1 and cubbyhole. */
  readonly version?: number;
  readonly createdTime?: string;
  readonly keys: readonly KeyFacts[];
  /** Length of the values as one JSON object, in UTF-8 bytes: the data size of a save without changes. */
  readonly dataBytes: number;
  readonly warnings: readonly string[];
  /** Time of the server's response, ISO 8601. */
  readonly readAt: string;
  /** `lease_duration` of a v1 response in seconds, if set. */
  readonly leaseSeconds?: number;
  /** A control group approved this one response; reading again needs another approval. */
  readonly approved?: true;
}

/** A change to one key with its new value; `rawJson` is complete JSON text. */
export type KnownChange =
  | { readonly op: 'set'; readonly key: string; readonly rawJson: string }
  | { readonly op: 'remove'; readonly key: string };

/** A password that main generated and stores until it is saved; hidden before that. */
export interface GeneratedValue {
  readonly generatedId: string;
  /** In UTF-16 code units, all ASCII. */
  readonly length: number;
  /** Entropy of its recipe, in bits. */
  readonly bits: number;
}

/** A change to one key of an entry, as sent by a page. */
export type EntryChange =
  KnownChange | { readonly op: 'set-generated'; readonly key: string; readonly generated: GeneratedValue };

/** Result of a save. */
export interface SaveOutcome {
  /** KV v2: the new version. */
  readonly version?: number;
  /** `patch`: only the changed keys were sent, because the token may patch but not update. */
  readonly method?: 'replace' | 'patch';
  readonly warnings: readonly string[];
}

/** The token's capabilities on one entry, from `sys/capabilities-self` for its API paths. */
export interface EntryRights {
  readonly read: boolean;
  readonly create: boolean;
  readonly update: boolean;
  readonly patch: boolean;
  readonly delete: boolean;
  readonly list: boolean;
  readonly undelete: boolean;
  readonly destroy: boolean;
  readonly deleteAll: boolean;
  readonly readMetadata: boolean;
}
