/** What can be done with the open sessions, and what that takes. */
import type { Input, SessionView } from '../../../shared/ipc/contract.ts';
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
  readonly emit: Emit;
  /** Whether the whole app is locked: no session is opened then. */
  readonly isLocked: () => boolean;
  /** Told before a session's credentials are forgotten: entries and jobs go with it. */
  readonly onClose: (sessionId: string) => void;
  /** Told when a session has no token any more but stays: jobs end, and entries that nothing unsaved starts from. */
  readonly onLock: (sessionId: string) => void;
}

export type OpenOptions = Omit<Input<'session.open'>, 'environmentId' | 'fromKeychain'> &
  Pick<Place, 'openedFrom'>;

/** The name and colour of a session on the page's own screens. */
export type Called = Pick<OpenOptions, 'name' | 'colour'>;

/** How a session is to get its new token; neither: as it got its last one. */
export type Again = Pick<Input<'session.reauthenticate'>, 'fromKeychain' | 'login'>;

/** A session and where it connects to, again and again. */
export interface Opened {
  readonly session: Session;
  readonly place: Place;
}

export interface Sessions {
  readonly list: () => readonly SessionView[];
  /** Throws `invalid-input` where the session is not open, `locked` where it has no token. */
  readonly get: (sessionId: string) => Session;
  /** The name of a session that is open and locked; undefined for every other id. */
  readonly lockedName: (sessionId: string) => string | undefined;
  /** As `get`, locked or not, and with where it connects to. */
  readonly find: (sessionId: string) => Opened;
  /** How prompts call a session; undefined where it is not open. */
  readonly lookOf: (sessionId: string) => PromptLook | undefined;
  /** Where a session connects to; undefined where it is not open. */
  readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
  readonly open: (options: Input<'session.open'>, signal?: AbortSignal) => Promise<SessionView>;
  /** Opens with a token that needs no asking: a server started for trying the app out. */
  readonly openWithToken: (options: OpenOptions, token: string) => Promise<SessionView>;
  /** A new token for a session; unlocks it. */
  readonly reauthenticate: (sessionId: string, again: Again, signal?: AbortSignal) => Promise<SessionView>;
  /** Puts a token in the place of a session's own, once it has passed its look-up and a person has agreed. */
  readonly adopt: (sessionId: string, given: GivenToken, signal?: AbortSignal) => Promise<SessionView>;
  /** Another session at the same place, once a person has agreed to its token. */
  readonly openBeside: (
    sessionId: string,
    token: string,
    called: Called,
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** A session at a place nobody was logged in to, once a person has agreed to its token. */
  readonly openAt: (
    target: ConnectionTarget,
    token: string,
    called: Called,
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Lets redirects of a session lead to other nodes, once a person has confirmed them. */
  readonly confirmOrigins: (
    sessionId: string,
    origins: readonly string[],
    signal?: AbortSignal,
  ) => Promise<SessionView>;
  /** Sends nothing to one of them any more. */
  readonly forgetOrigin: (sessionId: string, origin: string) => Promise<SessionView>;
  /** Keeps the session's token in the keychain. Rejects with `not-offered` where that cannot be. */
  readonly keepInKeychain: (sessionId: string) => Promise<void>;
  /** Switches notices of the desktop on or off, for its saved connection where it has one. */
  readonly setNotices: (sessionId: string, on: boolean) => SessionView;
  /** Forgets the token; connections end on their own. */
  readonly close: (sessionId: string) => void;
  /**
   * Asks how, revokes the token with all below it where that was chosen, then closes; where that fails the session stays, and
   * the failure is thrown. `edits`: unsaved ones, which are lost.
   */
  readonly logOut: (
    sessionId: string,
    edits: number,
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
  /** Every session forgets its token. */
  readonly lockAll: () => void;
  /** Closes all; settles when what changes something has come to its end. */
  readonly closeAll: () => Promise<void>;
}
