import { useCallback } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { PlanActionKind } from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { importOf } from './import-store.ts';
import type { ActionDraft } from './plan-draft.ts';
import { planOf, type PlaceToPutAt } from './plan-store.ts';

/** Opens the import of a session, into a folder. */
export function useImport(sessionId: string): (mount: Mount, folder: string) => void {
  const { openScreen } = useWorkspaceActions();
  return useCallback(
    (mount, folder) => {
      importOf(sessionId).into(mount, folder);
      openScreen('import', '', sessionId);
    },
    [openScreen, sessionId],
  );
}

/**
 * Hands a selection over to the session's plan and shows its tab; a kind chooses the action, a place its
 * destination, `filled` what its form holds.
 * While a plan runs it is shown as it is.
 */
export function usePlan(
  sessionId: string,
): (
  places: readonly SelectedPlace[],
  kind?: PlanActionKind,
  to?: PlaceToPutAt,
  filled?: Partial<ActionDraft>,
) => void {
  const { openScreen } = useWorkspaceActions();
  return useCallback(
    (places, kind, to, filled) => {
      planOf(sessionId).select(places, kind, to, filled);
      openScreen('plan', '', sessionId);
    },
    [openScreen, sessionId],
  );
}
