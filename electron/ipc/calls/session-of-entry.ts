/** An open entry belongs to the session it was opened in: calls about it name the entry only. */
import type { Session } from '../../core/session/session.ts';
import type { DeskParts } from './services-parts.ts';

/** Makes what finds an entry's session. Throws `invalid-input` where either is not open any more. */
export function sessionOfEntry({ sessions, entries }: DeskParts): (entryId: string) => Session {
  return (entryId) => sessions.get(entries.get(entryId).card.sessionId);
}
