/** The board of all open sessions, and notices of the desktop. */
import type { LockedTile } from '../../vault/board.ts';
import type { Call, InSession, None } from './call.ts';

export interface BoardCalls {
  /**
   * How the servers of all sessions are, asked without a token. While the app is locked: `locked` unless the person has
   * allowed it in the settings.
   */
  'board.health': Call<None, readonly LockedTile[]>;
  /** Has the window fill the screen, or no more; it costs a gesture, as it hides what tells this window from others. */
  'board.fullScreen': Call<{ readonly on: boolean }, None>;
}

export interface BoardEvents {
  /** A person clicked on a notice of the desktop about this session. */
  'board.noticeChosen': InSession;
}
