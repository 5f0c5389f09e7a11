/** Tokens: looking at them, renewing, revoking, making; and the jobs of all accessors. Their values stay in main. */
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
 * What the server says about one token. A look-up may cost uses: whether it is made is the screen's to decide. `own`: the
 * accessor of the session's token, which another login changes.
 */
export function inspectionQuery(sessionId: string, token: TokenChoice, own: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'token', keyOf(token, own)] as const,
    queryFn: ({ signal }) => call('token.inspect', { sessionId, token }, signal),
  });
}

/** Looks a token up, for those who need the answer before there is a screen for it. */
export function inspectToken(sessionId: string, token: TokenChoice): Promise<TokenInspection> {
  return call('token.inspect', { sessionId, token });
}

/** Renews a token; without an increment as the server likes. */
export function renewToken(
  sessionId: string,
  token: TokenChoice,
  incrementSeconds: number | undefined,
): Promise<RenewOutcome> {
  const asked = incrementSeconds === undefined ? {} : { incrementSeconds };
  return call('token.renew', { sessionId, token, ...asked });
}

/** Switches the automatic renewal of a session's own token. */
export async function setAutoRenew(client: QueryClient, sessionId: string, on: boolean): Promise<void> {
  rememberSession(client, await call('token.autoRenew', { sessionId, on }));
}

/** Revokes a token, once a person has confirmed it in the trusted view; `cancelled` where they declined. */
export async function revokeToken(
  sessionId: string,
  token: TokenChoice,
  orphan: boolean,
): Promise<readonly string[]> {
  const { warnings } = await call('token.revoke', { sessionId, token, orphan });
  return warnings;
}

/** Makes a token: an answer that exists once. Never repeated. */
export function createToken(sessionId: string, options: TokenOptions): Promise<AnswerView> {
  return call('token.create', { sessionId, options });
}

/** Names of token roles, where they may be listed. */
export function tokenRolesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'token-roles'] as const,
    queryFn: ({ signal }) => call('token.roles', { sessionId }, signal),
  });
}

/** A token typed in the trusted view; `cancelled` where it is closed. */
export function enterToken(sessionId: string): Promise<SecretRef> {
  return call('secret.enter', { sessionId, kind: 'token-id' });
}

/** Looks up every accessor. */
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

/** Revokes many, once a person has confirmed it. */
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
