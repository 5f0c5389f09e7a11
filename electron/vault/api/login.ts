/**
 * Logging in at any path under `auth/` (specification, "Login and unwrapping"; vault-http-facts 6.15). A login is never
 * repeated: each may create a token, and a wrong one counts against the user.
 */
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText } from './fields.ts';

export interface LoginAnswer {
  readonly answer: VaultAnswer;
  /** Empty where the server wants a second factor first, or wrapped the answer. */
  readonly clientToken: string;
}

/** Sends free JSON fields to a login path, e.g. `auth/userpass/login/ops`. The caller decides about adopting the token. */
export async function logInAt(
  caller: Caller,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<LoginAnswer> {
  const answer = await ask(caller, { method: 'POST', path, body: JSON.stringify(fields) });
  return { answer, clientToken: clientTokenOf(answer) };
}

/** The client token in an answer's `auth`; the empty string where there is none. */
export function clientTokenOf(answer: VaultAnswer): string {
  return answer.text === '' ? '' : asText(asObject(asObject(answer.json())['auth'])['client_token']);
}
