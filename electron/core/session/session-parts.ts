/** Initial values of a session, and its dependencies. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { NameChange, NameListener } from '../../vault/api/caller.ts';
import type { HealthAnswer } from '../../vault/api/health.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import type { Seen } from '../seen.ts';
import type { NewAnswer } from '../credentials/new-answer.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { ConsequenceGate } from '../gates/consequence.ts';

/** Result of a login; the token has just passed its look-up. */
export interface Authenticated {
  readonly client: VaultClient;
  readonly answer: HealthAnswer;
  readonly token: string;
  readonly facts: TokenFacts;
}

/** Hears of the names that a session lists and changes. */
export interface SessionNames extends Pick<NameListener, 'listed'> {
  readonly changed: (mount: Mount, path: string, change: NameChange) => void;
}

/** Fixed properties and dependencies of a session. */
export interface SessionParts {
  readonly sessionId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly environment?: string;
  readonly profileId?: string;
  /** Login method of its token. */
  readonly login?: () => LoginOptions;
  /** Stores a token id and returns its reference. */
  readonly hold: (id: string) => SecretRef;
  /** Registers credentials with the gates while they are in use. */
  readonly known: Pick<KnownCredentials, 'keep'>;
  /** True if the operating system's keychain also has the token. */
  readonly inKeychain?: () => boolean;
  /** True if the user wants notifications about its cluster. */
  readonly notices?: () => boolean;
  /** Milliseconds between background checks; default as in `BackgroundLook`. */
  readonly lookIntervalMs?: number;
  /** Visibility of the window: background checks run only while it is visible. */
  readonly seen?: Seen;
  /** Asks before its requests destroy data. */
  readonly gate: Pick<ConsequenceGate, 'introduce' | 'confirm' | 'confirmMany' | 'choose' | 'chooseFor'>;
  /** True if the user asked for the request about to be sent with a token of limited uses; default: true. */
  readonly asked?: () => boolean;
  /** Its name and colour in prompts while it is open. */
  readonly look: PromptLook;
  /** Keeps one-time results until the user discards them. */
  readonly keepAnswer?: (taken: NewAnswer) => Promise<unknown>;
  /** Hears of the names in its own namespace. */
  readonly names?: SessionNames;
  /** Called whenever the view has changed. */
  readonly changed: (view: SessionView) => void;
}
