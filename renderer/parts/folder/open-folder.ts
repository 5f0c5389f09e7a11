import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { foldersOf, type FolderView } from './folder-tables.ts';

/** Opens a folder as a table, and reads it unless that was done already. `path`: empty, or ending in `/`. */
export function useOpenFolder(sessionId: string): (mount: Mount, path: string, view?: FolderView) => void {
  const { openScreen } = useWorkspaceActions();
  const keys = useQuery(query('app.preferences', {})).data?.folderColumns.includes('keys') === true;
  return useCallback(
    (mount, path, view) => {
      const table = foldersOf(sessionId).at(mount, path);
      if (view !== undefined) table.show({ view });
      // Reading costs the gesture that opens it.
      if (table.snapshot().reading === undefined) void table.read({ keys });
      openScreen('folder', mount.path + path, sessionId);
    },
    [openScreen, sessionId, keys],
  );
}
