/** What a login needs of its surroundings, and what it comes to. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import type { NewAnswer } from '../credentials/new-answer.ts';
import type { Ask } from '../platform.ts';

export interface LoginSurroundings {
  /** Speaks for the login's namespace. */
  readonly client: VaultClient;
  readonly destination: DestinationFacts;
  readonly ask: Ask;
  readonly openBrowser: (url: string) => Promise<void>;
  /** Keeps an answer that exists once and that the login could not use up. Never rejects. */
  readonly keepAnswer: (taken: NewAnswer) => Promise<unknown>;
  /** Everything typed that is a credential: no text about the login may hold it. */
  readonly credentials: Set<string>;
  readonly signal?: AbortSignal;
  /** Ask for the answer to be wrapped. */
  readonly wrapTtl?: string;
  /** Why the person has to log in (again). */
  readonly problem?: string;
}

/** What the server has answered to a login. */
export interface LoginEnd extends LoginAnswer {
  /** How it was done: what was corrected in the trusted view included. */
  readonly options: LoginOptions;
  readonly method: 'GET' | 'POST';
  /** API path; it holds no credential. */
  readonly path: string;
  readonly elapsedMs: number;
}

/** The server may have to wait for a person who looks for a phone. */
const WAITING_FOR_PERSON_MS = 120_000;

/** Who sends the requests of a login: nobody yet. */
export function nobody(
  { client, signal }: Pick<LoginSurroundings, 'client' | 'signal'>,
  repeatable = false,
): Caller {
  return { client, repeatable, ...(signal === undefined ? {} : { signal }) };
}

/** The timeout of a request that waits for a person. */
export function waitingForPersonMs(client: VaultClient): number {
  return Math.max(client.options.timeoutMs, WAITING_FOR_PERSON_MS);
}

/** A signal that fires with either. */
export function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

/** The person gave up; `message` says what that means. */
export function givenUp(message: string): AppFailure {
  return new AppFailure({ kind: 'cancelled', message });
}
