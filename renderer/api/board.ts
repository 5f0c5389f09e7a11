/** The board: health of the servers of all sessions. Servers are polled only while it is visible. */
import { useSyncExternalStore } from 'react';
import { type QueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { call, on, query } from './client.ts';
import { rememberSession } from './session.ts';

/** Poll interval per server, in milliseconds. */
export const boardEveryMs = 5_000;

/** Server health while the app is locked; main requests only health. */
export function lockedBoardQuery() {
  return query('board.health', {}, { staleTime: 0, refetchInterval: boardEveryMs });
}

const fills = '(display-mode: fullscreen)';

/** True while the window is full screen, regardless of the trigger. */
export function useFullScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const read = window.matchMedia(fills);
      read.addEventListener('change', changed);
      return () => read.removeEventListener('change', changed);
    },
    () => window.matchMedia(fills).matches,
  );
}

/** Listens for clicks on desktop notifications; the returned function unsubscribes. */
export function onNoticeChosen(listener: (sessionId: string) => void): () => void {
  return on('board.noticeChosen', ({ sessionId }) => listener(sessionId));
}

/** Switches desktop notifications of a session on or off. */
export async function setNotices(
  client: QueryClient,
  input: { readonly sessionId: string; readonly on: boolean },
): Promise<SessionView> {
  return rememberSession(client, await call('session.setNotices', input));
}
