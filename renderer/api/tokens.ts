/** Tokens: look-up, renewal, revocation, creation, and jobs over all accessors. Token values stay in main. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { RenewOutcome, TokenChoice } from '../../shared/vault/token-work.ts';
import { cacheKey, call } from './client.ts';
import type { Job, JobState } from './jobs.ts';
import { rememberSession } from './session.ts';

/**
 * The server's information about one token. A look-up can cost a use, so the screen decides to make it. `own`: the
 * accessor of the session's token, which changes with another login.
 */
export function inspectionQuery(sessionId: string, token: TokenChoice, own: string) {
  return queryOptions({
    queryKey: [...cacheKey({ sessionId }, 'token.inspect'), keyOf(token, own)],
    queryFn: ({ signal }) => call('token.inspect', { sessionId, token }, signal),
  });
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
