import { useEffect } from 'react';
import { useStore } from '../api/store.ts';
import { firstRun } from '../workspace/first-run.ts';
import { useOpenSessions, useWorkspaceActions } from '../workspace/workspace.tsx';

/** Opens the first-run guide in a session opened with the initial root token of a new server. */
export function useFirstRun(): void {
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const sessionId = useStore(firstRun);
  const isOpen = sessions.some((session) => session.sessionId === sessionId);
  useEffect(() => {
    if (sessionId === undefined || !isOpen) return;
    firstRun.set(undefined);
    openScreen('ceremony', 'init', sessionId);
  }, [sessionId, isOpen, openScreen]);
}
