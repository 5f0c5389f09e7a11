/**
 * The one place where the lock meets calls. A locked app answers only what leads out of the lock; in an unlocked one the
 * sessions that are still locked answer nothing that was asked of them, of their entries or of their credentials.
 */
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { lockedError } from '../../core/connection/trouble.ts';
import type { DeskParts } from './services-parts.ts';

/** What is asked of a session that is locked by itself. */
const ofLockedSession: ReadonlySet<CallName> = new Set<CallName>([
  'session.reauthenticate',
  'session.refresh',
  'session.close',
]);

/** Makes what says why a call is refused now. */
export function makeRefusal({
  lock,
  sessions,
  entries,
  secrets,
  answers,
}: Pick<DeskParts, 'lock' | 'sessions' | 'entries' | 'secrets' | 'answers'>): (
  name: CallName,
  input: unknown,
) => AppError | undefined {
  return (name, input) => {
    const refused = lock.refuse(name);
    if (refused !== undefined) return refused;
    if (ofLockedSession.has(name)) return undefined;
    const asked = [
      textAt(input, 'sessionId'),
      ...['entryId', 'leftEntryId', 'rightEntryId'].map((field) => entries.sessionOf(textAt(input, field))),
      secrets.sessionOf(textAt(input, 'secretRef')),
      secrets.sessionOf(textAt(memberAt(input, 'token'), 'secretRef')),
      secrets.sessionOf(textAt(memberAt(input, 'wish'), 'idRef')),
      answers.sessionOf(textAt(input, 'answerId')),
      textAt(memberAt(input, 'where'), 'sessionId'),
    ];
    for (const sessionId of asked) {
      const locked = sessionId === undefined ? undefined : sessions.lockedName(sessionId);
      if (locked !== undefined) return lockedError(locked);
    }
    return undefined;
  };
}

/** Makes what keeps the entry of a changing call open: its end is noted there, also where a lock has closed the rest. */
export function makeKeeper({ entries }: Pick<DeskParts, 'entries'>): (input: unknown) => () => void {
  return (input) => {
    const entryId = textAt(input, 'entryId');
    if (entries.sessionOf(entryId) === undefined) return () => undefined;
    entries.pin(entryId);
    return () => entries.unpin(entryId);
  };
}

function memberAt(input: unknown, field: string): unknown {
  return typeof input === 'object' && input !== null && field in input
    ? Reflect.get(input, field)
    : undefined;
}

function textAt(input: unknown, field: string): string {
  const value = memberAt(input, field);
  return typeof value === 'string' ? value : '';
}
