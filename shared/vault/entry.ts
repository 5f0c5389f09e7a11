/**
 * Entries as screens see them. Values stay in main until a person reveals or edits one: what crosses is the keys, in
 * the server's order, with what a reader wants to know about each value without seeing it.
 */
import type { Mount } from './mount.ts';

/** What a JSON value is. `integer64`: an integer outside ±(2^53 − 1), which JSON.parse would damage. */
export type ValueType =
  'string' | 'integer' | 'integer64' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** What can be said about a value without showing it. What is so of nearly every value is left out: an entry may have thousands. */
export interface KeyFacts {
  readonly key: string;
  readonly type: ValueType;
  /** Length of the value in UTF-8 bytes (of the string itself, or of the raw JSON). */
  readonly bytes: number;
  /** Length of the raw JSON text in UTF-8 bytes: what the value takes of the entry's size. */
  readonly rawBytes: number;
  /** Strings in an object or list, its keys among them; absent: none. */
  readonly strings?: number;
  /** Lines of a string value; absent: 1. */
  readonly lines?: number;
  /** `-----BEGIN …-----` blocks in a string value. */
  readonly pem?: true;
  readonly startsWithSpace?: true;
  readonly endsWithSpace?: true;
  /** Zero-width, bidi, non-breaking or control characters other than newline and tab. */
  readonly hasInvisible?: true;
}

/** One version of a KV v2 entry. Times: ISO 8601 as the server writes them. */
export interface VersionFacts {
  readonly version: number;
  readonly createdTime: string;
  /** Empty when it is not deleted. May lie in the future (`delete_version_after`). */
  readonly deletionTime: string;
  readonly destroyed: boolean;
}

/** `sys/…/metadata` of a KV v2 entry. */
export interface EntryMetadata {
  readonly currentVersion: number;
  readonly oldestVersion: number;
  readonly createdTime: string;
  readonly updatedTime: string;
  /** 0: the mount's setting holds. */
  readonly maxVersions: number;
  readonly casRequired: boolean;
  /** As Vault writes it, e.g. `0s`, `768h0m0s`. */
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
  /** Length of the values as one JSON object, in UTF-8 bytes: what a save without changes would send as data. */
  readonly dataBytes: number;
  readonly warnings: readonly string[];
  /** ISO 8601: when the server answered. */
  readonly readAt: string;
  /** `lease_duration` of a v1 answer in seconds, where it says something. */
  readonly leaseSeconds?: number;
  /** A control group approved this one answer; reading again takes another approval. */
  readonly approved?: true;
}

/** A change to one key of an entry whose value is known; `rawJson` is a complete JSON text of the new value. */
export type KnownChange =
  | { readonly op: 'set'; readonly key: string; readonly rawJson: string }
  | { readonly op: 'remove'; readonly key: string };

/** A password that main made and holds until it is saved: nobody sees it before that. */
export interface GeneratedValue {
  readonly generatedId: string;
  /** UTF-16 code units, all of them ASCII. */
  readonly length: number;
  /** Entropy of the way it was made, in bits. */
  readonly bits: number;
}

/** A change to one key of an entry, as a page asks for it. */
export type EntryChange =
  KnownChange | { readonly op: 'set-generated'; readonly key: string; readonly generated: GeneratedValue };

/** What saving brought back. */
export interface SaveOutcome {
  /** KV v2: the new version. */
  readonly version?: number;
  /** `patch`: only the changed keys were sent, because the token may patch and not update. */
  readonly method?: 'replace' | 'patch';
  readonly warnings: readonly string[];
}

/** What the token may do with one entry, from `sys/capabilities-self` on its API paths. */
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
