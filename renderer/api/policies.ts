/** ACL policies: names, texts, saving and deleting. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Names of all policies. */
export function policyNamesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'policies'] as const,
    queryFn: ({ signal }) => call('policy.list', { sessionId }, signal),
  });
}

/** Reads one policy by name. */
export function policyQuery(sessionId: string, name: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'policy', name] as const,
    queryFn: ({ signal }) => call('policy.read', { sessionId, name }, signal),
    enabled: name !== '',
  });
}

/**
 * Saves a policy after the user confirms in the secure prompt. `before`: the text the user has seen, null for a new
 * policy. Fails with `conflict` if the server's text differs by now.
 */
export function savePolicy(
  sessionId: string,
  policy: { readonly name: string; readonly text: string; readonly before: string | null },
): Promise<{ readonly warnings: readonly string[] }> {
  return call('policy.write', { sessionId, ...policy });
}

/** Deletes a policy after the user types its name in the secure prompt. */
export async function deletePolicy(sessionId: string, name: string): Promise<void> {
  await call('policy.delete', { sessionId, name });
}
