import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { appErrorOf } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { apiPath } from '../browse/path-forms.ts';
import { MissingPermission } from '../trouble/missing-permission.tsx';
import type { Editing } from './editing.ts';
import css from './entry-screen.module.css';

export interface SaveProblemProps {
  readonly sessionId: string;
  readonly view: EntryView;
  readonly editing: Editing;
  readonly error: AppError;
  /** Reads the entry anew; `keep`: the facts under the edits stay if that fails. */
  readonly onRead: (keep?: boolean) => Promise<EntryView | undefined>;
}

/** Why saving failed. The edits are still there; every way out of here says what happens to them. */
export function SaveProblem({ sessionId, view, editing, error, onRead }: SaveProblemProps) {
  const keep = (
    <Button small onClick={editing.dismiss}>
      Keep editing
    </Button>
  );
  const discard = (
    <Button
      small
      variant="danger"
      onClick={() => {
        editing.discard();
        void onRead();
      }}
    >
      Discard my changes
    </Button>
  );
  const readAndLay = async (): Promise<void> => {
    const next = await onRead(true);
    if (next !== undefined) editing.rebase(next);
  };

  switch (error.kind) {
    case 'conflict': {
      const theirs =
        error.currentVersion === undefined ? 'the current one' : `version ${String(error.currentVersion)}`;
      const title =
        view.version === undefined
          ? 'Somebody changed this entry while you edited it.'
          : error.currentVersion === undefined
            ? `Version ${String(view.version)} is no longer the current one.`
            : `Somebody saved version ${String(error.currentVersion)} while you edited ${String(view.version)}.`;
      return (
        <div className={css['problem']}>
          <ErrorPanel
            error={error}
            title={title}
            actions={
              <>
                <Button small onClick={() => void readAndLay()}>
                  Load {theirs} and lay my changes over it
                </Button>
                {keep}
                {discard}
              </>
            }
          />
          <p className={css['explain']}>
            A key that both of you changed will be saved as you have it: Strongroom cannot tell which those
            are without reading the values. Comparing versions side by side comes later.
          </p>
        </div>
      );
    }
    case 'outcome-unknown':
      return <UnknownOutcome {...{ sessionId, view, editing, error }} onRead={onRead} keep={keep} />;
    case 'forbidden':
      return (
        <div className={css['problem']}>
          <MissingPermission
            error={error}
            area="This entry"
            capability="update"
            apiPath={apiPath(view.mount, view.path)}
          />
          <div className={css['actions']}>{keep}</div>
        </div>
      );
    default:
      return (
        <div className={css['problem']}>
          <ErrorPanel
            error={error}
            title="The changes were not saved"
            actions={
              <>
                <Button small onClick={() => void editing.save()}>
                  Try again
                </Button>
                {keep}
              </>
            }
          />
        </div>
      );
  }
}

type Found =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unchanged'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'replaced-or-not' }
  | { readonly kind: 'failed'; readonly error: AppError };

function UnknownOutcome({
  sessionId,
  view,
  editing,
  error,
  onRead,
  keep,
}: SaveProblemProps & { readonly keep: ReactNode }) {
  const [found, setFound] = useState<Found>();
  const { mount, path, version } = view;

  const look = async (): Promise<void> => {
    setFound({ kind: 'looking' });
    try {
      const now = await openEntry({ sessionId, mount: mount.path, path });
      void closeEntry(now.entryId).catch(() => undefined);
      setFound(
        now.version === undefined || version === undefined
          ? { kind: 'replaced-or-not' }
          : now.version === version
            ? { kind: 'unchanged', version }
            : { kind: 'newer', version: now.version },
      );
    } catch (caught) {
      setFound({ kind: 'failed', error: appErrorOf(caught) });
    }
  };
  const show = (
    <Button
      small
      onClick={() => {
        editing.discard();
        void onRead();
      }}
    >
      Show what is saved, drop my edits
    </Button>
  );
  return (
    <div className={css['problem']}>
      <ErrorPanel
        error={error}
        title="The answer was lost: it is not known whether this was saved"
        actions={
          <>
            <Button small variant="primary" onClick={() => void look()} disabled={found?.kind === 'looking'}>
              Check now
            </Button>
            {keep}
          </>
        }
      />
      <div role="status" className={css['actions']}>
        {found?.kind === 'looking' && <p className={css['explain']}>Reading the entry again…</p>}
        {found?.kind === 'unchanged' && (
          <p className={css['explain']}>
            The entry is still at version {found.version}: your changes were not saved. You can save again.
          </p>
        )}
        {found?.kind === 'newer' && (
          <>
            <p className={css['explain']}>
              The entry is at version {found.version} now. It is most likely yours; if somebody else saved at
              the same moment it may be theirs. Saving again would be refused rather than overwrite it.
            </p>
            {show}
          </>
        )}
        {found?.kind === 'replaced-or-not' && (
          <>
            <p className={css['explain']}>
              The entry can be read, but without versions nothing tells whether this is what you sent. Look at
              it before you save again.
            </p>
            {show}
          </>
        )}
        {found?.kind === 'failed' && (
          <p className={css['explain']}>
            Looking failed too: {found.error.message} Your edits are still here; check again later.
          </p>
        )}
      </div>
    </div>
  );
}
