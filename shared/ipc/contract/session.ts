/** Open connections, and getting their tokens. */
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
  /** Its environment, e.g. `production`; absent: not set. */
  readonly environment?: string;
  /** Origin, e.g. `https://vault.pay.example:8200`. */
  readonly address: string;
  readonly namespace: string;
  readonly skipVerify: boolean;
  readonly health: Health;
  /** Time of `health` and `trouble`, this machine's clock, ISO 8601. */
  readonly seenAt?: string;
  /** Name of the node that responded, if the server reports it. */
  readonly node: string;
  readonly token: TokenFacts;
  /**
   * Current problem, if any: `sealed`, `unauthenticated` (the token is dead), `network`, `tls` … Set by the latest
   * background check and by any call that met it; cleared by the next success.
   */
  readonly trouble?: AppError;
  /** `trouble` came in place of an answer about health: `health` is of an earlier check. */
  readonly healthUnread?: true;
  /** Certificates seen or used that expire within 30 days, soonest first. */
  readonly expiring?: readonly ExpiringCertificate[];
  /** The token is (also) in the operating system's keychain. */
  readonly inKeychain?: boolean;
  /** The user wants desktop notifications about events of its cluster. */
  readonly notices?: boolean;
  /** Login that got its token; the default for logging in again. */
  readonly login: LoginOptions;
  /** Present if the user chose automatic renewal of the token. */
  readonly renewal?: AutoRenewal;
}

/** Automatic renewal of a session's token. */
export interface AutoRenewal {
  /** Time (ISO 8601) of the next renewal; empty: the token cannot be renewed any more. */
  readonly nextAt: string;
  /** Reason why the last renewal failed or no other follows, in a sentence. */
  readonly problem?: string;
}

export interface SessionCalls {
  'keychain.state': Call<None, KeychainState>;
  /** Stores the session's token in the keychain for unlocking (confirmed in the secure prompt), or removes it. */
  'keychain.keep': Call<InSession & { readonly keep: boolean }, SessionView>;

  'session.list': Call<None, readonly SessionView[]>;
  /** The program to start a sample server with; empty: neither `vault` nor `bao` is on the PATH. */
  'sample.find': Call<None, { readonly program: string }>;
  /** Starts an in-memory server on this machine and opens a session with it. Rejects with `not-offered`. */
  'sample.start': Call<None, SessionView>;
  /**
   * Opens the secure prompt for the token, or to confirm sending the one from the environment. `fromKeychain`: uses
   * the profile's token in the keychain.
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
      /** Defaults to a token; the secure prompt asks for the credentials. */
      readonly login?: LoginOptions;
    },
    SessionView
  >;
  /**
   * Gets a new token for an open or locked session, from the secure prompt or the keychain; unlocks. Without `login`:
   * in the way the session was opened.
   */
  'session.reauthenticate': Call<
    InSession & { readonly fromKeychain?: boolean; readonly login?: LoginOptions },
    SessionView
  >;
  /**
   * Unlocks every locked session in the way it was opened: those whose token is in the keychain after one prompt, the
   * others by one prompt after another. A closed prompt stops that.
   */
  'session.unlockAll': Call<None, UnlockedAll>;
  /** Refreshes the server's health and, unless its uses are limited, the token's facts. */
  'session.refresh': Call<InSession, SessionView>;
  /** Forgets the token. For a locked session, or one whose end the user has agreed to elsewhere. */
  'session.close': Call<InSession, None>;
  /** Switches desktop notifications on or off, in the saved connection if there is one. */
  'session.setNotices': Call<InSession & { readonly on: boolean }, SessionView>;
  /**
   * One question in the secure prompt: forget the token locally, or first revoke it and its children. A failed
   * revocation keeps the session; `cancelled` if the user declines.
   */
  'session.logOut': Call<InSession, { readonly revoked: boolean }>;
  /**
   * Opens another session in another namespace of the same server with the same token; the token does not leave main.
   * `not-offered` if the server has no namespaces or the token cannot be shared, else the server's own error.
   */
  'session.openNamespace': Call<InSession & { readonly namespace: string }, SessionView>;
  /** The namespaces directly below the session's own. `not-offered` as above. */
  'session.namespaces': Call<InSession, { readonly names: PackedNames }>;

  /**
   * Login methods that a server lists without a token (`sys/internal/ui/mounts`). Without `asked` (the user pressed
   * the button) an unconfirmed server is not contacted: `cancelled`.
   */
  'login.methods': Call<
    { readonly where: Where; readonly namespace?: string; readonly asked?: boolean },
    LoginMethods
  >;
  /** Logs in over a session's connection without adopting the token, which becomes a one-time result. */
  'login.aside': Call<InSession & { readonly login: LoginOptions; readonly wrapTtl?: string }, AnswerView>;
}

/** Outcome of unlocking every session. */
export interface UnlockedAll {
  /** True if the user closed a prompt, which stops the rest. */
  readonly stopped: boolean;
  /** Errors of sessions that stay locked for another reason. */
  readonly failures: readonly { readonly sessionId: string; readonly error: AppError }[];
}

export interface SessionEvents {
  'session.changed': SessionView;
  'session.closed': { readonly sessionId: string };
}
