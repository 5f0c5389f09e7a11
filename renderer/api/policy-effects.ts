/** What policies allow, and who uses them. */
import type { PolicySubject, PolicyTest, UnsavedPolicy } from '../../shared/vault/policy-effect.ts';
import { call } from './client.ts';
import type { Job } from './jobs.ts';

/** What is tested. */
export interface Tested {
  readonly path: string;
  readonly unsaved?: UnsavedPolicy;
}

/** Tests a path; of a set of policies the server is not asked. */
export function testPolicies(sessionId: string, subject: PolicySubject, tested: Tested): Promise<PolicyTest> {
  return call('policy.test', { sessionId, subject, ...tested });
}

/** The same with a token that is created for it, once a person has confirmed that. */
export function testWithToken(
  sessionId: string,
  names: readonly string[],
  tested: Tested,
): Promise<PolicyTest> {
  return call('policy.testWithToken', { sessionId, names, ...tested });
}

/** Finds what policies can see. */
export function reachJob(
  sessionId: string,
  names: readonly string[],
  unsaved: UnsavedPolicy | undefined,
): Job<'policy.reachFound'> {
  return {
    ...{ event: 'policy.reachFound', sessionId, label: 'Looking for what a policy can see' },
    state: { kind: 'list', things: 'folders', done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ kind: 'list', things: 'folders', done, total }),
    start: () => call('policy.reach', { sessionId, names, ...(unsaved === undefined ? {} : { unsaved }) }),
  };
}

/** Finds who uses a policy. */
export function usersJob(sessionId: string, name: string): Job<'policy.usersFound'> {
  return {
    ...{ event: 'policy.usersFound', sessionId, label: `Looking for who uses “${name}”` },
    state: { kind: 'list', things: 'tokens and roles', done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ kind: 'list', things: 'tokens and roles', done, total }),
    start: () => call('policy.users', { sessionId, name }),
  };
}
