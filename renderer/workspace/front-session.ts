/**
 * Which session was in front, for a page that takes the place of another: after a crash, after a lock. It is a number
 * that main has made up, in memory only, and ends with the window.
 */
import type { SessionView } from '../../shared/ipc/contract.ts';

const key = 'front-session';

/** Remembers the session in front. */
export function rememberFront(sessionId: string): void {
  sessionStorage.setItem(key, sessionId);
}

/** The session to begin with: the one that was in front, unless it is locked and another is not. */
export function frontSession(sessions: readonly SessionView[]): string | undefined {
  const open = sessions.filter((session) => session.trouble?.kind !== 'locked');
  const choice = open.length > 0 ? open : sessions;
  const remembered = sessionStorage.getItem(key);
  const known = choice.find((session) => session.sessionId === remembered);
  return (known ?? choice.at(-1))?.sessionId;
}
