/** Entries. */
import type { ApprovalView } from '../../vault/approval.ts';
import type { AnswerView } from '../../vault/answer.ts';
import type {
  EntryTextFormat,
  FileValue,
  KeyDifference,
  KeyFormat,
  MergeView,
  MetadataSettings,
  ParsedKeys,
  RawMember,
  RenameOutcome,
  SaveCheck,
  ServerLimits,
} from '../../vault/editing.ts';
import type {
  EntryChange,
  EntryMetadata,
  EntryRights,
  EntryView,
  GeneratedValue,
  SaveOutcome,
} from '../../vault/entry.ts';
import type { MountPath } from '../../vault/mount.ts';
import type { PasswordRecipe } from '../../vault/password.ts';
import type { ClipboardState } from './app.ts';
import type { AtPath, Call, InSession, None } from './call.ts';

/** An entry that was copied in the form of another tool. */
export interface CopiedEntry extends ClipboardState {
  /** What is not as in the entry, in sentences. */
  readonly warnings: readonly string[];
}

export interface EntryCalls {
  /**
   * Under a control group it rejects with `awaiting-approval`, asked once; after approval it answers, from then on with that
   * one answer. `anew`: asks again all the same. `given`: a person says that it was approved.
   */
  'entry.open': Call<AtPath & { readonly version?: number; readonly approval?: 'anew' | 'given' }, EntryView>;
  /** Asks whether the read of an entry that waits for approval is approved; `entry.open` then answers. */
  'entry.approval': Call<AtPath & { readonly version?: number }, ApprovalView>;
  'entry.close': Call<{ readonly entryId: string }, None>;
  'entry.reveal': Call<{ readonly entryId: string; readonly key: string }, { readonly rawJson: string }>;
  'entry.copy': Call<{ readonly entryId: string; readonly key: string }, ClipboardState>;
  /** The whole entry in the form of another tool. `invalid-input` names what that form cannot say. */
  'entry.copyAs': Call<{ readonly entryId: string; readonly format: EntryTextFormat }, CopiedEntry>;
  /** Wraps these keys of an open entry; the values do not cross. `ttl`: how long the wrapping token lives. */
  'entry.wrap': Call<
    { readonly entryId: string; readonly keys: readonly string[]; readonly ttl: string },
    AnswerView
  >;
  /** Makes a password that main holds for a `set-generated` change; it is not shown. */
  'entry.generate': Call<InSession & { readonly recipe: PasswordRecipe }, GeneratedValue>;
  /** The whole answer as the server sent it, indented; every value a dot line unless `reveal`. */
  'entry.raw': Call<{ readonly entryId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** Main lays the changes over the values it holds: untouched values go back token for token without crossing. */
  'entry.save': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, SaveOutcome>;
  /** An entry that is still open in main, seen again (after the page was replaced). */
  'entry.view': Call<{ readonly entryId: string }, EntryView>;
  /** Every value at once, for editing the entry as one JSON text; asked for by a person only. */
  'entry.revealAll': Call<{ readonly entryId: string }, { readonly members: readonly RawMember[] }>;
  /** What the server holds now against what was opened and what is to be saved. Opens the current content. */
  'entry.merge': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, MergeView>;
  /** After `outcome-unknown`: finds out whether the save arrived. The opened entry follows where it did. */
  'entry.checkSave': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, SaveCheck>;
  /** Saves over a version that has no values any more (deleted, destroyed) or none at all (0). */
  'entry.saveOver': Call<
    { readonly entryId: string; readonly changes: readonly EntryChange[]; readonly currentVersion: number },
    SaveOutcome
  >;
  /**
   * `conflict` where there is an entry already, with its current version. `overVersion`: that version, where it is
   * deleted or destroyed and a person agreed that the new values become the next one.
   */
  'entry.create': Call<
    AtPath & { readonly changes: readonly EntryChange[]; readonly overVersion?: number },
    SaveOutcome
  >;
  /** Sends only the changes, without having read: for a token that may patch and not read. KV v2. */
  'entry.patchUnread': Call<AtPath & { readonly changes: readonly EntryChange[] }, SaveOutcome>;
  /** The values of an open entry as a new entry at another place, also of another session; they do not cross. */
  'entry.duplicate': Call<
    AtPath & { readonly entryId: string; readonly withCustomMetadata: boolean },
    SaveOutcome
  >;
  /** Duplicate, compare, then remove: the old one is deleted (v2: its version can be undeleted). Same session. */
  'entry.rename': Call<
    { readonly entryId: string; readonly mount: MountPath; readonly path: string },
    RenameOutcome
  >;
  /** Soft: KV v2 keeps them for undelete. Empty: the current version. */
  'entry.deleteVersions': Call<AtPath & { readonly versions: readonly number[] }, None>;
  'entry.undelete': Call<AtPath & { readonly versions: readonly number[] }, None>;
  /** For good; confirmed in the trusted view by typing the entry's path. */
  'entry.destroyVersions': Call<AtPath & { readonly versions: readonly number[] }, None>;
  /** All versions and metadata (v1, cubbyhole: the entry); confirmed in the trusted view by typing the path. */
  'entry.deleteEverything': Call<AtPath, None>;
  /** Two open entries key by key: versions of one, or entries of two sessions. */
  'entry.compare': Call<
    { readonly leftEntryId: string; readonly rightEntryId: string },
    readonly KeyDifference[]
  >;
  /** Saves an opened older version as the new current one, by check-and-set against what is current now. */
  'entry.restore': Call<{ readonly entryId: string }, SaveOutcome>;
  /** KV v2. Rejects with `conflict` where the server holds other settings than `before`. */
  'entry.setMetadata': Call<
    AtPath & { readonly before: MetadataSettings; readonly settings: MetadataSettings },
    EntryMetadata
  >;
  'entry.limits': Call<InSession & { readonly mount: MountPath }, ServerLimits>;
  /** An open dialog; what is not UTF-8 text comes as base64. `cancelled` when it is closed. */
  'entry.valueFromFile': Call<{ readonly as: 'auto' | 'base64' }, FileValue>;
  /** A save dialog; the value does not cross. */
  'entry.valueToFile': Call<
    { readonly entryId: string; readonly key: string; readonly as: 'text' | 'decoded-base64' },
    { readonly fileName: string }
  >;
  /** Reads `.env`, JSON or YAML text as keys. `invalid-input` says where it cannot be read. */
  'entry.parseKeys': Call<{ readonly text: string; readonly format: 'auto' | KeyFormat }, ParsedKeys>;
  'entry.metadata': Call<AtPath, EntryMetadata>;
  'entry.rights': Call<AtPath, EntryRights>;
}
