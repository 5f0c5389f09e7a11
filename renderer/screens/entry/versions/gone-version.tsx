import { useQuery } from '@tanstack/react-query';
import { FileClock, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { query } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { ServerTime, useServerNow } from '../../../ui/server-clock.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { askAction } from '../../../parts/entry-actions/actions.ts';
import { missingRight } from '../../../parts/entry-actions/rights-reasons.ts';
import { runUndelete } from '../../../parts/entry-actions/run.ts';
import { AskServer } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { ProblemArea } from '../read/problem-area.tsx';
import { isDeleted, newestReadable } from './versions.ts';

export interface GoneVersionProps {
  readonly session: SessionView;
  readonly error: AppError;
  readonly mount: Mount;
  readonly path: string;
  /** The requested version; undefined: the current one. */
  readonly version: number | undefined;
  readonly actions: ReactNode;
}

/** A version whose values are deleted or destroyed, and ways to bring it, or an older one, back. */
export function GoneVersion({ session, error, mount, path, version, actions }: GoneVersionProps) {
  const { sessionId } = session;
  const place = { sessionId, mount, path };
  const read = useRead(
    session,
    // Cached metadata can be from before it was deleted.
    query('entry.metadata', { sessionId, mount: mount.path, path }, { refetchOnMount: 'always' }),
  );
  const rights = useQuery(
    query('entry.rights', { sessionId, mount: mount.path, path }, { enabled: false }),
  ).data;
  const metadata = read.data;
  const wanted = version ?? metadata?.currentVersion;
  const facts = metadata?.versions.find((one) => one.version === wanted);
  const nowMs = useServerNow();
  const older = metadata === undefined ? undefined : newestReadable(metadata.versions, nowMs);
  const mayUndelete = missingRight(place, rights, 'undelete');
  const mayUpdate = missingRight(place, rights, 'update');
  // Only the current version can be replaced by an older one in one step; for others the list of versions does it.
  const offered = wanted === metadata?.currentVersion ? older?.version : undefined;
  return (
    <ProblemArea>
      <ErrorPanel
        error={error}
        text={
          facts !== undefined && isDeleted(facts, nowMs) ? (
            <>
              Version {facts.version} was deleted <ServerTime iso={facts.deletionTime} />.
            </>
          ) : (
            error.message
          )
        }
        actions={
          <>
            {facts !== undefined && isDeleted(facts, nowMs) && (
              <Button
                small
                variant="primary"
                icon={Undo2}
                disabled={mayUndelete !== undefined}
                title={mayUndelete}
                onClick={() => void runUndelete(place, [facts.version])}
              >
                Undelete version {facts.version}
              </Button>
            )}
            {metadata !== undefined && offered !== undefined && (
              <Button
                small
                icon={FileClock}
                disabled={mayUpdate !== undefined}
                title={mayUpdate}
                onClick={() =>
                  askAction({ kind: 'restore', place, version: offered, current: metadata.currentVersion })
                }
              >
                Restore version {offered}…
              </Button>
            )}
            {read.unasked && metadata === undefined && <AskServer onAsk={read.refresh} />}
            {actions}
          </>
        }
      />
    </ProblemArea>
  );
}
