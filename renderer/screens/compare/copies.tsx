import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { canCopyFrom } from '../../../shared/vault/comparison.ts';
import type { ComparisonRow, ComparisonSide } from '../../../shared/vault/comparison.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import type { ImportFile } from '../../../shared/vault/import.ts';
import { vault } from '../../api/client.ts';
import { isFileSide, type ComparisonSnapshot } from '../../parts/folder/comparison-store.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { Button } from '../../ui/button.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';

interface CopiesProps {
  readonly session: SessionView;
  readonly snapshot: ComparisonSnapshot;
  /** Chosen rows, or all that are shown. */
  readonly rows: readonly ComparisonRow[];
}

/** Copies of rows to a side that is a folder; each makes a plan that is read before it runs. */
export function Copies({ session: { sessionId }, snapshot, rows }: CopiesProps) {
  const { openScreen } = useWorkspaceActions();
  const { comparisonId, compared, stage } = snapshot;
  if (comparisonId === undefined || compared === undefined || stage !== 'compared') return null;
  const copyTo = (side: ComparisonSide, chosen: readonly ComparisonRow[]): void => {
    const [target, source] = [compared[side], compared[side === 'left' ? 'right' : 'left']];
    if (isFileSide(target)) return;
    const { mount, path } = target;
    const to = { sessionId: target.sessionId, mount: mount.path, path };
    const carried = { versions: 'latest', metadata: false } as const;
    const action = isFileSide(source)
      ? ({ kind: 'import', to, existing: 'overwrite', ...factsOf(source.file) } as const)
      : ({ kind: 'copy', to, existing: 'overwrite', ...carried } as const);
    void planOf(sessionId).makeOf(action, mount, () =>
      vault.comparison.plan({ comparisonId, to: side, rows: chosen.map(({ id }) => id), ...carried }),
    );
    openScreen('plan', '', sessionId);
  };
  return (['left', 'right'] as const).map((side) => {
    if (isFileSide(compared[side])) return null;
    const chosen = rows.filter((row) => canCopyFrom(side === 'left' ? 'right' : 'left', row));
    return (
      <Button
        key={side}
        small
        icon={side === 'left' ? ArrowLeft : ArrowRight}
        disabled={chosen.length === 0}
        onClick={() => copyTo(side, chosen)}
      >
        Copy {grouped(chosen.length)} to the {side}…
      </Button>
    );
  });
}

function factsOf({ fileName, format, incomplete }: ImportFile) {
  return { fileName, format, incomplete };
}
