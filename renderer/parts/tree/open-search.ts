import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { searchOf, type SearchScope } from './search-store.ts';

/** Opens the tab of a session's search, by default in all mounts; a text is searched for at once. */
export function useOpenSearch(sessionId: string): (text: string, scope?: SearchScope) => void {
  const { openScreen } = useWorkspaceActions();
  const queries = useQueryClient();
  return useCallback(
    (text, scope) => {
      const search = searchOf(sessionId);
      const mounts = queries.getQueryData(query('mount.list', { sessionId }).queryKey) ?? [];
      if (text !== '') void search.start(scope ?? everywhere(mounts), text);
      else if (scope !== undefined) search.open(scope, '');
      search.focus();
      openScreen('search', '', sessionId);
    },
    [openScreen, queries, sessionId],
  );
}

/** Scope of all mounts whose names can be listed without side effects. */
export function everywhere(mounts: readonly Mount[]): SearchScope {
  return mounts.filter(({ engine }) => engine !== 'other').map((mount) => ({ mount, path: '' }));
}
