/** The open sessions: opening, finding, locking, closing. Every call of a screen names one of them. */
import { createLogins } from '../login/session-login.ts';
import type { Place } from '../login/session-login.ts';
import { confirmOrigins, forgetOrigin } from '../login/confirm-origin.ts';
import type { Moving } from '../login/confirm-origin.ts';
import { bindingOf } from '../profiles/keychain-tokens.ts';
import { switchToken } from './another-token.ts';
import { makeClosing } from './closing.ts';
import { makeLoginAgain } from './log-in-again.ts';
import { createOpenSessions } from './open-sessions.ts';
import { makeOpening } from './opening.ts';
import type { Sessions, SessionsParts } from './sessions-parts.ts';

/** Makes an empty set of sessions. */
export function createSessions(parts: SessionsParts): Sessions {
  const open = createOpenSessions();
  const hold = (sessionId: string, id: string) => parts.secrets.hold(sessionId, 'token-id', id);
  const logins = createLogins({ ...parts, hold });
  const moveParts = { ...parts, logins, meetParts: parts };

  function moving(sessionId: string): Moving {
    const session = open.get(sessionId);
    const move = (place: Place): void => open.put(session, place);
    return { session, place: open.find(sessionId).place, move };
  }

  return {
    list: () => open.all().map(({ session }) => session.view()),
    get: open.get,
    find: open.find,
    lockedName: (sessionId) => {
      const opened = open.peek(sessionId);
      return opened?.session.locked === true ? opened.place.name : undefined;
    },
    lookOf: (sessionId) => open.peek(sessionId)?.place.look,
    targetOf: (sessionId) => open.peek(sessionId)?.place.target,
    ...makeOpening(parts, open, logins),
    ...makeLoginAgain(parts, open, logins),
    ...makeClosing(parts, open, logins),
    confirmOrigins: async (sessionId, origins, signal) =>
      confirmOrigins(moveParts, moving(sessionId), origins, signal),
    forgetOrigin: async (sessionId, origin) => forgetOrigin(moveParts, moving(sessionId), origin),
    adopt: async (sessionId, given, signal) => {
      const session = open.get(sessionId);
      try {
        await switchToken(parts, session, open.find(sessionId).place.look, given, signal);
      } catch (failure) {
        // Locked or closed meanwhile: the reference of its id must not outlive that.
        if (session.locked || session.closed) parts.secrets.lockSession(sessionId);
        throw failure;
      }
      return session.view();
    },
    keepInKeychain: async (sessionId) => {
      const session = open.get(sessionId);
      const { profileId = '', target } = open.find(sessionId).place;
      await session.entrust((token) => parts.keychainTokens.keep(profileId, bindingOf(target), token));
    },
    setNotices: (sessionId, on) => {
      const { session, place } = open.find(sessionId);
      const profile = logins.profileOf(place);
      if (profile === undefined) open.put(session, { ...place, notices: on });
      else parts.profiles.setNotices(profile.profileId, on);
      // Other sessions of the same saved connection show it, too.
      for (const one of open.all()) parts.emit('session.changed', one.session.view());
      return session.view();
    },
  };
}
