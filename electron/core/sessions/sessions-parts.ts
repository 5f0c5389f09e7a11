/** Operations on the open sessions, and their dependencies. */
import type { Input, SessionView } from '../../../shared/ipc/contract.ts';
import type { UnlockedAll } from '../../../shared/ipc/contract/session.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { Emit } from '../platform.ts';
import type { LoginsParts, Place } from '../login/session-login.ts';
import type { MeetParts } from '../login/meeting.ts';
import type { DraftOwnerParts } from '../entries/draft-owner.ts';
import type { Drafts } from '../entries/drafts.ts';
import type { EnvironmentCredentialsWithToken } from '../login/environment-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { Session } from '../session/session.ts';
import type { SessionParts } from '../session/session-parts.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { GivenToken } from './another-token.ts';

export interface SessionsParts extends MeetParts, Omit<LoginsParts, 'hold' | 'contact'> {
  readonly secrets: SecretStore;
  readonly known: KnownCredentials;
  readonly drafts: Drafts;
  readonly oneTimeResults: DraftOwnerParts['oneTimeResults'];
  readonly environmentCredentials: () => readonly EnvironmentCredentialsWithToken[];
  readonly gate: SessionParts['gate'];
  readonly asked: NonNullable<SessionParts['asked']>;
  readonly seen: NonNullable<SessionParts['seen']>;
  /** Hears of the names that a session lists and changes. */
  readonly namesOf: (sessionId: string) => NonNullable<SessionParts['names']>;
  readonly emit: Emit;
  /** True while the whole app is locked: opening a session is refused then. */
  readonly isLocked: () => boolean;
  /** Called before a session's credentials are forgotten: entries and jobs go with it. */
  readonly onClose: (sessionId: string) => void;
  /** Called when a session loses its token but stays: ends its jobs, and entries without unsaved edits. */
  readonly onLock: (sessionId: string) => void;
}

export type OpenOptions = Omit<Input<'session.open'>, 'environmentId' | 'fromKeychain'> &
  Pick<Place, 'openedFrom'>;

/** The name and colour of a session on the page's own screens. */
export type Called = Pick<OpenOptions, 'name' | 'colour'>;

/** Source of a session's new token; neither: the same as of its last one. */
export type Again = Pick<Input<'session.reauthenticate'>, 'fromKeychain' | 'login'>;

/** A session and its place, for reconnecting. */
export interface Opened {
  readonly session: Session;
  readonly place: Place;
}

export interface Sessions {
  readonly list: () => readonly SessionView[];
  /** Throws `invalid-input` if the session is not open, `locked` without a token. */
  readonly get: (sessionId: string) => Session;
  /** The name of an open and locked session; undefined for any other id. */
  readonly lockedName: (sessionId: string) => string | undefined;
  /** Finds a session like `get`, even if locked, with its place. */
  readonly find: (sessionId: string) => Opened;
  /** A session's look in prompts; undefined if it is not open. */
  readonly lookOf: (sessionId: string) => PromptLook | undefined;
  /** A session's target; undefined if it is not open. */
  readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
  readonly open: (options: Input<'session.open'>, signal?: AbortSignal) => Promise<SessionView>;
  /** Opens with a token without a prompt: for a server started for trying the app out. */
  readonly openWithToken: (options: OpenOptions, token: string) => Promise<SessionView>;
  /** A new token for a session; unlocks it. */
  readonly reauthenticate: (sessionId: string, again: Again, signal?: AbortSignal) => Promise<SessionView>;
  /** Unlocks every locked session; `onUnlocked` is called after each. */
  readonly unlockAll: (onUnlocked: () => void, signal?: AbortSignal) => Promise<UnlockedAll>;
  /** Replaces a session's own token after the new one's look-up and the user's consent. */
  readonly adopt: (sessionId: string, given: GivenToken, signal?: AbortSignal) => Promise<SessionView>;
  /** Opens another session at the same place after the user's consent to its token. */
  readonly openBeside: (
    sessionId: string,
    token: string,
    called: Called,
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Opens a session at a place without a login, after the user's consent to its token. */
  readonly openAt: (
    target: ConnectionTarget,
    token: string,
    called: Called,
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Allows redirects of a session to other nodes after the user's confirmation. */
  readonly confirmOrigins: (
    sessionId: string,
    origins: readonly string[],
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Sends no more requests to one of them. */
  readonly forgetOrigin: (sessionId: string, origin: string) => Promise<SessionView>;
  /** Keeps the session's token in the keychain. Rejects with `not-offered` if that is impossible. */
  readonly keepInKeychain: (sessionId: string) => Promise<void>;
  /** Switches desktop notifications, in its saved connection if it has one. */
  readonly setNotices: (sessionId: string, on: boolean) => SessionView;
  /** Forgets the token; connections end on their own. */
  readonly close: (sessionId: string) => void;
  /**
   * Asks how, revokes the token and its children if chosen, then closes. If the revocation fails the session stays,
   * and the failure is thrown. `edits`: paths of unsaved ones, which are lost.
   */
  readonly logOut: (
    sessionId: string,
    edits: readonly string[],
    signal?: AbortSignal,
  ) => Promise<{ readonly revoked: boolean }>;
  /** Another session with the same token, in another namespace of the server. */
  readonly openNamespace: (
    sessionId: string,
    namespace: string,
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Closes the sessions of a profile that now leads elsewhere. */
  readonly closeOfProfile: (profileId: string) => Promise<void>;
  /** Drops the tokens of all sessions. */
  readonly lockAll: () => void;
  /** Closes all; settles when changing calls have completed. */
  readonly closeAll: () => Promise<void>;
}
