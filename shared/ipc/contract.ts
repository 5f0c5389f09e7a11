/**
 * The single list of what crosses between the renderer and main. Preload, renderer client and registrar derive from it:
 * a call without a handler, a schema or a preload method does not compile.
 *
 * Names are `domain.verb` for calls and `domain.pastTense` for events. Every call has one input object and one output.
 */
import type {
  ConnectionReport,
  ConnectionTarget,
  FileHandle,
  Offer,
  Profile,
  ProfileColour,
} from '../vault/connection.ts';
import type { EntryChange, EntryMetadata, EntryRights, EntryView, SaveOutcome } from '../vault/entry.ts';
import type { Mount, MountPath } from '../vault/mount.ts';
import type { PackedNames } from '../vault/names.ts';
import type { Health } from '../vault/server.ts';
import type { TokenFacts } from '../vault/token.ts';
import type { AppError, Result } from './result.ts';

export type Theme = 'system' | 'light' | 'dark';

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

/** Small preferences of the window; no path, no name of a secret. */
export interface Preferences {
  readonly theme: Theme;
  readonly sideBarWidth: number;
  readonly detailsOpen: boolean;
  /** Seconds until a copied value is cleared from the clipboard. */
  readonly clipboardSeconds: number;
}

/** One open connection as screens see it. */
export interface SessionView {
  readonly sessionId: string;
  readonly name: string;
  readonly colour: ProfileColour;
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

/** One batch of a job's findings and where it stands. */
export interface JobProgress {
  readonly jobId: string;
  /** Full paths below the mount that match; folders end in `/`. */
  readonly found: PackedNames;
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
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

  'clipboard.copyText': Call<{ readonly text: string }, None>;
  'clipboard.state': Call<None, ClipboardState>;

  'profile.list': Call<None, readonly Profile[]>;
  /** Without `profileId` a new one is made. */
  'profile.save': Call<ProfileDraft, Profile>;
  'profile.remove': Call<{ readonly profileId: string }, None>;

  'connection.offers': Call<None, readonly Offer[]>;
  'connection.check': Call<{ readonly target: ConnectionTarget }, ConnectionReport>;
  /** A native dialog; `cancelled` when the person closes it. */
  'connection.chooseFile': Call<{ readonly purpose: FilePurpose }, FileHandle>;

  'session.list': Call<None, readonly SessionView[]>;
  /** Opens the trusted view for the token (or, with an offer, to confirm sending the offered one). */
  'session.open': Call<
    {
      readonly target: ConnectionTarget;
      readonly name: string;
      readonly colour: ProfileColour;
      readonly profileId?: string;
      readonly offerId?: string;
    },
    SessionView
  >;
  /** A new token for an open session, asked for in the trusted view. */
  'session.reauthenticate': Call<InSession, SessionView>;
  /** Asks the server for its health and (if the token is not a limited-use one) for the token again. */
  'session.refresh': Call<InSession, SessionView>;
  /** Forgets the token; it is not revoked. */
  'session.close': Call<InSession, None>;

  'secret.copy': Call<{ readonly secretRef: string }, ClipboardState>;
  'secret.show': Call<{ readonly secretRef: string }, None>;

  'mount.list': Call<InSession, readonly Mount[]>;
  'folder.list': Call<AtPath, FolderListing>;
  'path.resolve': Call<InSession & { readonly text: string }, Destination>;

  'entry.open': Call<AtPath & { readonly version?: number }, EntryView>;
  'entry.close': Call<{ readonly entryId: string }, None>;
  'entry.reveal': Call<{ readonly entryId: string; readonly key: string }, { readonly rawJson: string }>;
  'entry.copy': Call<{ readonly entryId: string; readonly key: string }, ClipboardState>;
  /** The whole answer as the server sent it, indented; every value a dot line unless `reveal`. */
  'entry.raw': Call<{ readonly entryId: string; readonly reveal: boolean }, { readonly text: string }>;
  /** Main lays the changes over the values it holds: untouched values go back token for token without crossing. */
  'entry.save': Call<{ readonly entryId: string; readonly changes: readonly EntryChange[] }, SaveOutcome>;
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
};

export type FilePurpose = 'ca' | 'client-certificate' | 'client-key';

/** Every event main may send, by name. */
export interface Events {
  'session.changed': SessionView;
  'session.closed': { readonly sessionId: string };
  'clipboard.changed': ClipboardState;
  'job.progressed': JobProgress;
  'job.ended': JobEnd;
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
  'clipboard.copyText': 0,
  'clipboard.state': 0,
  'profile.list': 0,
  'profile.save': 0,
  'profile.remove': 0,
  'connection.offers': 0,
  'connection.check': 0,
  'connection.chooseFile': 0,
  'session.list': 0,
  'session.open': 0,
  'session.reauthenticate': 0,
  'session.refresh': 0,
  'session.close': 0,
  'secret.copy': 0,
  'secret.show': 0,
  'mount.list': 0,
  'folder.list': 0,
  'path.resolve': 0,
  'entry.open': 0,
  'entry.close': 0,
  'entry.reveal': 0,
  'entry.copy': 0,
  'entry.raw': 0,
  'entry.save': 0,
  'entry.metadata': 0,
  'entry.rights': 0,
  'search.start': 0,
  'job.cancel': 0,
} satisfies Record<CallName, 0>) as readonly CallName[];

export const eventNames = Object.keys({
  'session.changed': 0,
  'session.closed': 0,
  'clipboard.changed': 0,
  'job.progressed': 0,
  'job.ended': 0,
} satisfies Record<EventName, 0>) as readonly EventName[];

/**
 * What the preload puts on `window.strongroom`: one method a call, grouped by domain, never a channel name. The call id
 * is the renderer's own and only serves to cancel.
 */
export type Bridge = {
  readonly [D in Domain<CallName>]: {
    readonly [V in VerbOf<CallName, D>]: `${D}.${V}` extends infer N extends CallName
      ? (input: Input<N>, callId: number) => Promise<Result<Output<N>>>
      : never;
  };
} & {
  readonly cancel: (callId: number) => void;
  /** Returns what ends the subscription. */
  readonly on: { readonly [N in EventName]: (listener: (payload: Events[N]) => void) => () => void };
};

type Domain<N extends string> = N extends `${infer D}.${string}` ? D : never;
type VerbOf<N extends string, D extends string> = N extends `${D}.${infer V}` ? V : never;
