import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Destination } from '../../../shared/ipc/contract.ts';
import { query } from '../../api/client.ts';
import { showTree } from '../../workspace/side-list.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { treeOf } from './trees.ts';

/**
 * Opens a place of the front session: an entry in a tab, a folder or mount in the tree. Places in engines that are
 * not read on selection also open in the tree. A place of another session brings that one to the front.
 */
export function useOpenPlace(
  front: string,
): (place: Destination & { readonly sessionId?: string }, how: 'preview' | 'pin') => void {
  const { activate, openEntry } = useWorkspaceActions();
  const queries = useQueryClient();
  return useCallback(
    ({ mount, path, version, sessionId = front }, how) => {
      if (sessionId !== front) activate(sessionId);
      // A remembered place has its mount's former state.
      const mounts = queries.getQueryData(query('mount.list', { sessionId }).queryKey);
      const current = mounts?.find((one) => one.path === mount.path) ?? mount;
      if (path === '' || path.endsWith('/') || current.engine === 'other') {
        showTree();
        void treeOf(sessionId).reveal(mount.path, path);
        return;
      }
      openEntry(current, path, {
        sessionId,
        ...(how === 'pin' ? { pin: true } : { keepFocus: true }),
        ...(version === undefined ? {} : { version }),
      });
    },
    [activate, openEntry, queries, front],
  );
}
