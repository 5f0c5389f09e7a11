/** ACL policies: their names, their texts, saving and deleting. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** The names of all policies. */
export function policyNamesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'policies'] as const,
    queryFn: ({ signal }) => call('policy.list', { sessionId }, signal),
  });
}

/** One policy by its name. */
export function policyQuery(sessionId: string, name: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'policy', name] as const,
    queryFn: ({ signal }) => call('policy.read', { sessionId, name }, signal),
    enabled: name !== '',
  });
}

/**
 * Saves a policy, once a person has confirmed it in the trusted view. `before`: what the person has seen; null: there was
 * none. Fails with `conflict` where the server has another text by now.
 */
export function savePolicy(
  sessionId: string,
  policy: { readonly name: string; readonly text: string; readonly before: string | null },
): Promise<{ readonly warnings: readonly string[] }> {
  return call('policy.write', { sessionId, ...policy });
}

/** Deletes a policy, once a person has typed its name in the trusted view. */
export async function deletePolicy(sessionId: string, name: string): Promise<void> {
  await call('policy.delete', { sessionId, name });
}
