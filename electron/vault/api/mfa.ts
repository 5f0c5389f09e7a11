/**
 * Login MFA (`sys/mfa/validate`, unauthenticated; vault-http-facts 6.15): a login whose user needs a second factor
 * answers without a token and lists the factors; all of them are sent together.
 */
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText } from './fields.ts';
import { asLogin, authOf } from './login.ts';
import type { LoginAnswer, LoginRequestOptions } from './login.ts';

/** One way to satisfy a constraint. */
export interface MfaMethod {
  readonly id: string;
  /** `totp`, `duo`, `okta`, `pingid` … */
  readonly type: string;
  /** False: the user approves on a phone and types nothing. */
  readonly usesPasscode: boolean;
}

/** One enforcement; any one of its methods satisfies it. */
export interface MfaConstraint {
  readonly name: string;
  readonly any: readonly MfaMethod[];
}

export interface MfaRequirement {
  readonly requestId: string;
  readonly constraints: readonly MfaConstraint[];
}

/** Factors that a login's answer still requires; undefined without any. */
export function mfaRequirementIn(answer: VaultAnswer): MfaRequirement | undefined {
  const requirement = asObject(authOf(answer)['mfa_requirement']);
  const requestId = asText(requirement['mfa_request_id']);
  if (requestId === '') return undefined;
  const constraints = Object.entries(asObject(requirement['mfa_constraints'])).map(([name, value]) => {
    const any = asObject(value)['any'];
    return { name, any: (Array.isArray(any) ? any : []).map(methodFrom) };
  });
  return { requestId, constraints };
}

function methodFrom(value: unknown): MfaMethod {
  const facts = asObject(value);
  return {
    id: asText(facts['id']),
    type: asText(facts['type']),
    usesPasscode: facts['uses_passcode'] === true,
  };
}

/** Sends all factors of a login: by method id its passcode, or none for one approved elsewhere. Never repeated. */
export async function validateMfa(
  caller: Caller,
  requestId: string,
  payload: Readonly<Record<string, readonly string[]>>,
  options: LoginRequestOptions = {},
): Promise<LoginAnswer> {
  const body = JSON.stringify({ mfa_request_id: requestId, mfa_payload: payload });
  return asLogin(await ask(caller, { method: 'POST', path: 'sys/mfa/validate', body, ...options }));
}
