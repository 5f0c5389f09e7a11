/** Inputs of a login, and its result. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import type { NewAnswer } from '../credentials/new-answer.ts';
import type { Ask } from '../platform.ts';

export interface LoginSurroundings {
  /** Uses the login's namespace. */
  readonly client: VaultClient;
  readonly destination: DestinationFacts;
  readonly ask: Ask;
  readonly openBrowser: (url: string) => Promise<void>;
  /** Keeps a one-time response that the login could not use. Never rejects. */
  readonly keepAnswer: (taken: NewAnswer) => Promise<unknown>;
  /** All typed credentials: texts about the login must not contain them. */
  readonly credentials: Set<string>;
  readonly signal?: AbortSignal;
  /** TTL for a wrapped response. */
  readonly wrapTtl?: string;
  /** Reason for the login, shown to the user. */
  readonly problem?: string;
}

/** The server's response to a login. */
export interface LoginEnd extends LoginAnswer {
  /** The options used, with the user's corrections from the prompt. */
  readonly options: LoginOptions;
  readonly method: 'GET' | 'POST';
  /** API path without credentials. */
  readonly path: string;
  readonly elapsedMs: number;
}

/** Minimum timeout while the user reaches for a phone. */
const WAITING_FOR_PERSON_MS = 120_000;

/** Caller of a login's requests, without a token. */
export function nobody(
  { client, signal }: Pick<LoginSurroundings, 'client' | 'signal'>,
  repeatable = false,
): Caller {
  return { client, repeatable, signal };
}

/** The timeout of a request that waits for the user. */
export function waitingForPersonMs(client: VaultClient): number {
  return Math.max(client.options.timeoutMs, WAITING_FOR_PERSON_MS);
}

/** A signal that fires with either. */
export function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

/** Error for a cancel by the user; `message` describes the result. */
export function givenUp(message: string): AppFailure {
  return new AppFailure({ kind: 'cancelled', message });
}
