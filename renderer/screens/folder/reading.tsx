import { grouped } from '../../../shared/vault/counted.ts';
import type { FolderState, FolderTable } from '../../parts/folder/folder-tables.ts';
import { JobEnded, JobProgress } from '../../parts/plan/job-progress.tsx';
import { Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';

export interface ReadingProps {
  readonly table: FolderTable;
  readonly state: FolderState;
}

/** Progress of the reading, or its result: how many entries, what could not be read, and when. */
export function Reading({ table, state: { reading, rows } }: ReadingProps) {
  if (reading === undefined || reading.error !== undefined) return null;
  const { running, done, total, startedMs, endedMs, end } = reading;
  if (running)
    return (
      <JobProgress
        label="Reading"
        done={done}
        total={total}
        startedMs={startedMs}
        onCancel={() => void table.cancel()}
      />
    );
  const unread = end?.unreadCount ?? 0;
  return (
    <JobEnded>
      <span>
        {end?.outcome === 'cancelled' && `Cancelled: ${grouped(done)} of ${grouped(total)} read. `}
        {rows.length === 1 ? '1 entry' : `${grouped(rows.length)} entries`}
        {unread > 0 && ` · ${grouped(unread)} could not be read`}
        {endedMs !== undefined && (
          <Text tone="dim">
            {' · read '}
            <RelativeTime iso={new Date(endedMs).toISOString()} />
          </Text>
        )}
      </span>
    </JobEnded>
  );
}
