/** The board: how the servers of all sessions are. Nobody is asked while nobody sees it. */
import { useSyncExternalStore } from 'react';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';
import { rememberSession } from './session.ts';

/** Between two looks at each server, in milliseconds. */
export const boardEveryMs = 5_000;

/** How all servers are while the app is locked; main asks for health alone. */
export function lockedBoardQuery() {
  return queryOptions({
    queryKey: ['app', 'board'] as const,
    queryFn: ({ signal }) => call('board.health', {}, signal),
    staleTime: 0,
    refetchInterval: boardEveryMs,
  });
}

/** Has the window fill the screen, or no more. */
export function setFullScreen(on: boolean): Promise<unknown> {
  return call('board.fullScreen', { on });
}

const fills = '(display-mode: fullscreen)';

/** Whether the window fills the screen now, whoever has made it so. */
export function useFullScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(fills);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(fills).matches,
  );
}

/** Hears of a click on a notice of the desktop; the returned function ends it. */
export function onNoticeChosen(listener: (sessionId: string) => void): () => void {
  return on('board.noticeChosen', ({ sessionId }) => listener(sessionId));
}

/** Switches notices of the desktop on or off. */
export async function setNotices(
  client: QueryClient,
  input: { readonly sessionId: string; readonly on: boolean },
): Promise<SessionView> {
  return rememberSession(client, await call('session.setNotices', input));
}
