/**
 * Logging in at any path under `auth/` (specification, "Login and unwrapping"; vault-http-facts 6.15). A login is
 * never repeated: each can create a token, and a wrong one counts against the user.
 */
import { topOf } from '../http/answer.ts';
import type { VaultAnswer, VaultRequest } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';
import { openOnce } from './wrapping.ts';

export interface LoginAnswer {
  readonly answer: VaultAnswer;
  /** Empty if the server asks for a second factor first, or wrapped the answer. */
  readonly clientToken: string;
}

export type LoginRequestOptions = Pick<VaultRequest, 'wrapTtl' | 'timeoutMs'>;

/**
 * Sends free JSON fields to a login path, e.g. `auth/userpass/login/ops`. The caller decides about adopting the
 * token.
 */
export async function logInAt(
  caller: Caller,
  path: string,
  fields: Readonly<Record<string, unknown>>,
  options: LoginRequestOptions = {},
): Promise<LoginAnswer> {
  return asLogin(await ask(caller, { method: 'POST', path, body: JSON.stringify(fields), ...options }));
}

/**
 * Logs in with a wrapping token (specification, "Login and unwrapping" 3): it is sent as the request's token and is
 * used up; the client token is that of the wrapped answer. The caller's own token is not sent.
 */
export async function logInByWrappingToken(
  { token: _, ...caller }: Caller,
  wrappingToken: string,
): Promise<LoginAnswer> {
  return asLogin(await openOnce({ ...caller, token: wrappingToken }, wrappingToken));
}

/** An answer with the client token in it. */
export function asLogin(answer: VaultAnswer): LoginAnswer {
  return { answer, clientToken: clientTokenOf(answer) };
}

/** Client token in an answer's `auth`, or the root token of a new server; empty without one. */
export function clientTokenOf(answer: VaultAnswer): string {
  return asText(authOf(answer)['client_token']) || asText(asObject(topOf(answer))['root_token']);
}

/** An answer's `auth`, or an empty object. */
export function authOf(answer: VaultAnswer): Readonly<Record<string, unknown>> {
  return asObject(asObject(topOf(answer))['auth']);
}

/** Wrapping token that came instead of the answer; undefined without one. `innerAccessor`: of the token inside. */
export function wrappingTokenIn(
  answer: VaultAnswer,
): { readonly token: string; readonly innerAccessor: string } | undefined {
  const facts = asObject(asObject(topOf(answer))['wrap_info']);
  const token = asText(facts['token']);
  return token === '' ? undefined : { token, innerAccessor: asText(facts['wrapped_accessor']) };
}

/**
 * Number to choose on the phone for Okta, while a login with this nonce is under way (`auth/:mount/verify/:nonce`);
 * empty until it exists.
 */
export async function oktaNumber(caller: Caller, mount: string, nonce: string): Promise<string> {
  const answer = await ask(caller, {
    method: 'GET',
    path: `auth/${mount}/verify/${nonce}`,
    safe: true,
    acceptStatus: (status) => status >= 400 && status < 500,
  });
  const number = answer.text === '' ? undefined : dataOf(answer)['correct_answer'];
  return typeof number === 'number' || typeof number === 'string' ? String(number) : '';
}
