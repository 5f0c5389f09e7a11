/**
 * ACL policies: `sys/policies/acl` and the older `sys/policy`, which hold the same and have rights of their own
 * (vault-http-facts 6.13). The newer path is asked first, the older one if that is not permitted or not offered.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, deleting, listing, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import { asText, asTexts, dataOf } from './fields.ts';

export interface FoundPolicy {
  /** Name as the server writes it, in lower case. */
  readonly name: string;
  readonly text: string;
  /** The API path that answered. */
  readonly endpoint: string;
  readonly answer: VaultAnswer;
}

/** The two API paths of a policy, the newer first. */
export function policyPaths(name: string): readonly [string, string] {
  return [`sys/policies/acl/${name}`, `sys/policy/${name}`];
}

/**
 * A policy by name. Rejects with `invalid-path` if it does not exist, with the refusal of the newer path if neither
 * can be read.
 */
export async function policyText(caller: Caller, name: string): Promise<FoundPolicy> {
  const [newer, older] = policyPaths(name);
  try {
    const answer = await ask(caller, reading(newer));
    const data = dataOf(answer);
    return { name: toldOr(data['name'], name), text: asText(data['policy']), endpoint: newer, answer };
  } catch (refusal) {
    if (!isElsewhere(refusal)) throw refusal;
    const answer = await orEarlier(ask(caller, reading(older)), refusal);
    const data = dataOf(answer);
    return { name: toldOr(data['name'], name), text: asText(data['rules']), endpoint: older, answer };
  }
}

/**
 * Creates or replaces a policy (`PUT sys/policies/acl/:name`). The server checks its syntax: `invalid-request`
 * describes the fault.
 */
export function writePolicy(caller: Caller, name: string, text: string): Promise<VaultAnswer> {
  return ask(caller, { ...policyWrite(name, text), capability: 'update' });
}

/** Request that saves a policy. */
export function policyWrite(name: string, text: string) {
  return {
    ...({ method: 'PUT', path: policyPaths(name)[0] } as const),
    body: JSON.stringify({ policy: text }),
  };
}

/** Deletes a policy (`DELETE sys/policies/acl/:name`). Succeeds for a missing one, too. */
export function removePolicy(caller: Caller, name: string): Promise<VaultAnswer> {
  return ask(caller, deleting(policyPaths(name)[0]));
}

/** Names of all policies, sorted. Rejects with the refusal of the newer path if neither can be listed. */
export async function policyNames(caller: Caller): Promise<readonly string[]> {
  try {
    const answer = await ask(caller, listing('sys/policies/acl/'));
    return sorted(asTexts(dataOf(answer)['keys']));
  } catch (refusal) {
    if (!isElsewhere(refusal)) throw refusal;
    const older = ask(caller, reading('sys/policy'));
    const data = dataOf(await orEarlier(older, refusal));
    return sorted([...new Set([...asTexts(data['keys']), ...asTexts(data['policies'])])]);
  }
}

/** The newer path's refusal helps more if the older one refuses, too. */
async function orEarlier<T>(asked: Promise<T>, earlier: unknown): Promise<T> {
  try {
    return await asked;
  } catch (failure) {
    throw isElsewhere(failure) ? earlier : failure;
  }
}

function isElsewhere(failure: unknown): boolean {
  return (
    failure instanceof AppFailure &&
    (failure.error.kind === 'forbidden' || failure.error.kind === 'not-offered')
  );
}

function toldOr(told: unknown, asked: string): string {
  const name = asText(told);
  return name === '' ? asked : name;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}
