import { useCallback, useEffect, useMemo } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { PlanActionKind } from '../../../shared/vault/plan.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import { perSession } from '../../api/per-session.ts';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { runDeleteEverything } from '../../parts/entry-actions/run.ts';
import { isVersioned } from '../../parts/entry-actions/words.ts';
import { comparisonOf } from '../../parts/folder/comparison-store.ts';
import { usePlan } from '../../parts/plan/hand-over.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import type { TreeRow } from '../../parts/tree/tree-model.ts';
import { placesAt, treeSelectionOf, type PlaceInTree } from '../../parts/tree/tree-selection.ts';
import { treeOf } from '../../parts/tree/trees.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { announce } from '../../ui/announce.tsx';
import { copyPaths } from './copy-paths.ts';
import type { Hand } from './use-tree-keys.ts';

/** Lists the open folders again when a plan has run. */
export function useListedAfterPlan({ sessionId }: SessionView): void {
  useEffect(() => {
    const plan = planOf(sessionId);
    let before = plan.snapshot().stage;
    return plan.subscribe(() => {
      const { stage } = plan.snapshot();
      if (stage === 'ran' && before !== 'ran') void treeOf(sessionId).refreshAll();
      before = stage;
    });
  }, [sessionId]);
}

/** A folder or mount as a destination. */
export interface FolderInTree {
  readonly mount: Mount;
  readonly path: string;
}

/** Places copied or cut in a session's tree until they are pasted: paths only, apart from the clipboard. */
const takenIn = perSession((): { places: readonly PlaceInTree[]; cut: boolean } => ({
  places: [],
  cut: false,
}));

/** Keys, drops and menus of a tree that lead to a plan; of a single entry they open its own dialogs. */
export function useTreeHands({ sessionId }: SessionView) {
  const showPlan = usePlan(sessionId);
  const plan = useCallback(
    (places: readonly PlaceInTree[], kind?: PlanActionKind, to?: FolderInTree) =>
      showPlan(
        places.map(({ mount, path }) => ({ sessionId, mount: mount.path, path })),
        kind,
        to && { sessionId, ...to },
      ),
    [showPlan, sessionId],
  );
  const { openScreen } = useWorkspaceActions();
  return useMemo(() => {
    /** Without a right side the screen asks for it; with both they are compared at once. */
    const compare = (left: FolderInTree, right?: FolderInTree): void => {
      const sides = comparisonOf(sessionId);
      sides.choose({
        left: { sessionId, ...left },
        right: { sessionId, ...(right ?? { mount: left.mount, path: '' }) },
      });
      openScreen('compare-folders', '', sessionId);
      if (right !== undefined) void sides.compare();
    };
    const put = (places: readonly PlaceInTree[], to: FolderInTree, moves: boolean): void => {
      plan(places, moves ? 'move' : 'copy', inside(places, to));
      void planOf(sessionId).make();
    };
    const remove = (places: readonly PlaceInTree[]): void => {
      const [first] = places;
      if (first === undefined) return;
      if (places.length > 1 || isFolderPath(first.path)) {
        plan(places, 'delete');
        void planOf(sessionId).make();
      } else if (isVersioned(first.mount))
        askAction({ kind: 'delete', place: { sessionId, ...first }, versions: [] });
      else void runDeleteEverything({ sessionId, ...first });
    };
    const paste = (to: FolderInTree): void => {
      const { places, cut } = takenIn(sessionId);
      if (places.length === 0) announce('No name of the tree was copied.');
      else if (canPut(places, to)) put(places, to, cut);
      else announce('They are there already.');
    };
    const hand = (what: Hand, row: TreeRow): void => {
      const places = placesAt(treeSelectionOf(sessionId).snapshot(), row);
      const taken = takenIn(sessionId);
      switch (what) {
        case 'copyNames':
        case 'cutNames':
          if (places.length === 0) return;
          Object.assign(taken, { places, cut: what === 'cutNames' });
          void copyPaths(places);
          break;
        case 'pasteNames': {
          const to = folderAt(row);
          if (to !== undefined) paste(to);
          break;
        }
        case 'deleteNames':
          remove(places);
      }
    };
    return { sessionId, plan, put, paste, hand, remove, compare };
  }, [plan, sessionId, openScreen]);
}

export type TreeHands = ReturnType<typeof useTreeHands>;

/** The folder that a row is, or lies in; undefined where plans cannot work. */
export function folderAt(row: TreeRow): FolderInTree | undefined {
  const at = row.kind === 'folder' ? row : row.kind === 'entry' ? row.parent : row.folder;
  return at.mount.engine === 'other' ? undefined : { mount: at.mount, path: at.path };
}

/** True if something would change: not into itself, not to where all of it is already. */
export function canPut(places: readonly PlaceInTree[], to: FolderInTree): boolean {
  const key = to.mount.path + to.path;
  return (
    places.every(({ mount, path }) => !isFolderPath(path) || !key.startsWith(mount.path + path)) &&
    places.some((place) => place.mount.path !== to.mount.path || parentOf(place.path) !== to.path)
  );
}

/** A single folder keeps its name below the destination. */
function inside(places: readonly PlaceInTree[], to: FolderInTree): FolderInTree {
  const [first] = places;
  if (places.length !== 1 || first === undefined || !isFolderPath(first.path) || first.path === '') return to;
  return { mount: to.mount, path: to.path + first.path.slice(parentOf(first.path).length) };
}

function parentOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}
