/** Tokens: look-up, renewal, revocation, creation, and jobs over all accessors. Token values stay in main. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { SecretRef } from '../../shared/vault/secret-ref.ts';
import type {
  RenewOutcome,
  TokenChoice,
  TokenInspection,
  TokenOptions,
} from '../../shared/vault/token-work.ts';
import { call } from './client.ts';
import type { Job, JobState } from './jobs.ts';
import { rememberSession, sessionKey } from './session.ts';

/**
 * The server's information about one token. A look-up can cost a use, so the screen decides to make it. `own`: the
 * accessor of the session's token, which changes with another login.
 */
export function inspectionQuery(sessionId: string, token: TokenChoice, own: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'token', keyOf(token, own)] as const,
    queryFn: ({ signal }) => call('token.inspect', { sessionId, token }, signal),
  });
}

/** Looks up a token for callers that need the result before a screen exists. */
export function inspectToken(sessionId: string, token: TokenChoice): Promise<TokenInspection> {
  return call('token.inspect', { sessionId, token });
}

/** Renews a token; without an increment the server decides. */
export function renewToken(
  sessionId: string,
  token: TokenChoice,
  incrementSeconds: number | undefined,
): Promise<RenewOutcome> {
  const asked = incrementSeconds === undefined ? {} : { incrementSeconds };
  return call('token.renew', { sessionId, token, ...asked });
}

/** Switches automatic renewal of a session's own token. */
export async function setAutoRenew(client: QueryClient, sessionId: string, on: boolean): Promise<void> {
  rememberSession(client, await call('token.autoRenew', { sessionId, on }));
}

/** Revokes a token after confirmation in the secure prompt; `cancelled` if the user declines. */
export async function revokeToken(
  sessionId: string,
  token: TokenChoice,
  orphan: boolean,
): Promise<readonly string[]> {
  const { warnings } = await call('token.revoke', { sessionId, token, orphan });
  return warnings;
}

/** Creates a token as a one-time result. Never retried. */
export function createToken(sessionId: string, options: TokenOptions): Promise<AnswerView> {
  return call('token.create', { sessionId, options });
}

/** Names of token roles, if the token may list them. */
export function tokenRolesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'token-roles'] as const,
    queryFn: ({ signal }) => call('token.roles', { sessionId }, signal),
  });
}

/** Asks for a token in the secure prompt; `cancelled` if it is closed. */
export function enterToken(sessionId: string): Promise<SecretRef> {
  return call('secret.enter', { sessionId, kind: 'token-id' });
}

/** Looks up every token accessor. */
export function accessorsJob(sessionId: string): Job<'token.accessorsFound'> {
  return {
    event: 'token.accessorsFound',
    sessionId,
    label: 'Looking up tokens',
    state: tokensDone({ done: 0, total: 0 }),
    stateAt: tokensDone,
    start: () => call('token.accessors', { sessionId }),
  };
}

/** Revokes many tokens after the user confirms. */
export function revokeManyJob(sessionId: string, accessors: readonly string[]): Job<'token.revoked'> {
  return {
    event: 'token.revoked',
    sessionId,
    label: 'Revoking tokens',
    state: tokensDone({ done: 0, total: accessors.length }),
    stateAt: tokensDone,
    start: () => call('token.revokeMany', { sessionId, accessors }),
  };
}

function tokensDone({ done, total }: { readonly done: number; readonly total: number }): JobState {
  return { kind: 'list', things: 'tokens', done, total };
}

function keyOf(token: TokenChoice, own: string): string {
  switch (token.by) {
    case 'self':
      return `self ${own}`;
    case 'accessor':
      return `accessor ${token.accessor}`;
    case 'secret':
      return `secret ${token.secretRef}`;
  }
}
