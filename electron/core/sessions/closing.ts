/** The ends of sessions: closed, logged out, locked. */
import { normaliseNamespace } from '../connection/address.ts';
import type { Logins, Place } from '../login/session-login.ts';
import { askAndRevoke } from './log-out.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Sessions, SessionsParts } from './sessions-parts.ts';

type Closing = Pick<Sessions, 'close' | 'logOut' | 'closeOfProfile' | 'lockAll' | 'closeAll'>;

/** Makes the ways to end a session. */
export function makeClosing(
  parts: Pick<SessionsParts, 'onClose' | 'onLock' | 'secrets' | 'emit' | 'keychainTokens'>,
  open: OpenSessions,
  logins: Pick<Logins, 'inKeychain'>,
): Closing {
  const ending = new Set<Promise<void>>();

  function close(sessionId: string): void {
    const { session } = open.find(sessionId);
    open.remove(sessionId);
    parts.onClose(sessionId);
    parts.secrets.dismissSession(sessionId);
    // Not awaited: an unresponsive server must not block the screen.
    const ended = session.close().finally(() => ending.delete(ended));
    ending.add(ended);
    parts.emit('session.closed', { sessionId });
  }

  return {
    close,
    logOut: async (sessionId, edits, signal) => {
      const session = open.get(sessionId);
      const others = open.sharing(session);
      const alsoUsedBy = [...new Set(others.map(({ place }) => nameInPrompts(place)))];
      const facts = { edits, alsoUsedBy, loginToken: session.loginToken, nowMs: Date.now() };
      const { revoked } = await askAndRevoke(session, facts, signal);
      // They stay, with their unsaved edits, and show at once that their token is gone.
      if (revoked) for (const other of others) void other.session.refresh().catch(() => undefined);
      const { place } = open.find(sessionId);
      if (revoked && logins.inKeychain(place) && place.profileId !== undefined)
        parts.keychainTokens.forget(place.profileId);
      // Locked while the server was asked: the last session of a locked app is closed by its own question only.
      if (session.view().trouble?.kind !== 'locked') close(sessionId);
      return { revoked };
    },
    closeOfProfile: (profileId) => {
      for (const { session, place } of open.all())
        if (session.profileId === profileId || place.openedFrom === profileId) close(session.sessionId);
      return Promise.resolve();
    },
    lockAll: () => {
      open.noteLocking();
      for (const { session } of open.all()) {
        const { sessionId } = session;
        session.lock();
        parts.secrets.lockSession(sessionId);
        parts.onLock(sessionId);
      }
    },
    closeAll: async () => {
      for (const { session } of open.all()) close(session.sessionId);
      await Promise.all(ending);
    },
  };
}

/** The connection's name in prompts; its namespace tells it from others of the same connection. */
function nameInPrompts({ look, target }: Place): string {
  const namespace = normaliseNamespace(target.namespace);
  return namespace === '' ? look.name : `${look.name}, namespace ${namespace}`;
}
