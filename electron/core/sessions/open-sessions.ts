/** The sessions that are open: each with its place, and found by its id. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { lockedError } from '../connection/trouble.ts';
import type { Place } from '../login/session-login.ts';
import type { Session } from '../session/session.ts';
import type { Opened, Sessions } from './sessions-parts.ts';

export interface OpenSessions extends Pick<Sessions, 'find' | 'get'> {
  readonly all: () => readonly Opened[];
  /** Undefined if it is not open. */
  readonly peek: (sessionId: string) => Opened | undefined;
  /** Opens a session, or changes the place of an open one. */
  readonly put: (session: Session, place: Place) => void;
  readonly remove: (sessionId: string) => void;
  /** The other sessions with the same token. */
  readonly sharing: (session: Session) => readonly Opened[];
  /** Number of locks: a login overtaken by a lock must not open a session. */
  readonly lockings: () => number;
  readonly noteLocking: () => void;
}

/** Makes it, empty. */
export function createOpenSessions(): OpenSessions {
  const open = new Map<string, Opened>();
  let lockings = 0;

  function find(sessionId: string): Opened {
    const opened = open.get(sessionId);
    if (opened !== undefined) return opened;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'sessionId',
      message: 'This session is no longer open.',
      hint: 'Connect again.',
    });
  }

  function get(sessionId: string): Session {
    const { session, place } = find(sessionId);
    if (session.locked) throw new AppFailure(lockedError(place.name));
    return session;
  }

  return {
    find,
    get,
    all: () => [...open.values()],
    peek: (sessionId) => open.get(sessionId),
    put: (session, place) => void open.set(place.sessionId, { session, place }),
    remove: (sessionId) => void open.delete(sessionId),
    sharing: (session) => {
      const { accessor } = session.view().token;
      return [...open.values()]
        .filter((one) => one.session !== session && accessor !== '')
        .filter((one) => one.session.view().token.accessor === accessor);
    },
    lockings: () => lockings,
    noteLocking: () => {
      lockings++;
    },
  };
}

/** Remembers the last login method with the place: logging in again begins with it. */
export function cameBy(place: Place, login: LoginOptions | undefined): Place {
  return login === undefined ? place : { ...place, login };
}
