import { useWorkspace, useWorkspaceActions } from '../../../workspace/workspace.tsx';

/** Closes the tabs of a mount that is gone; a tab with edits stays, so that they can be copied or moved. */
export function useCloseTabs(sessionId: string): (mountPath: string) => void {
  const { tabs } = useWorkspace();
  const { closeTabsAt } = useWorkspaceActions();
  return (mountPath) => {
    for (const tab of tabs)
      if (tab.kind === 'entry' && tab.sessionId === sessionId && tab.mount.path === mountPath)
        closeTabsAt(sessionId, tab.mount, tab.path);
  };
}
