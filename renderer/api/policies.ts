/** ACL policies: names, texts, saving and deleting. */
import { query } from './client.ts';

/** Reads one policy by name. */
export function policyQuery(sessionId: string, name: string) {
  return query('policy.read', { sessionId, name }, { enabled: name !== '' });
}
