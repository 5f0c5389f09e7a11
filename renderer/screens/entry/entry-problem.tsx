import { FolderTree, RefreshCw } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { apiPath } from '../browse/path-forms.ts';
import { MissingPermission } from '../trouble/missing-permission.tsx';
import { useWorkspace } from '../shell/workspace.tsx';
import css from './entry-screen.module.css';

export interface EntryProblemProps {
  readonly session: SessionView;
  readonly error: AppError;
  readonly mount: Mount;
  readonly path: string;
  /** An older version was asked for. */
  readonly old: boolean;
  readonly onRetry: () => void;
  readonly onReveal: (folder: string) => void;
  readonly onCurrent: () => void;
}

/** Why there is nothing to show, and what could be meant instead. */
export function EntryProblem(props: EntryProblemProps) {
  const { error, mount, path, old, onRetry, onReveal, onCurrent } = props;
  const { openEntry } = useWorkspace();
  const again = (
    <Button small icon={RefreshCw} onClick={onRetry}>
      Try again
    </Button>
  );
  const current = old ? (
    <Button small onClick={onCurrent}>
      Back to the current version
    </Button>
  ) : null;
  if (error.kind === 'forbidden')
    return (
      <div className={css['problem']}>
        <MissingPermission error={error} area="This entry" capability="read" apiPath={apiPath(mount, path)} />
        <div className={css['actions']}>{again}</div>
      </div>
    );
  if (error.kind === 'invalid-path') {
    switch (error.reason) {
      case 'deleted-version':
      case 'destroyed-version':
        return (
          <div className={css['problem']}>
            <ErrorPanel error={error} actions={current ?? again} />
            <p className={css['explain']}>
              {error.reason === 'deleted-version'
                ? 'The details list the versions that are left. Restoring a deleted version is not part of this Strongroom yet; the CLI does it with “vault kv undelete”.'
                : 'The details list the versions that are left.'}
            </p>
          </div>
        );
      case 'absent':
      case 'no-mount':
      case 'wrong-api-path': {
        const stripped = mount.engine === 'kv2' ? /^(?:data|metadata)\/(.+)$/.exec(path)?.[1] : undefined;
        return (
          <div className={css['problem']}>
            <ErrorPanel
              error={error}
              actions={
                <>
                  {stripped !== undefined && (
                    <Button
                      small
                      onClick={() => {
                        openEntry(mount, stripped);
                      }}
                    >
                      Open {mount.path + stripped}
                    </Button>
                  )}
                  <Button
                    small
                    icon={FolderTree}
                    onClick={() => {
                      onReveal(path.slice(0, path.lastIndexOf('/') + 1));
                    }}
                  >
                    Show the folder in the tree
                  </Button>
                  {again}
                </>
              }
            />
            <p className={css['explain']}>
              A name may be a folder without being an entry, letters count as upper and lower case, and an
              entry whose metadata was deleted leaves nothing behind.
            </p>
          </div>
        );
      }
    }
  }
  return (
    <div className={css['problem']}>
      <ErrorPanel
        error={error}
        actions={
          <>
            {again}
            {current}
          </>
        }
      />
    </div>
  );
}
