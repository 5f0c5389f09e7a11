/** What a session begins with, and what it is given for its whole life. */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import type { HealthAnswer } from '../../vault/api/health.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import type { Seen } from '../seen.ts';
import type { NewAnswer } from '../credentials/new-answer.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import type { ConsequenceGate } from '../gates/consequence.ts';

/** What a login has come to; the token has just passed its look-up. */
export interface Authenticated {
  readonly client: VaultClient;
  readonly answer: HealthAnswer;
  readonly token: string;
  readonly facts: TokenFacts;
}

/** What a session is for its whole life. */
export interface SessionParts {
  readonly sessionId: string;
  readonly name: string;
  readonly colour: ProfileColour;
  readonly environment?: string;
  readonly profileId?: string;
  /** How its token was got. */
  readonly login?: () => LoginOptions;
  /** Puts a token id away and answers its reference. */
  readonly hold: (id: string) => SecretRef;
  /** Tells the gates what is in use here, until it is let go. */
  readonly known: Pick<KnownCredentials, 'keep'>;
  /** Whether the token is in the operating system's keychain, too. */
  readonly inKeychain?: () => boolean;
  /** Whether the person wants to be notified of what happens to its cluster. */
  readonly notices?: () => boolean;
  /** Between background looks, in milliseconds; as `BackgroundLook` says unless told. */
  readonly lookIntervalMs?: number;
  /** Whether anybody sees the window: background looks are made only then. */
  readonly seen?: Seen;
  /** What its requests destroy is asked about there. */
  readonly gate: Pick<ConsequenceGate, 'introduce' | 'confirm' | 'choose'>;
  /** Whether a person asked for what is about to be sent with a token of limited uses; all of it counts as that unless told. */
  readonly asked?: () => boolean;
  /** How prompts call it, as long as it is open. */
  readonly look: PromptLook;
  /** Holds what exists once until a person discards it. */
  readonly keepAnswer?: (taken: NewAnswer) => Promise<unknown>;
  /** Told whenever the view has changed. */
  readonly changed: (view: SessionView) => void;
}
