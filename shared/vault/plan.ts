/**
 * A plan: what a change of many entries would do, row by row, made without changing anything. The person reads it,
 * leaves rows out, agrees once in the secure prompt, and gets a result for each row.
 */
import type { MetadataSettings, MountConfig } from './editing.ts';
import type { KeyFacts } from './entry.ts';
import type { ImportFormat } from './import.ts';
import type { PasswordRecipe } from './password.ts';
import type { SelectedPlace } from './selection.ts';

/** Rule that makes a new name of an old one; applied to the last name of a path or to the whole path below the folder. */
export type NamePattern =
  | { readonly kind: 'prefix' | 'suffix'; readonly text: string }
  | { readonly kind: 'replace'; readonly find: string; readonly by: string }
  /** RE2 syntax: linear in the length of the name. `by` can name groups: `$1`. */
  | { readonly kind: 'expression'; readonly find: string; readonly by: string };

/** Options of copies and moves. */
export interface Carried {
  /** `all`: every version that is left, in order, with deleted and destroyed ones as such. */
  readonly versions: 'latest' | 'all';
  /** Custom metadata and settings of the entry. */
  readonly metadata: boolean;
  /** Treatment of destinations with other values. */
  readonly existing: 'skip' | 'overwrite';
  /**
   * Deleted versions of a copy; absent: `places`. `places`: empty versions, deleted like theirs, so that nothing is
   * written at the source. `values`: the source's are undeleted while they are read. A move always takes the values.
   */
  readonly deleted?: 'places' | 'values';
}

/** Change that a plan makes to each entry of its selection. */
export type PlanAction =
  /** `to`: a folder; paths below the chosen places are kept. `pattern`: also renames on the way. */
  | ({ readonly kind: 'move'; readonly to: SelectedPlace; readonly pattern?: NamePattern } & Carried)
  | ({
      readonly kind: 'copy';
      readonly to: SelectedPlace;
      readonly pattern?: NamePattern;
      /**
       * Keys that no version at the destination gets. A destination that has one loses it with the version written
       * over it: what stands there afterwards is the source without these keys.
       */
      readonly without?: readonly string[];
    } & Carried)
  /** Within their folders; moves with all versions and metadata. */
  | { readonly kind: 'rename'; readonly pattern: NamePattern; readonly of: 'name' | 'path' }
  /** Deletes the current or the chosen versions; they can be undeleted. On KV v1 the entry is gone. */
  | { readonly kind: 'delete' }
  /** Undeletes the chosen versions, or the newest one. */
  | { readonly kind: 'undelete' }
  /** Destroys the chosen versions, or all deleted ones, or all. */
  | { readonly kind: 'destroy'; readonly which: 'chosen' | 'deleted' | 'all' }
  /** Removes entries with all versions and metadata. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'set-settings'; readonly settings: Partial<MountConfig> }
  | {
      readonly kind: 'set-metadata';
      readonly set: MetadataSettings['customMetadata'];
      readonly remove: readonly string[];
    }
  | {
      readonly kind: 'set-key';
      readonly key: string;
      readonly rawJson: string;
      readonly onlyWhere: 'all' | 'present' | 'absent';
    }
  /** Copies the value of one key from the entry `from` to each selected one. */
  | { readonly kind: 'copy-key'; readonly from: SelectedPlace; readonly key: string }
  | { readonly kind: 'rename-key'; readonly key: string; readonly to: string }
  | { readonly kind: 'remove-key'; readonly key: string }
  /** Replaces a text within values of `key`, or of every key without it. */
  | { readonly kind: 'replace-value'; readonly key?: string; readonly find: string; readonly by: string }
  /** `same`: places that hold the same value now get the same new one. */
  | {
      readonly kind: 'rotate';
      readonly key: string;
      readonly recipe: PasswordRecipe;
      readonly same: boolean;
    };

export type PlanActionKind = PlanAction['kind'];

/** Writes the items of a file below `to`. Main alone makes it: it has their values. */
export interface ImportAction {
  readonly kind: 'import';
  readonly to: SelectedPlace;
  readonly fileName: string;
  readonly format: ImportFormat;
  /** The file lacks entries. */
  readonly incomplete: boolean;
  readonly existing: Carried['existing'];
}

/** Effect of a row. Only the first group is run. */
export type PlanEffect =
  | 'create'
  | 'overwrite'
  | 'change'
  | 'delete'
  | 'undelete'
  | 'destroy'
  | 'remove'
  /** Goes on with what an earlier run has left half done. */
  | 'go-on'
  /** Done by the run that it goes on with. */
  | 'done-before'
  /** Would overwrite, and more versions would go than the destination keeps. Left out unless chosen. */
  | 'would-lose'
  /** The destination has what would be written: nothing is sent. */
  | 'identical'
  /** The destination has other values and the plan skips those. */
  | 'conflict'
  /** It needs no change: the key is absent, no version is deleted. */
  | 'nothing'
  | 'no-permission'
  /** It could not be read, so nobody knows. */
  | 'unknown';

/** Loss of a row, said before it runs. */
export type PlanNote =
  /** Versions get the time of the copy. */
  | 'creation-times'
  /** Versions are numbered from 1: older ones are gone at the source. */
  | 'version-numbers'
  /** The destination keeps fewer versions than are copied. */
  | 'oldest-versions'
  /** KV v2 stores numbers as float64. */
  | 'numbers'
  /** The destination keeps no versions, or no metadata. */
  | 'versions'
  | 'metadata'
  /** It cannot be undone. */
  | 'no-undo'
  /** Deleted versions are undeleted for the moment of reading them, then deleted again. */
  | 'deleted-versions'
  /** Deleted versions are copied without their values. */
  | 'deleted-places'
  /** Values are compared when it runs, not before: a plan must not tell whether a guess is right. */
  | 'compared-later'
  /** Versions of the source are undeleted now; the run deletes them again. */
  | 'undeleted-now'
  /** The current version has keys that the copy leaves out. */
  | 'keys-left-out'
  /** The destination has keys that the copy leaves out: the version written over it lacks them. */
  | 'keys-lost'
  /** Of a plan from a file: its entries are not as they were when it was saved. */
  | 'changed-since-saved'
  /** Two rows lead to one place; only the first is run. */
  | 'same-target';

/** One row. */
export interface PlanRow {
  /** Index within the plan, from 0. A later row with the same id takes the place of the earlier one. */
  readonly id: number;
  /** Mount and path. */
  readonly from: string;
  /** Session of `from`; absent: the one that the plan was made in. */
  readonly fromSession?: string;
  /** Mount and path; absent: the row changes what is at `from`. */
  readonly to?: string;
  /** Session of `to`; absent: the one that the plan was made in. */
  readonly toSession?: string;
  readonly effect: PlanEffect;
  /** Versions written, deleted, undeleted or destroyed; absent: 1. */
  readonly versions?: number;
  /** Numbers of the versions that are deleted, undeleted or destroyed: `1–3, 7`; many are cut short with `…`. */
  readonly which?: string;
  readonly notes?: readonly PlanNote[];
  /** The reason, for `no-permission`, `unknown` and `conflict`. */
  readonly reason?: string;
}

/**
 * Change of one key by a row. `written`: set, and nobody is told before the run if the value differs. `generated`:
 * gets a value that is made when the plan runs.
 */
export interface PlanKeyChange {
  readonly key: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same' | 'written' | 'generated';
  /** Facts of the value that is there now; absent without one. */
  readonly before?: KeyFacts;
  /** Facts of the value afterwards; absent without one, or if it is not known before the run. */
  readonly after?: KeyFacts;
}

/** Change of a setting or of custom metadata, which are not secret. */
export interface PlanSettingChange {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** Changes that a row makes in its entry, read anew. Values stay in main. */
export interface PlanDifference {
  /** Of the current version; absent: the action reads no values. */
  readonly keys?: readonly PlanKeyChange[];
  readonly settings?: readonly PlanSettingChange[];
  /** Versions that the row is about, oldest first. */
  readonly versions?: readonly number[];
}

/** Outcome of a row. */
export interface PlanResult {
  readonly id: number;
  readonly outcome: 'done' | 'skipped' | 'failed' | 'unknown';
  /** Copied and read back, but the source of a move still stands. */
  readonly sourceStays?: true;
  readonly reason?: string;
}

/** Effects that a run carries out unless they are left out. */
export const runEffects: ReadonlySet<PlanEffect> = new Set<PlanEffect>([
  'create',
  'overwrite',
  'change',
  'delete',
  'undelete',
  'destroy',
  'remove',
  'go-on',
]);

/** A plan whose run did not come to its end, as its journal has it. */
export interface UnfinishedPlan {
  readonly unfinishedId: string;
  readonly action: PlanActionKind | 'import' | 'undo';
  /** Of an import: the file, which has to be chosen again. */
  readonly fileName?: string;
  /** Time the run began, ISO 8601. */
  readonly begun: string;
  readonly rows: number;
  readonly done: number;
  /** Rows whose source has versions undeleted that must be deleted again. */
  readonly undeleted: number;
  /** Mount and path of the first row. */
  readonly first: string;
  /** Connections that it needs besides and that are not open, by name. */
  readonly missing: readonly string[];
}
