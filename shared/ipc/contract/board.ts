/** The board of all open sessions, and desktop notifications. */
import type { LockedTile } from '../../vault/board.ts';
import type { Call, InSession, None } from './call.ts';

export interface BoardCalls {
  /**
   * Health of all sessions' servers, queried without a token. While the app is locked: `locked` unless the user has
   * allowed it in the settings.
   */
  'board.health': Call<None, readonly LockedTile[]>;
  /** Toggles full screen. Switching it on needs a user gesture: it hides the marks of this window. */
  'board.fullScreen': Call<{ readonly on: boolean }, None>;
}

export interface BoardEvents {
  /** The user clicked a desktop notification about this session. */
  'board.noticeChosen': InSession;
}
