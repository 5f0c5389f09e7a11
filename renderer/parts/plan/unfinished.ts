/** Plans whose runs did not come to their end: how they are called, and the way to their rows. */
import { useCallback } from 'react';
import type { UnfinishedPlan } from '../../../shared/vault/plan.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { query } from '../../api/client.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { planOf } from './plan-store.ts';

const names: Readonly<Record<UnfinishedPlan['action'], string>> = {
  copy: 'Copy',
  move: 'Move',
  rename: 'Rename',
  delete: 'Delete',
  undelete: 'Undelete',
  destroy: 'Destroy versions',
  remove: 'Delete everything',
  'set-settings': 'Change settings',
  'set-metadata': 'Change custom metadata',
  'set-key': 'Set a key',
  'copy-key': 'Copy a key',
  'rename-key': 'Rename a key',
  'remove-key': 'Remove a key',
  'replace-value': 'Replace in values',
  rotate: 'Generate new values',
  import: 'Import',
  undo: 'Undo',
};

/** `Move: web/api and 11 more`. */
export function unfinishedTitle({ action, first, rows }: UnfinishedPlan): string {
  return `${names[action]}: ${first}${rows > 1 ? ` and ${grouped(rows - 1)} more` : ''}`;
}

/** Reads them anew whenever a screen shows them; it reads files of this machine only. */
export function unfinishedQuery(sessionId: string) {
  return query('plan.unfinished', { sessionId }, { staleTime: 0, gcTime: 0 });
}

/** Has an unfinished plan checked on the server, and shows its rows in the session's plan. */
export function useGoOn(sessionId: string): (unfinished: UnfinishedPlan) => void {
  const { openScreen } = useWorkspaceActions();
  return useCallback(
    (unfinished) => {
      void planOf(sessionId).resume(unfinished);
      openScreen('plan', '', sessionId);
    },
    [openScreen, sessionId],
  );
}
