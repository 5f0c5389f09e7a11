import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { restoreVersion, tellEntryChanged } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { LimitedNote } from './limited-note.tsx';
import { fullPath, notify } from './run.ts';
import { withOpenEntry } from './with-open-entry.ts';

/** Saves an older version as the new current one. Nothing is lost by it: what is current now becomes an older version. */
export function RestoreDialog({ action }: { readonly action: EntryAction & { readonly kind: 'restore' } }) {
  const { place, version, entryId, current } = action;
  const { openEntry, openCompare } = useWorkspaceActions();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();

  const restore = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const outcome = await withOpenEntry({ place, version, entryId }, restoreVersion);
      tellEntryChanged(place, 'changed');
      dismissAction();
      openEntry(place.mount, place.path, { sessionId: place.sessionId });
      const as = outcome.version === undefined ? '' : ` as version ${String(outcome.version)}`;
      notify(place, `Restored version ${String(version)} of ${fullPath(place)}${as}.`, {
        warnings: outcome.warnings,
      });
    } catch (caught) {
      const failure = appErrorOf(caught);
      // Whoever decides now must see what is there now.
      if (failure.kind === 'outcome-unknown' || failure.kind === 'conflict')
        tellEntryChanged(place, 'changed');
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`Restore version ${String(version)}?`}
      action={error?.kind === 'conflict' ? 'Restore anyway' : 'Restore'}
      busy={busy ? 'Restoring…' : undefined}
      onClose={dismissAction}
      onSubmit={() => void restore()}
      aside={
        <Button
          disabled={busy}
          onClick={() => {
            dismissAction();
            openCompare({ ...place, version }, place);
          }}
        >
          Compare first
        </Button>
      }
      description={
        <>
          The keys and values that <code>{fullPath(place)}</code> had in version {version} are saved as its
          new current version
          {current === undefined ? '' : `, number ${String(current + 1)}`}. All other versions stay as they
          are.
        </>
      }
    >
      <LimitedNote sessionIds={[place.sessionId]} />
      {error !== undefined && (
        <ActionProblem
          error={error}
          title={
            error.kind === 'conflict'
              ? 'Somebody saved this entry at the same moment: nothing was restored'
              : 'It was not restored'
          }
        />
      )}
    </FormDialog>
  );
}
