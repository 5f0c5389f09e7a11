import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { tellEntryChanged } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { LimitedNote } from './limited-note.tsx';
import { fullPath, notify } from './run.ts';
import { withOpenEntry } from './with-open-entry.ts';

/** Saves an older version as the new current one, without loss: the current one becomes an older version. */
export function RestoreDialog({ action }: { readonly action: EntryAction & { readonly kind: 'restore' } }) {
  const { place, version, entryId, current } = action;
  const { openEntry, openCompare } = useWorkspaceActions();
  const { failure: error, busy, run } = useAction();

  const restore = async (): Promise<void> => {
    await run(
      async () => {
        const outcome = await withOpenEntry({ place, version, entryId }, (open) =>
          vault.entry.restore({ entryId: open }),
        );
        tellEntryChanged(place, 'changed');
        dismissAction();
        openEntry(place.mount, place.path, { sessionId: place.sessionId });
        const as = outcome.version === undefined ? '' : ` as version ${String(outcome.version)}`;
        notify(place, `Restored version ${String(version)} of ${fullPath(place)}${as}.`, {
          warnings: outcome.warnings,
        });
      },
      ({ kind }) => {
        // Refreshes the state on which the user decides.
        if (kind === 'outcome-unknown' || kind === 'conflict') tellEntryChanged(place, 'changed');
      },
    );
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
