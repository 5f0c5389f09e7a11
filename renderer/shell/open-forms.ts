import { useCallback } from 'react';
import type { Mount } from '../../shared/vault/mount.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';

/** Shows the forms of an engine in a tab of a session, with a path of it chosen; `path` empty: none. */
export function useOpenForms(sessionId: string): (mount: Mount, path: string) => void {
  const { openScreen } = useWorkspaceActions();
  return useCallback(
    (mount, path) => {
      // What tree and forms share is known here alone: neither screen knows of the other.
      void import('../screens/console/engine-store.ts').then(({ engineOf }) => {
        if (path !== '') engineOf(sessionId, mount.path).goTo(mount.path + path);
        openScreen('engine', mount.path, sessionId);
      });
    },
    [openScreen, sessionId],
  );
}
