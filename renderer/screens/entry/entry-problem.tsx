import { FolderTree, KeyRound, Plus, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { apiPath } from '../../parts/path/path-forms.ts';
import { AskServer } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { AwaitingApproval } from './read/awaiting-approval.tsx';
import { Explain, ProblemArea } from './read/problem-area.tsx';
import { GoneVersion } from './versions/gone-version.tsx';

export interface EntryProblemProps {
  readonly session: SessionView;
  readonly error: AppError;
  readonly mount: Mount;
  readonly path: string;
  /** The requested version; undefined: the current one. */
  readonly version: number | undefined;
  /** An older version was requested. */
  readonly old: boolean;
  readonly onRetry: () => void;
  /** Reads it because the user says that the request was approved. */
  readonly onApproved: () => void;
  readonly onReveal: (folder: string) => void;
  readonly onCurrent: () => void;
}

/** The reason the entry cannot be shown, likely alternatives, and remedies. */
export function EntryProblem(props: EntryProblemProps) {
  const { error, old, onRetry, onCurrent } = props;
  const again = (
    <Button small icon={RefreshCw} onClick={onRetry}>
      Retry
    </Button>
  );
  const current = old ? (
    <Button small onClick={onCurrent}>
      Back to the current version
    </Button>
  ) : null;
  const isMountGone = error.kind === 'invalid-path' && error.reason === 'no-mount';
  if (error.kind === 'forbidden') return <NotReadable {...props} />;
  if (error.kind === 'awaiting-approval')
    return <AwaitingApproval key={error.accessor} {...props} error={error} />;
  if (error.kind === 'invalid-path') {
    switch (error.reason) {
      case 'deleted-version':
      case 'destroyed-version':
        return <GoneVersion {...props} error={error} actions={current} />;
      case 'absent':
      case 'wrong-api-path':
        return <NothingThere {...props} error={error} again={again} />;
      case 'no-mount':
      case 'no-namespace':
        break;
    }
  }
  return (
    <ProblemArea>
      <ErrorPanel
        error={error}
        actions={
          <>
            {again}
            {isMountGone ? <CloseTab /> : current}
          </>
        }
      />
    </ProblemArea>
  );
}

/** No permission to read. Some tokens may still change keys; that is looked up if it costs no use. */
function NotReadable({ session, error, mount, path, onRetry }: EntryProblemProps) {
  const { openEntry } = useWorkspaceActions();
  const versioned = mount.engine === 'kv2';
  const rights = useRead(
    session,
    query('entry.rights', { sessionId: session.sessionId, mount: mount.path, path }, { enabled: versioned }),
  );
  return (
    <ProblemArea>
      <RefusalCard
        error={error}
        capability="read"
        apiPath={apiPath(mount, path)}
        onRetry={onRetry}
        actions={
          <>
            {rights.data?.patch === true && (
              <Button
                small
                icon={KeyRound}
                onClick={() =>
                  openEntry(mount, path, { sessionId: session.sessionId, mode: 'patch', pin: true })
                }
              >
                Change keys without reading
              </Button>
            )}
            {rights.unasked && rights.data === undefined && <AskServer onAsk={rights.refresh} />}
          </>
        }
      />
      {rights.data?.patch === true && <Explain>Keys can be set or removed by name.</Explain>}
    </ProblemArea>
  );
}

/** Closes the tab of an engine that was disabled or moved. An unsaved edit stays below, to be saved elsewhere. */
function CloseTab() {
  const { activeTab } = useWorkspace();
  const { closeTab } = useWorkspaceActions();
  if (activeTab === undefined) return null;
  return (
    <Button small onClick={() => closeTab(activeTab.tabId)}>
      Close tab
    </Button>
  );
}

function NothingThere(props: EntryProblemProps & { readonly again: ReactNode }) {
  const { session, error, mount, path, version, again, onReveal } = props;
  const { openEntry } = useWorkspaceActions();
  const { sessionId } = session;
  const stripped = mount.engine === 'kv2' ? /^(?:data|metadata)\/(.+)$/.exec(path)?.[1] : undefined;
  const absent = error.kind === 'invalid-path' && error.reason === 'absent' && version === undefined;
  return (
    <ProblemArea>
      <ErrorPanel
        error={error}
        {...(absent && {
          text: (
            <>
              There is no entry at <code>{mount.path + path}</code>. Names are case-sensitive.
            </>
          ),
        })}
        actions={
          <>
            {stripped !== undefined && (
              <Button small onClick={() => openEntry(mount, stripped, { sessionId })}>
                Open {mount.path + stripped}
              </Button>
            )}
            {absent && (
              <Button
                small
                variant="primary"
                icon={Plus}
                onClick={() => openEntry(mount, path, { sessionId, mode: 'create', pin: true })}
              >
                Create this entry
              </Button>
            )}
            <Button
              small
              icon={FolderTree}
              onClick={() => onReveal(path.slice(0, path.lastIndexOf('/') + 1))}
            >
              Show in tree
            </Button>
            {!absent && again}
          </>
        }
      />
    </ProblemArea>
  );
}
