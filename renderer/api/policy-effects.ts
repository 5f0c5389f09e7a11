/** Effects and users of policies. */
import type { UnsavedPolicy } from '../../shared/vault/policy-effect.ts';
import { call } from './client.ts';
import type { Job } from './jobs.ts';

/** Finds the paths policies can reach. */
export function reachJob(
  sessionId: string,
  names: readonly string[],
  unsaved: UnsavedPolicy | undefined,
): Job<'policy.reachFound'> {
  return {
    event: 'policy.reachFound',
    sessionId,
    label: 'Looking for what a policy can see',
    state: { kind: 'list', things: 'folders', done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ kind: 'list', things: 'folders', done, total }),
    start: () => call('policy.reach', { sessionId, names, ...(unsaved === undefined ? {} : { unsaved }) }),
  };
}

/** Finds the users of a policy. */
export function usersJob(sessionId: string, name: string): Job<'policy.usersFound'> {
  return {
    event: 'policy.usersFound',
    sessionId,
    label: `Looking for who uses “${name}”`,
    state: { kind: 'list', things: 'tokens and roles', done: 0, total: 0 },
    stateAt: ({ done, total }) => ({ kind: 'list', things: 'tokens and roles', done, total }),
    start: () => call('policy.users', { sessionId, name }),
  };
}
