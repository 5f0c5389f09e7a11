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

/** An entry copied in another tool's format. */
export interface CopiedEntry extends ClipboardState {
  /** Differences from the entry, in sentences. */
  readonly warnings: readonly string[];
}

export interface EntryCalls {
  /**
   * Under a control group: sends the request once and rejects with `awaiting-approval`; after approval answers, later
   * calls with the same response. `anew`: sends it again. `given`: the user says that it was approved.
   */
  'entry.open': Call<AtPath & { readonly version?: number; readonly approval?: 'anew' | 'given' }, EntryView>;
  /** Asks the server if the pending read of an entry is approved; `entry.open` then answers. */
  'entry.approval': Call<AtPath & { readonly version?: number }, ApprovalView>;
  'entry.close': Call<{ readonly entryId: string }, None>;
  'entry.reveal': Call<{ readonly entryId: string; readonly key: string }, { readonly rawJson: string }>;
  'entry.copy': Call<{ readonly entryId: string; readonly key: string }, ClipboardState>;
  /** The whole entry in another tool's format. `invalid-input` names values that the format cannot express. */
  'entry.copyAs': Call<{ readonly entryId: string; readonly format: EntryTextFormat }, CopiedEntry>;
  /** Wraps these keys of an open entry; the values do not cross. `ttl`: lifetime of the wrapping token. */
  'entry.wrap': Call<
    {
      readonly entryId: string;
      readonly keys: readonly string[];
      readonly ttl: string;
      /** Recipient's name in the user's words: part of its title here, never sent. */
      readonly recipient?: string;
    },
    AnswerView
  >;
  /** Generates a password that main stores for a `set-generated` change; it is not shown. */
  'entry.generate': Call<InSession & { readonly recipe: PasswordRecipe }, GeneratedValue>;
  /** The whole response as the server sent it, indented; every value a line of dots unless `reveal`. */
  'entry.raw': Call<{ readonly entryId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** Main applies the changes to its own values: unchanged ones return token for token without crossing. */
  'entry.save': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, SaveOutcome>;
  /** View of an entry that is still open in main (after the page was replaced). */
  'entry.view': Call<{ readonly entryId: string }, EntryView>;
  /** Every value at once, for editing the entry as one JSON text; only on the user's request. */
  'entry.revealAll': Call<{ readonly entryId: string }, { readonly members: readonly RawMember[] }>;
  /** Compares the server's current content with the opened one and the changes. Opens the current content. */
  'entry.merge': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, MergeView>;
  /** After `outcome-unknown`: checks if the save arrived. If it did, the opened entry follows. */
  'entry.checkSave': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, SaveCheck>;
  /** Saves over a version whose values are deleted or destroyed, or without any version (0). */
  'entry.saveOver': Call<
    { readonly entryId: string; readonly changes: readonly EntryChange[]; readonly currentVersion: number },
    SaveOutcome
  >;
  /**
   * `conflict` with the current version if the entry exists. `overVersion`: that version, if it is deleted or
   * destroyed and the user agreed that the new values become the next one.
   */
  'entry.create': Call<
    AtPath & { readonly changes: readonly EntryChange[]; readonly overVersion?: number },
    SaveOutcome
  >;
  /** Sends only the changes, without having read: for a token that can patch but not read. KV v2. */
  'entry.patchUnread': Call<AtPath & { readonly changes: readonly EntryChange[] }, SaveOutcome>;
  /** Creates an entry from the values of an open one, also in another session; they do not cross the bridge. */
  'entry.duplicate': Call<
    AtPath & { readonly entryId: string; readonly withCustomMetadata: boolean },
    SaveOutcome
  >;
  /** Duplicates, compares, then deletes the old entry (v2: its version can be undeleted). Same session. */
  'entry.rename': Call<
    { readonly entryId: string; readonly mount: MountPath; readonly path: string },
    RenameOutcome
  >;
  /** Soft delete: KV v2 can undelete them. Empty: the current version. */
  'entry.deleteVersions': Call<AtPath & { readonly versions: readonly number[] }, None>;
  'entry.undelete': Call<AtPath & { readonly versions: readonly number[] }, None>;
  /** Permanent; confirmed in the secure prompt by typing the entry's path. */
  'entry.destroyVersions': Call<AtPath & { readonly versions: readonly number[] }, None>;
  /** All versions and metadata (v1, cubbyhole: the entry); confirmed in the secure prompt by typing the path. */
  'entry.deleteEverything': Call<AtPath, None>;
  /** Compares two open entries key by key: versions of one, or entries of two sessions. */
  'entry.compare': Call<
    { readonly leftEntryId: string; readonly rightEntryId: string },
    readonly KeyDifference[]
  >;
  /** Saves an opened older version as the new current one, with check-and-set against the current version. */
  'entry.restore': Call<{ readonly entryId: string }, SaveOutcome>;
  /** KV v2. Rejects with `conflict` if the server's settings differ from `before`. */
  'entry.setMetadata': Call<
    AtPath & { readonly before: MetadataSettings; readonly settings: MetadataSettings },
    EntryMetadata
  >;
  'entry.limits': Call<InSession & { readonly mount: MountPath }, ServerLimits>;
  /** Opens a file dialog; content that is not UTF-8 arrives as base64. `cancelled` if it is closed. */
  'entry.valueFromFile': Call<{ readonly as: 'auto' | 'base64' }, FileValue>;
  /** Opens a save dialog; the value does not cross the bridge. */
  'entry.valueToFile': Call<
    { readonly entryId: string; readonly key: string; readonly as: 'text' | 'decoded-base64' },
    { readonly fileName: string }
  >;
  /** Parses `.env`, JSON or YAML text as keys. `invalid-input` names the position of a syntax error. */
  'entry.parseKeys': Call<{ readonly text: string; readonly format: 'auto' | KeyFormat }, ParsedKeys>;
  'entry.metadata': Call<AtPath, EntryMetadata>;
  'entry.rights': Call<AtPath, EntryRights>;
}
