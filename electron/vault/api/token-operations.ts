/**
 * The token operations of the specification ("Token operations"; vault-http-facts 6.12): look up, renew and revoke,
 * each by the token presented, by value or by accessor. None is ever repeated: a token with `num_uses` pays for each,
 * and a sent renewal or revocation has happened.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { listNamesAt } from './lists.ts';

/** Reference to a token: the one presented, another by its value, or another by its accessor. */
export type WhichToken =
  | { readonly by: 'self' }
  | { readonly by: 'value'; readonly token: string }
  | { readonly by: 'accessor'; readonly accessor: string };

/** Seconds or a duration (`5m`); the answer then is a wrapping token. */
export interface Wrapped {
  readonly wrapTtl?: number | string;
}

/**
 * Describes a token. Look-ups by value or accessor do not cost the token looked up a use; by self they do. `safe` for
 * very many look-ups: the client waits out a rate limit.
 */
export function lookupToken(
  caller: Caller,
  which: WhichToken,
  options: { readonly safe?: boolean } = {},
): Promise<VaultAnswer> {
  return ask(caller, { ...lookUpRequest(which), ...options });
}

/** Request that describes a token. */
export function lookUpRequest(which: WhichToken): CallerRequest {
  switch (which.by) {
    case 'self':
      return { method: 'GET', path: 'auth/token/lookup-self' };
    case 'value':
      return posted('lookup', { token: which.token });
    case 'accessor':
      return posted('lookup-accessor', { accessor: which.accessor });
  }
}

/** Renews a token by `increment` seconds (null: the server's default); the answer's `auth` has the granted time. */
export function renewToken(
  caller: Caller,
  which: WhichToken,
  increment: number | null = null,
): Promise<VaultAnswer> {
  return ask(caller, renewalRequest(which, increment));
}

/** Request that renews a token. */
export function renewalRequest(which: WhichToken, increment: number | null = null): CallerRequest {
  switch (which.by) {
    case 'self':
      return posted('renew-self', { increment });
    case 'value':
      return posted('renew', { token: which.token, increment });
    case 'accessor':
      return posted('renew-accessor', { accessor: which.accessor, increment });
  }
}

/**
 * Revokes a token and, unless `orphan`, everything below it. `revoke-self` always takes the children along: to go
 * alone, the caller's own token is named by its value. Rejects with `invalid-request` before a byte is sent if an
 * accessor and `orphan` come together, as the specification demands.
 */
export async function revokeToken(
  caller: Caller,
  which: WhichToken,
  options: { readonly orphan?: boolean } = {},
): Promise<VaultAnswer> {
  const orphan = options.orphan === true;
  refuseOrphan(which, orphan);
  const own = which.by === 'self' && orphan ? caller.token : undefined;
  return ask(caller, revocation(own === undefined ? which : { by: 'value', token: own }, orphan));
}

/** Request that revokes a token. */
export function revocation(which: WhichToken, orphan = false): CallerRequest {
  switch (which.by) {
    case 'self':
      return { method: 'POST', path: 'auth/token/revoke-self' };
    case 'value':
      return posted(orphan ? 'revoke-orphan' : 'revoke', { token: which.token });
    case 'accessor':
      return posted('revoke-accessor', { accessor: which.accessor });
  }
}

/** Parent of a new token: the one presented, none, or as a role says. */
export type TokenParent = 'mine' | 'none' | { readonly role: string };

/** API path that makes a token. */
export function createPath(parent: TokenParent): string {
  if (parent === 'mine') return 'auth/token/create';
  return parent === 'none' ? 'auth/token/create-orphan' : `auth/token/create/${parent.role}`;
}

/** Makes a token from the fields of Vault's documentation; the token is in the answer's `auth`. Never repeated. */
export function createToken(
  caller: Caller,
  parent: TokenParent,
  fields: object,
  options: Wrapped = {},
): Promise<VaultAnswer> {
  return ask(caller, { method: 'POST', path: createPath(parent), body: JSON.stringify(fields), ...options });
}

/**
 * Accessors of every token of the namespace. Needs `list` and `sudo` on `auth/token/accessors/`, and on a large server
 * the answer is large.
 */
export function listAccessors(caller: Caller): Promise<readonly string[]> {
  return listNamesAt(caller, 'auth/token/accessors');
}

/** Names of token roles; empty without any. */
export function listTokenRoles(caller: Caller): Promise<readonly string[]> {
  return listNamesAt(caller, 'auth/token/roles');
}

/**
 * True if a look-up's failure means that the token is not valid: forbidden, invalid path or invalid request
 * (specification, "Authentication" 3). Every other failure leaves it open.
 */
export function refusesToken(error: AppError): boolean {
  // The namespace is missing, not the token.
  if (error.kind === 'invalid-path' && error.reason === 'no-namespace') return false;
  return refusals.has(error.kind);
}

const refusals: ReadonlySet<string> = new Set([
  'forbidden',
  'unauthenticated',
  'invalid-path',
  'invalid-request',
]);

function posted(path: string, body: object): CallerRequest {
  return { method: 'POST', path: `auth/token/${path}`, body: JSON.stringify(body) };
}

/** Throws `invalid-request` if `orphan` comes with an accessor. */
export function refuseOrphan(which: WhichToken, orphan: boolean): void {
  if (!orphan || which.by !== 'accessor') return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: 'Keeping a token’s children alive needs the token’s value. Nothing was sent.',
    hint: 'Revoke it by its value, or revoke its children too.',
  });
}
