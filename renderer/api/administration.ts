/** What operators administer, by topic. */
import { sessionKey } from './session.ts';

/** Begins the key of everything that a topic reads. */
export function topicKey(sessionId: string, topic: string) {
  return [...sessionKey(sessionId), 'administration', topic] as const;
}
