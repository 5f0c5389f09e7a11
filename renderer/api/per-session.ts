/** State kept outside React while a session is open. */
import { on } from './client.ts';

/**
 * Returns a getter of one value per session: made on first access, kept while the app runs, passed to `end` and
 * dropped when its session closes or the app locks.
 */
export function perSession<T>(
  make: (sessionId: string) => T,
  end: (value: T) => void = () => undefined,
): (sessionId: string) => T {
  const values = new Map<string, T>();
  let listening = false;
  return (sessionId) => {
    if (!listening) {
      listening = true;
      on('session.closed', (closed) => {
        const ended = values.get(closed.sessionId);
        if (ended !== undefined) end(ended);
        values.delete(closed.sessionId);
      });
      on('lock.changed', ({ locked }) => {
        if (!locked) return;
        const ended = [...values.values()];
        values.clear();
        ended.forEach(end);
      });
    }
    const known = values.get(sessionId);
    if (known !== undefined) return known;
    const made = make(sessionId);
    values.set(sessionId, made);
    return made;
  };
}
