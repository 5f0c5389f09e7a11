/**
 * Response wrapping (vault-http-facts 6.11). A wrapping token opens once: only the look-up, which does not use it up,
 * is ever repeated.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { topOf } from '../http/answer.ts';
import { errorFromAnswer } from '../http/errors.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, writing } from './caller.ts';
import type { CallerRequest, Caller } from './caller.ts';
import { asNumber, asObject, asText, dataOf } from './fields.ts';

/**
 * Opens a wrapping token; the answer is the wrapped one, verbatim: it can be empty, not JSON, or a wrapped 404.
 * Without a token of its own the caller sends the wrapping token as the request's token; with one, it goes in the
 * body. Never both: that would use it up twice.
 */
export async function unwrap(caller: Caller, wrappingToken: string): Promise<VaultAnswer> {
  return caller.token === undefined
    ? openOnce({ ...caller, token: wrappingToken }, wrappingToken, '{}')
    : openOnce(caller, wrappingToken, JSON.stringify({ token: wrappingToken }));
}

/** Sends the request that opens a wrapping token, which is the caller's own or in the body. */
export async function openOnce(caller: Caller, wrappingToken: string, body?: string): Promise<VaultAnswer> {
  const path = 'sys/wrapping/unwrap';
  const answer = await ask(caller, {
    method: 'POST',
    path,
    anyBody: true,
    acceptStatus: isNotFound,
    ...(body === undefined ? {} : { body }),
  });
  if (!isNotFound(answer.status)) return answer;
  const top = topOf(answer);
  if (top !== undefined && !('errors' in asObject(top))) return answer;
  const knownSecrets = [wrappingToken, ...(caller.token === undefined ? [] : [caller.token])];
  throw new AppFailure(
    errorFromAnswer({ status: answer.status, body: top, method: 'POST', path, knownSecrets }),
  );
}

function isNotFound(status: number): boolean {
  return status === 404;
}

/** The server's facts of a wrapping token, by its own clock. */
export interface WrappingFacts {
  readonly creationPath: string;
  /** ISO 8601. */
  readonly creationTime: string;
  readonly creationTtlSeconds: number;
  /** The answer's `Date` header; empty without one. */
  readonly date: string;
}

/** Looks a wrapping token up; needs no token and does not use it up. */
export async function lookUpWrapping(caller: Caller, wrappingToken: string): Promise<WrappingFacts> {
  const answer = await ask(caller, {
    method: 'POST',
    path: 'sys/wrapping/lookup',
    safe: true,
    body: JSON.stringify({ token: wrappingToken }),
  });
  const data = dataOf(answer);
  return {
    creationPath: asText(data['creation_path']),
    creationTime: asText(data['creation_time']),
    creationTtlSeconds: asNumber(data['creation_ttl']),
    date: asText([answer.headers['date']].flat()[0]),
  };
}

/**
 * Uses a wrapping token up for a new one of the same content. The caller's own token must be sent: with the wrapping
 * token in its place, the server refuses and has used it up all the same (Vault 1.21).
 */
export function rewrap(
  caller: Caller & { readonly token: string },
  wrappingToken: string,
): Promise<VaultAnswer> {
  return ask(caller, writing('sys/wrapping/rewrap', { token: wrappingToken }));
}

/** Wrapping of an answer: seconds or a duration, and `jwt` for a token in that form. */
export interface Wrapping {
  readonly ttl: string;
  readonly jwt: boolean;
}

/** Wraps free data, one JSON object as text. */
export function wrapData(caller: Caller, json: string, wrapping: Wrapping): Promise<VaultAnswer> {
  const path = 'sys/wrapping/wrap';
  return ask(caller, { method: 'POST', path, body: json, capability: 'update', ...asked(wrapping) });
}

/** Sends a request whose answer is wrapped. An empty answer comes unwrapped. */
export function wrapRequest(
  caller: Caller,
  request: Pick<CallerRequest, 'method' | 'path' | 'query' | 'body'>,
  wrapping: Wrapping,
): Promise<VaultAnswer> {
  return ask(caller, { ...request, anyBody: true, ...asked(wrapping) });
}

function asked({ ttl, jwt }: Wrapping) {
  return { wrapTtl: ttl, ...(jwt ? { wrapFormat: 'jwt' as const } : {}) };
}
