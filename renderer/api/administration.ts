/** Shared query keys of the administration screens, by topic. */
import { sessionKey } from './session.ts';

/** Prefix of all query keys of one topic. */
export function topicKey(sessionId: string, topic: string) {
  return [...sessionKey(sessionId), 'administration', topic] as const;
}
