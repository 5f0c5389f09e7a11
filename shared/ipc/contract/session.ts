/** Open connections, and how one gets its token. */
import type { AnswerView } from '../../vault/answer.ts';
import type {
  ConnectionTarget,
  ExpiringCertificate,
  KeychainState,
  ProfileColour,
} from '../../vault/connection.ts';
import type { LoginMethods, LoginOptions } from '../../vault/login.ts';
import type { PackedNames } from '../../vault/names.ts';
import type { Health } from '../../vault/server.ts';
import type { TokenFacts } from '../../vault/token.ts';
import type { Where } from '../../vault/where.ts';
import type { AppError } from '../result.ts';
import type { Call, InSession, None } from './call.ts';

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
  /** The person wants to be notified on the desktop when something happens to its cluster. */
  readonly notices?: boolean;
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

export interface SessionCalls {
  'keychain.state': Call<None, KeychainState>;
  /** Keeps the session's token in the keychain for unlocking (asked in the trusted view), or forgets it there. */
  'keychain.keep': Call<InSession & { readonly keep: boolean }, SessionView>;

  'session.list': Call<None, readonly SessionView[]>;
  /** The program that a sample server would be started with; empty: neither `vault` nor `bao` is on the PATH. */
  'sample.find': Call<None, { readonly program: string }>;
  /** Starts a server on this machine, in memory, and opens a session with it. Rejects with `not-offered`. */
  'sample.start': Call<None, SessionView>;
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
  /** Switches notices of the desktop on or off, for the saved connection where there is one. */
  'session.setNotices': Call<InSession & { readonly on: boolean }, SessionView>;
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

  /**
   * What a server lists without a token (`sys/internal/ui/mounts`). Without `asked` (a person pressed the button) a
   * server that nobody has confirmed is not contacted: `cancelled`.
   */
  'login.methods': Call<
    { readonly where: Where; readonly namespace?: string; readonly asked?: boolean },
    LoginMethods
  >;
  /** Logs in over a session's connection without adopting the token: it is a stored answer. */
  'login.aside': Call<InSession & { readonly login: LoginOptions; readonly wrapTtl?: string }, AnswerView>;
}

export interface SessionEvents {
  'session.changed': SessionView;
  'session.closed': { readonly sessionId: string };
}
