import { CircleCheck } from 'lucide-react';
import type { SnapshotPhase } from '../../../../shared/vault/raft.ts';
import type { SnapshotWork } from '../../../api/snapshots.ts';
import { bytesInWords } from '../../../ui/bytes-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import css from './server.module.css';

const phases: Readonly<Record<SnapshotPhase, string>> = {
  download: 'Downloading',
  check: 'Checking',
  upload: 'Sending',
  restore: 'Restoring on the server',
};

/** Progress of a snapshot, and its result. */
export function SnapshotProgress({ work }: { readonly work: SnapshotWork }) {
  const { what, fileName, force, stand, end, cancel } = work;
  if (end?.outcome === 'stopped' && end.error !== undefined)
    return (
      <Problem
        error={end.error}
        title={what === 'save' ? 'No snapshot was saved' : 'The snapshot was not restored'}
      />
    );
  if (end !== undefined)
    return (
      <p role="status" className={css['outcome']}>
        {end.outcome !== 'cancelled' && <Icon of={CircleCheck} tone="ok" />}
        <span>
          {end.outcome === 'cancelled' ? cancelledWords(what, stand?.phase) : doneWords(work, force)}
        </span>
      </p>
    );
  const { phase, bytes, total } = stand ?? {
    phase: what === 'save' ? ('download' as const) : ('upload' as const),
    bytes: 0,
    total: 0,
  };
  const amount = total === 0 ? bytesInWords(bytes) : `${bytesInWords(bytes)} of ${bytesInWords(total)}`;
  return (
    <div className={css['progress']} role="group" aria-label={`Snapshot ${fileName}`}>
      <span>
        {phases[phase]} · {amount}
      </span>
      {total > 0 && <Meter tone="accent" label={phases[phase]} value={bytes / total} />}
      {phase !== 'restore' && (
        <Button small onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function doneWords({ what, fileName, stand }: SnapshotWork, force: boolean): string {
  if (what === 'save')
    return `Saved as ${fileName}, ${bytesInWords(stand?.bytes ?? 0)}. Its checksums match.`;
  return force
    ? `${fileName} is restored. Unseal this cluster with the keys of the snapshot’s cluster.`
    : `${fileName} is restored.`;
}

function cancelledWords(what: SnapshotWork['what'], phase: SnapshotPhase | undefined): string {
  if (what === 'save') return 'Cancelled. No file was written.';
  return phase === 'restore'
    ? 'Cancelled while the server restored it: it may still do so.'
    : 'Cancelled. Nothing was restored.';
}
