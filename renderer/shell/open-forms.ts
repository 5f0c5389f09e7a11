import { useCallback } from 'react';
import type { Mount } from '../../shared/vault/mount.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';

/** Opens the forms of an engine in a tab of a session, with a path selected unless `path` is empty. */
export function useOpenForms(sessionId: string): (mount: Mount, path: string) => void {
  const { openScreen } = useWorkspaceActions();
  return useCallback(
    (mount, path) => {
      // Only the shell connects tree and forms: neither screen imports the other.
      void import('../screens/console/engine-store.ts').then(({ engineOf }) => {
        if (path !== '') engineOf(sessionId, mount.path).goTo(mount.path + path);
        openScreen('engine', mount.path, sessionId);
      });
    },
    [openScreen, sessionId],
  );
}
