/**
 * The single list of what crosses between the renderer and main. Preload, renderer client and registrar derive from it:
 * a call without a handler, a schema or a preload method does not compile.
 *
 * Names are `domain.verb` for calls and `domain.pastTense` for events. Every call has one input object and one output.
 */
import type {
  CheckStep,
  ConnectionReport,
  ConnectionTarget,
  EnteredHeader,
  EnvironmentProxy,
  ExpiringCertificate,
  FileDescription,
  FileHandle,
  KeychainState,
  EnvironmentCredentials,
  Profile,
  ProfileColour,
} from '../vault/connection.ts';
import type {
  EntryTextFormat,
  FileValue,
  KeyDifference,
  KeyFormat,
  MergeView,
  MetadataSettings,
  MountConfig,
  ParsedKeys,
  RawMember,
  RenameOutcome,
  SaveCheck,
  ServerLimits,
} from '../vault/editing.ts';
import type {
  EntryChange,
  EntryMetadata,
  EntryRights,
  EntryView,
  GeneratedValue,
  SaveOutcome,
} from '../vault/entry.ts';
import type { AnswerSummary, AnswerView } from '../vault/answer.ts';
import type {
  ApiCatalogue,
  ApiPathFacts,
  ConsoleHistoryLine,
  ConsoleRequest,
  CopyForm,
} from '../vault/console.ts';
import type { LoginMethods, LoginOptions } from '../vault/login.ts';
import type { Mount, MountPath } from '../vault/mount.ts';
import type { PackedNames } from '../vault/names.ts';
import type { PasswordRecipe } from '../vault/password.ts';
import type { RefusalExplanation } from '../vault/refusal.ts';
import type { SecretKind, SecretRef } from '../vault/secret-ref.ts';
import type { Health } from '../vault/server.ts';
import type { PolicyText, SealFacts, SystemPanel, SystemStatus } from '../vault/system.ts';
import type { TokenFacts } from '../vault/token.ts';
import type {
  AccessorRow,
  RenewOutcome,
  RevokedRow,
  TokenChoice,
  TokenInspection,
  TokenOptions,
} from '../vault/token-work.ts';
import type { Where } from '../vault/where.ts';
import type { SharedWrap, WrapLookup, WrapWhat } from '../vault/wrapping.ts';
import type { DraftRecord, DroppedDraft, WorkspaceMemory } from '../vault/workspace-memory.ts';
import type { MenuCommand } from './menu.ts';
import type { AppError, Result } from './result.ts';

export type Theme = 'system' | 'light' | 'dark';

/** How much room rows and fields take. */
export type Density = 'comfortable' | 'compact';

export interface AppInfo {
  readonly version: string;
  readonly electronVersion: string;
  /** True for a build of Electron that is not the official one: it must not meet a real server. */
  readonly testElectron: boolean;
  readonly packaged: boolean;
  readonly platform: string;
  /** Address from the command line (`--connect=URL`) that the connect screen starts with; empty: none. */
  readonly connectTo: string;
}

/** A file of the app's own that the disk did not take: what it holds here lasts until the app quits. */
export interface UnkeptFile {
  /** As the subject of a sentence: “The saved connections”. */
  readonly holds: string;
  /** As the end of a sentence: “the disk is full”. */
  readonly why: string;
}

/** Files of the app's own, all of one folder. */
export interface StoredFiles {
  readonly folder: string;
  readonly files: readonly {
    /** In the folder. */
    readonly name: string;
    /** As the subject of a sentence: “The saved connections”. */
    readonly holds: string;
    /** What is secret in it is encrypted by the system's keychain. */
    readonly sealed: boolean;
  }[];
}

/** Small preferences of the window; no path, no name of a secret. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly sideBarWidth: number;
  readonly detailsOpen: boolean;
  /**
   * What comes without a key or a click of the person is done without asking: for those who work with assistive
   * technology. Switched on in the secure prompt only.
   */
  readonly actWithoutInput: boolean;
  /** Seconds until a copied value is cleared from the clipboard. */
  readonly clipboardSeconds: number;
  /** Minutes without a key or a mouse movement after which the app locks itself; 0: never. */
  readonly autoLockMinutes: number;
  /** Lock when the machine goes to sleep or the system locks its screen. */
  readonly lockWithSystem: boolean;
  /** Screenshots, recordings and screen sharing do not show the window; Electron offers none on Linux. */
  readonly contentProtection: boolean;
}

export type LockReason = 'asked' | 'idle' | 'suspend' | 'screen-lock';

/** Whether the app is locked: no token is held, every other call answers `locked`. */
export interface LockState {
  readonly locked: boolean;
  /** ISO 8601; empty while unlocked. */
  readonly since: string;
  readonly reason?: LockReason;
  /** Unsaved edits that main keeps, unseen. */
  readonly drafts: number;
  /** One-shot answers that main keeps, unseen. */
  readonly heldAnswers: number;
}

/** One open connection as screens see it. */
export interface SessionView {
  readonly sessionId: string;
  /** The saved connection it was opened from. */
  readonly profileId?: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** What it is for, e.g. `production`; absent: not said. */
  readonly environment?: string;
  /** Origin, e.g. `https://vault.pay.example:8200`. */
  readonly address: string;
  readonly namespace: string;
  readonly skipVerify: boolean;
  readonly health: Health;
  /** Name of the node that answered, where the server says it. */
  readonly node: string;
  readonly token: TokenFacts;
  /**
   * What is wrong with it now, if anything: `sealed`, `unauthenticated` (the token is dead), `network`, `tls` … Set by
   * the latest background look and by any call that met it; cleared by the next success.
   */
  readonly trouble?: AppError;
  /** Certificates met or used that end within 30 days, soonest first. */
  readonly expiring?: readonly ExpiringCertificate[];
  /** The token is (also) in the operating system's keychain. */
  readonly inKeychain?: boolean;
  /** How its token was got: what logging in again starts from. */
  readonly login: LoginOptions;
  /** Present where a person has chosen that the token be renewed before it ends. */
  readonly renewal?: AutoRenewal;
}

/** Automatic renewal of a session's token. */
export interface AutoRenewal {
  /** ISO 8601: when the next one is due; empty: it can be renewed no more. */
  readonly nextAt: string;
  /** Why the last one failed, or why there is none to come, in a sentence. */
  readonly problem?: string;
}

export interface FolderListing {
  /** Folders end in `/`; an entry and a folder may share a name. */
  readonly names: PackedNames;
  readonly count: number;
  readonly warnings: readonly string[];
}

/** Where "go to path" leads. */
export interface Destination {
  readonly mount: Mount;
  /** Below the mount; empty: the mount itself; a trailing slash: a folder. */
  readonly path: string;
  /** The version a URL or CLI line asked for. */
  readonly version?: number;
}

export interface ClipboardState {
  /** ISO 8601: when what we copied will be cleared; empty: nothing of ours is there. */
  readonly clearsAt: string;
  /** Set when clearing failed: what and why. */
  readonly problem?: string;
}

/** An entry that was copied in the form of another tool. */
export interface CopiedEntry extends ClipboardState {
  /** What is not as in the entry, in sentences. */
  readonly warnings: readonly string[];
}

/** One batch of a job's findings and where it stands. */
export interface JobProgress {
  readonly jobId: string;
  /** Full paths below the mount that match; folders end in `/`. */
  readonly found: PackedNames;
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
}

/** One batch of the table of accessors. */
export interface AccessorBatch {
  readonly jobId: string;
  readonly rows: readonly AccessorRow[];
  readonly done: number;
  readonly total: number;
}

/** One batch of a plan of revocations. */
export interface RevokedBatch {
  readonly jobId: string;
  readonly rows: readonly RevokedRow[];
  readonly done: number;
  readonly total: number;
}

/** The honest end of a job. */
export interface JobEnd {
  readonly jobId: string;
  readonly outcome: 'done' | 'cancelled' | 'stopped';
  readonly foldersRead: number;
  readonly namesSeen: number;
  /** Folders that could not be read, at most 100 of them, and how many there were in all. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  readonly unreadCount: number;
  /** Set with `stopped`: what ended it before its time. */
  readonly error?: AppError;
}

type Call<I, O> = { readonly input: I; readonly output: O };
type None = Readonly<Record<string, never>>;
type InSession = { readonly sessionId: string };
type AtPath = InSession & { readonly mount: MountPath; readonly path: string };

/** Every call, by name. */
export interface Calls {
  'app.info': Call<None, AppInfo>;
  /** Does nothing, there and back: what the bridge itself costs. */
  'app.noop': Call<None, None>;
  'app.preferences': Call<None, Preferences>;
  'app.setPreferences': Call<Partial<Preferences>, Preferences>;
  /** What could not be read or written of the app's own files since it started, in sentences. */
  'app.problems': Call<None, readonly string[]>;
  /** What of the app's own files is not on disk: it lasts until the app quits. */
  'app.unkept': Call<None, readonly UnkeptFile[]>;
  /** Tries again to write it; answers what is still not on disk. */
  'app.writeUnkept': Call<None, readonly UnkeptFile[]>;
  /** What the app writes on this machine, and where. */
  'app.storedFiles': Call<None, StoredFiles>;

  /** What of the application's menu can be done now; the rest is dimmed. Main has the words and the keys. */
  'menu.offer': Call<{ readonly commands: readonly MenuCommand[] }, None>;

  'clipboard.copyText': Call<{ readonly text: string }, None>;
  /** A selection of a revealed value: cleared in time like a whole one. */
  'clipboard.copySecretText': Call<{ readonly text: string }, ClipboardState>;
  'clipboard.state': Call<None, ClipboardState>;

  'profile.list': Call<None, readonly Profile[]>;
  /**
   * Without `profileId` a new one is made. A changed origin, namespace, proxy, authority, server name or skip-verify is
   * confirmed in the trusted view first, and ends the profile's sessions; `cancelled` where the person declines.
   */
  'profile.save': Call<ProfileDraft, Profile>;
  'profile.remove': Call<{ readonly profileId: string }, None>;
  /** A save dialog; never a secret inside. `cancelled` when it is closed. */
  'profile.export': Call<{ readonly profileIds: readonly string[] }, { readonly fileName: string }>;
  /** An open dialog, then what would be added is confirmed in the trusted view. */
  'profile.import': Call<None, { readonly added: readonly Profile[]; readonly problems: readonly string[] }>;
  /** Another node of a session's cluster, named by a refused redirect: confirmed in the trusted view and remembered. */
  'profile.confirmOrigin': Call<InSession & { readonly origin: string }, SessionView>;

  'connection.environment': Call<None, readonly EnvironmentCredentials[]>;
  /** Each step is told as it ends (`connection.stepped`). */
  'connection.check': Call<{ readonly target: ConnectionTarget }, ConnectionReport>;
  /** Asks for the value of an extra header in the trusted view; it goes to this server and its confirmed nodes only. */
  'connection.enterHeader': Call<{ readonly name: string; readonly address: string }, EnteredHeader>;
  /** A native dialog; `cancelled` when the person closes it. */
  'connection.chooseFile': Call<{ readonly purpose: FilePurpose }, FileHandle>;
  /** Reads a chosen file and says what is in it; a file that cannot be used is a `problem`, not a failure. */
  'connection.describeFile': Call<
    { readonly file: FileHandle; readonly purpose: FilePurpose },
    FileDescription
  >;

  /** Which proxy the environment names for a server, and who does; `invalid-input` where the address is none. */
  'connection.environmentProxy': Call<{ readonly address: string }, EnvironmentProxy>;

  'lock.state': Call<None, LockState>;
  /** Locks now; the window's page is replaced. */
  'lock.now': Call<None, None>;

  'keychain.state': Call<None, KeychainState>;
  /** Keeps the session's token in the keychain for unlocking (asked in the trusted view), or forgets it there. */
  'keychain.keep': Call<InSession & { readonly keep: boolean }, SessionView>;

  /** What is remembered for the session's profile; for a session without one, of this run only. */
  'workspace.load': Call<InSession, WorkspaceMemory>;
  'workspace.save': Call<InSession & { readonly memory: WorkspaceMemory }, None>;

  /** Unsaved edits of a session, so that they outlive the page. */
  'draft.list': Call<InSession, readonly DraftRecord[]>;
  'draft.put': Call<AtPath & { readonly entryId?: string; readonly text: string }, None>;
  /** It can be restored for ten minutes, unless it was saved. */
  'draft.drop': Call<AtPath, None>;
  /** Newest first. */
  'draft.dropped': Call<InSession, readonly DroppedDraft[]>;
  'draft.restore': Call<InSession & { readonly draftId: string }, None>;

  'session.list': Call<None, readonly SessionView[]>;
  /**
   * Opens the trusted view for the token (or, with an offer, to confirm sending the offered one); `fromKeychain`: the one
   * kept for the profile.
   */
  'session.open': Call<
    {
      readonly target: ConnectionTarget;
      readonly name: string;
      readonly colour: ProfileColour;
      readonly environment?: string;
      readonly profileId?: string;
      readonly environmentId?: string;
      readonly fromKeychain?: boolean;
      /** A token unless told; what it needs of credentials is asked for in the trusted view. */
      readonly login?: LoginOptions;
    },
    SessionView
  >;
  /**
   * A new token for an open or locked session, asked for in the trusted view or taken from the keychain; unlocks.
   * Without `login`: in the way the session was opened.
   */
  'session.reauthenticate': Call<
    InSession & { readonly fromKeychain?: boolean; readonly login?: LoginOptions },
    SessionView
  >;
  /** Asks the server for its health and (if the token is not a limited-use one) for the token again. */
  'session.refresh': Call<InSession, SessionView>;
  /** Forgets the token. For a session that is locked, or whose end a person has agreed to elsewhere. */
  'session.close': Call<InSession, None>;
  /**
   * One question in the secure prompt: forget the token locally, or revoke it with all below it first. A failure of that
   * keeps the session; `cancelled` where the person declines.
   */
  'session.logOut': Call<InSession, { readonly revoked: boolean }>;
  /**
   * The same server in another namespace with the same token, as another session; the token does not leave main.
   * `not-offered` where the server has no namespaces or the token cannot be shared, else why the server does not accept it there.
   */
  'session.openNamespace': Call<InSession & { readonly namespace: string }, SessionView>;
  /** The namespaces directly below the session's own. `not-offered` where there are none to be opened, as above. */
  'session.namespaces': Call<InSession, { readonly names: PackedNames }>;

  /** What a server offers to everybody, asked without a token (`sys/internal/ui/mounts`). */
  /** Without `asked` (a person pressed the button) a server that nobody has confirmed is not contacted: `cancelled`. */
  'login.methods': Call<
    { readonly where: Where; readonly namespace?: string; readonly asked?: boolean },
    LoginMethods
  >;
  /** Logs in over a session's connection without adopting the token: it is a held answer. */
  'login.aside': Call<InSession & { readonly login: LoginOptions; readonly wrapTtl?: string }, AnswerView>;

  'secret.copy': Call<{ readonly secretRef: string }, ClipboardState>;
  'secret.show': Call<{ readonly secretRef: string }, None>;
  /** A credential typed in the trusted view, whose words are main's by its kind; `sessionId` absent: of no session. `cancelled` when it is closed. */
  'secret.enter': Call<{ readonly sessionId?: string; readonly kind: SecretKind }, SecretRef>;
  'secret.dismiss': Call<{ readonly secretRef: string }, None>;

  /** Held answers that exist once, newest first; then those that were dismissed and can be restored. */
  'answer.list': Call<None, readonly AnswerSummary[]>;
  'answer.view': Call<{ readonly answerId: string }, AnswerView>;
  'answer.reveal': Call<
    { readonly answerId: string; readonly pointer: string },
    { readonly rawJson: string }
  >;
  /** Every hidden value, each as if revealed; credentials stay where they are, and so does what is too long together. */
  'answer.revealAll': Call<
    { readonly answerId: string },
    { readonly values: readonly (readonly [pointer: string, rawJson: string])[] }
  >;
  /** Copies one value (an object or a list as JSON) without revealing it; credentials too. `decoded`: the text that its base64 stands for. */
  'answer.copy': Call<
    { readonly answerId: string; readonly pointer: string; readonly decoded?: boolean },
    ClipboardState
  >;
  /** The whole answer, indented; hidden values a line of dots unless `reveal`, credentials always hidden. */
  'answer.raw': Call<{ readonly answerId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** A save dialog; the answer as the server sent it, credentials and all, after a question in the trusted view. */
  'answer.toFile': Call<{ readonly answerId: string }, { readonly fileName: string }>;
  /**
   * Takes an answer off the list; confirmed in the trusted view where it exists once and nobody has copied, saved or seen it
   * yet. `cancelled` where the person declines.
   */
  'answer.dismiss': Call<{ readonly answerId: string }, None>;
  /** Takes a dismissal back, within ten minutes. */
  'answer.restore': Call<{ readonly answerId: string }, AnswerView>;
  /** The client token in an answer: in the place of its session's own, or as another session beside it. */
  'answer.adopt': Call<
    {
      readonly answerId: string;
      readonly how: 'replace' | 'beside';
      readonly name?: string;
      readonly colour?: ProfileColour;
    },
    SessionView
  >;

  'token.inspect': Call<InSession & { readonly token: TokenChoice }, TokenInspection>;
  /** `incrementSeconds` absent: as the server likes. */
  'token.renew': Call<
    InSession & { readonly token: TokenChoice; readonly incrementSeconds?: number },
    RenewOutcome
  >;
  'token.autoRenew': Call<InSession & { readonly on: boolean }, SessionView>;
  /** Confirmed in the trusted view, with what dies with it. `orphan`: its children live on. */
  'token.revoke': Call<
    InSession & { readonly token: TokenChoice; readonly orphan: boolean },
    { readonly warnings: readonly string[] }
  >;
  'token.create': Call<InSession & { readonly options: TokenOptions }, AnswerView>;
  'token.roles': Call<InSession, readonly string[]>;
  /** Rows arrive as `token.accessorsFound`, the end as `job.ended`. */
  'token.accessors': Call<InSession, { readonly jobId: string }>;
  /** Confirmed in the trusted view once for all; outcomes arrive as `token.revoked`, the end as `job.ended`. */
  'token.revokeMany': Call<InSession & { readonly accessors: readonly string[] }, { readonly jobId: string }>;

  /** `path` as a person or an error says it; `capability` where it is known. */
  'refusal.explain': Call<
    InSession & { readonly path: string; readonly method?: string; readonly capability?: string },
    RefusalExplanation
  >;

  /** A wrapping token from the clipboard or typed in the trusted view; `cancelled`, or `invalid-input` where it is none. */
  'wrapping.take': Call<{ readonly where: Where; readonly from: 'clipboard' | 'typed' }, SecretRef>;
  /** Uses nothing up and needs no login. What the server refuses is the look-up's `problem`. */
  'wrapping.lookup': Call<{ readonly where: Where; readonly secretRef: string }, WrapLookup>;
  /** Once, never repeated. `header`: the wrapping token as the request's token; `body`: with the session's own. */
  'wrapping.unwrap': Call<
    { readonly where: Where; readonly secretRef: string; readonly form: 'header' | 'body' },
    AnswerView
  >;
  'wrapping.wrap': Call<
    InSession & { readonly what: WrapWhat; readonly ttl: string; readonly jwt: boolean },
    AnswerView
  >;
  /** An open dialog for a file to wrap. */
  'wrapping.chooseFile': Call<None, { readonly file: FileHandle; readonly bytes: number }>;
  'wrapping.rewrap': Call<{ readonly where: Where; readonly secretRef: string }, AnswerView>;
  /** What was wrapped in this session, newest first. */
  'wrapping.shared': Call<InSession, readonly SharedWrap[]>;
  /** Revokes a wrapping token by its accessor: nobody can open it any more. */
  'wrapping.cancel': Call<
    InSession & { readonly accessor: string },
    { readonly warnings: readonly string[] }
  >;

  'system.status': Call<{ readonly where: Where; readonly panel: SystemPanel }, SystemStatus>;
  /** One share, typed in the trusted view; the last one unseals. */
  'system.unseal': Call<{ readonly where: Where }, SealFacts>;
  /** Forgets the shares given so far; confirmed in the trusted view. */
  'system.resetUnseal': Call<{ readonly where: Where }, SealFacts>;

  'policy.list': Call<InSession, readonly string[]>;
  'policy.read': Call<InSession & { readonly name: string }, PolicyText>;
  /** Confirmed in the trusted view. `conflict` where the policy is not what it was when it was read (`before`; null: none). */
  'policy.write': Call<
    InSession & { readonly name: string; readonly text: string; readonly before: string | null },
    { readonly warnings: readonly string[] }
  >;
  /** Confirmed in the trusted view by its name. */
  'policy.delete': Call<InSession & { readonly name: string }, { readonly warnings: readonly string[] }>;

  /** Requests that change or destroy are confirmed in the trusted view. Never repeated; its end is never thrown away. */
  'console.send': Call<InSession & { readonly request: ConsoleRequest }, AnswerView>;
  /** The paths of the server's OpenAPI document, as far as the token may see it. */
  'console.catalogue': Call<InSession, ApiCatalogue>;
  'console.path': Call<InSession & { readonly path: string }, ApiPathFacts>;
  /** The path's own help (`?help=1`), which never runs the path. */
  'console.help': Call<InSession & { readonly path: string }, { readonly text: string }>;
  /** The request for another tool; credentials are read there from the environment or standard input. */
  'console.copyAs': Call<
    InSession & { readonly request: ConsoleRequest; readonly form: CopyForm },
    { readonly text: string }
  >;
  'console.history': Call<InSession, readonly ConsoleHistoryLine[]>;

  'mount.list': Call<InSession, readonly Mount[]>;
  /** KV v2 only; `not-offered` elsewhere. */
  'mount.config': Call<InSession & { readonly mount: MountPath }, MountConfig>;
  /** Rejects with `conflict` where the server holds something else than `before`. */
  'mount.setConfig': Call<
    InSession & { readonly mount: MountPath; readonly before: MountConfig; readonly config: MountConfig },
    MountConfig
  >;
  'folder.list': Call<AtPath, FolderListing>;
  'path.resolve': Call<InSession & { readonly text: string }, Destination>;

  'entry.open': Call<AtPath & { readonly version?: number }, EntryView>;
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

  /** Walks every folder below and reports the paths whose last name contains `text` (case-insensitive; empty: all). */
  'search.start': Call<AtPath & { readonly text: string }, { readonly jobId: string }>;
  'job.cancel': Call<{ readonly jobId: string }, None>;
}

export type ProfileDraft = ConnectionTarget & {
  readonly profileId?: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** Absent: none. */
  readonly environment?: string;
  /** Absent: a token. */
  readonly login?: LoginOptions;
};

export type FilePurpose = 'ca' | 'ca-folder' | 'client-certificate' | 'client-key';

/** Every event main may send, by name. */
export interface Events {
  'session.changed': SessionView;
  'session.closed': { readonly sessionId: string };
  /** A step of the check under way has ended. */
  'connection.stepped': CheckStep;
  'clipboard.changed': ClipboardState;
  'app.unkeptChanged': readonly UnkeptFile[];
  /** A second start of the app has named an address. */
  'app.connectAsked': { readonly address: string };
  /** A person chose a command in the application's menu. */
  'menu.chosen': { readonly command: MenuCommand };
  'lock.changed': LockState;
  'job.progressed': JobProgress;
  'job.ended': JobEnd;
  'token.accessorsFound': AccessorBatch;
  'token.revoked': RevokedBatch;
  /** Held answers that exist once, newest first; then those that were dismissed and can be restored. */
  'answer.changed': readonly AnswerSummary[];
}

export type CallName = keyof Calls;
export type EventName = keyof Events;
export type Input<N extends CallName> = Calls[N]['input'];
export type Output<N extends CallName> = Calls[N]['output'];

/** The names as values; `satisfies` keeps them complete (`build` of preload, registrar and tests iterate over them). */
export const callNames = Object.keys({
  'app.info': 0,
  'app.noop': 0,
  'app.preferences': 0,
  'app.setPreferences': 0,
  'app.problems': 0,
  'app.unkept': 0,
  'app.writeUnkept': 0,
  'app.storedFiles': 0,
  'menu.offer': 0,
  'clipboard.copyText': 0,
  'clipboard.copySecretText': 0,
  'clipboard.state': 0,
  'profile.list': 0,
  'profile.save': 0,
  'profile.remove': 0,
  'profile.export': 0,
  'profile.import': 0,
  'profile.confirmOrigin': 0,
  'connection.environment': 0,
  'connection.check': 0,
  'connection.enterHeader': 0,
  'connection.chooseFile': 0,
  'connection.describeFile': 0,
  'connection.environmentProxy': 0,
  'lock.state': 0,
  'lock.now': 0,
  'keychain.state': 0,
  'keychain.keep': 0,
  'workspace.load': 0,
  'workspace.save': 0,
  'draft.list': 0,
  'draft.put': 0,
  'draft.drop': 0,
  'draft.dropped': 0,
  'draft.restore': 0,
  'session.list': 0,
  'session.open': 0,
  'session.reauthenticate': 0,
  'session.refresh': 0,
  'session.close': 0,
  'session.logOut': 0,
  'session.openNamespace': 0,
  'session.namespaces': 0,
  'secret.copy': 0,
  'secret.show': 0,
  'login.methods': 0,
  'login.aside': 0,
  'secret.enter': 0,
  'secret.dismiss': 0,
  'answer.list': 0,
  'answer.view': 0,
  'answer.reveal': 0,
  'answer.revealAll': 0,
  'answer.copy': 0,
  'answer.raw': 0,
  'answer.toFile': 0,
  'answer.dismiss': 0,
  'answer.restore': 0,
  'answer.adopt': 0,
  'token.inspect': 0,
  'token.renew': 0,
  'token.autoRenew': 0,
  'token.revoke': 0,
  'token.create': 0,
  'token.roles': 0,
  'token.accessors': 0,
  'token.revokeMany': 0,
  'refusal.explain': 0,
  'wrapping.take': 0,
  'wrapping.lookup': 0,
  'wrapping.unwrap': 0,
  'wrapping.wrap': 0,
  'wrapping.chooseFile': 0,
  'wrapping.rewrap': 0,
  'wrapping.shared': 0,
  'wrapping.cancel': 0,
  'system.status': 0,
  'system.unseal': 0,
  'system.resetUnseal': 0,
  'policy.list': 0,
  'policy.read': 0,
  'policy.write': 0,
  'policy.delete': 0,
  'console.send': 0,
  'console.catalogue': 0,
  'console.path': 0,
  'console.help': 0,
  'console.copyAs': 0,
  'console.history': 0,
  'mount.list': 0,
  'mount.config': 0,
  'mount.setConfig': 0,
  'folder.list': 0,
  'path.resolve': 0,
  'entry.open': 0,
  'entry.close': 0,
  'entry.reveal': 0,
  'entry.copy': 0,
  'entry.copyAs': 0,
  'entry.wrap': 0,
  'entry.generate': 0,
  'entry.raw': 0,
  'entry.save': 0,
  'entry.view': 0,
  'entry.revealAll': 0,
  'entry.merge': 0,
  'entry.checkSave': 0,
  'entry.saveOver': 0,
  'entry.create': 0,
  'entry.patchUnread': 0,
  'entry.duplicate': 0,
  'entry.rename': 0,
  'entry.deleteVersions': 0,
  'entry.undelete': 0,
  'entry.destroyVersions': 0,
  'entry.deleteEverything': 0,
  'entry.compare': 0,
  'entry.restore': 0,
  'entry.setMetadata': 0,
  'entry.limits': 0,
  'entry.valueFromFile': 0,
  'entry.valueToFile': 0,
  'entry.parseKeys': 0,
  'entry.metadata': 0,
  'entry.rights': 0,
  'search.start': 0,
  'job.cancel': 0,
} satisfies Record<CallName, 0>) as readonly CallName[];

export const eventNames = Object.keys({
  'session.changed': 0,
  'session.closed': 0,
  'connection.stepped': 0,
  'clipboard.changed': 0,
  'app.unkeptChanged': 0,
  'app.connectAsked': 0,
  'menu.chosen': 0,
  'lock.changed': 0,
  'job.progressed': 0,
  'job.ended': 0,
  'token.accessorsFound': 0,
  'token.revoked': 0,
  'answer.changed': 0,
} satisfies Record<EventName, 0>) as readonly EventName[];

/**
 * Calls whose answers cross as one JSON text: thousands of small objects cost ten times as much as a structured clone,
 * on either side of the bridge.
 */
export const crossesAsJson: ReadonlySet<CallName> = new Set([
  'entry.open',
  'entry.view',
  'entry.merge',
  'answer.view',
  'answer.revealAll',
  'console.send',
  'console.catalogue',
]);

/** Events that cross as one JSON text, for the same reason. */
export const eventsAsJson: ReadonlySet<EventName> = new Set<EventName>(['token.accessorsFound']);

/**
 * What the preload puts on `window.strongroom`: one method a call, grouped by domain, never a channel name. The call id
 * is the renderer's own and only serves to cancel.
 */
export type Bridge = {
  readonly [D in Domain<CallName>]: {
    readonly [V in VerbOf<CallName, D>]: `${D}.${V}` extends infer N extends CallName
      ? (input: Input<N>, callId: number) => Promise<Crossing<Output<N>>>
      : never;
  };
} & {
  readonly cancel: (callId: number) => void;
  /** Returns what ends the subscription. */
  readonly on: {
    readonly [N in EventName]: (listener: (payload: EventCrossing<Events[N]>) => void) => () => void;
  };
};

/** An answer on the bridge: as it is, or as the JSON text of its value. */
export type Crossing<T> = Result<T> | { readonly ok: true; readonly json: string };

/** An event on the bridge: as it is, or as its JSON text. */
export type EventCrossing<T> = T | { readonly json: string };

type Domain<N extends string> = N extends `${infer D}.${string}` ? D : never;
type VerbOf<N extends string, D extends string> = N extends `${D}.${infer V}` ? V : never;
