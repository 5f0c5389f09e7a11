import { useAction } from '../../api/use-action.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { tellEntryChanged } from '../../api/entry-actions.ts';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { fullPath, runDelete } from './run.ts';
import { versionsText } from './words.ts';

/** Asks before values are hidden: it can be undone, but their readers will fail until then. */
export function DeleteDialog({ action }: { readonly action: EntryAction & { readonly kind: 'delete' } }) {
  const { place, versions, current } = action;
  const { failure: error, busy, run } = useAction();
  const what = versions.length === 0 ? 'the current version' : versionsText(versions);
  const isCurrent = versions.length === 0 || (current !== undefined && versions.includes(current));

  const remove = async (): Promise<void> => {
    await run(
      async () => {
        await runDelete(place, versions);
        dismissAction();
      },
      ({ kind }) => {
        if (kind === 'outcome-unknown') tellEntryChanged(place, 'changed');
      },
    );
  };
  return (
    <FormDialog
      title={`Delete ${what}?`}
      action="Delete"
      variant="destroy"
      busy={busy ? 'Deleting…' : undefined}
      onClose={dismissAction}
      onSubmit={() => void remove()}
      description={
        <>
          The values of <code>{fullPath(place)}</code> in {what} are hidden from everybody
          {isCurrent ? ', and whatever reads this entry will not find them' : ''}. This can be undone: the
          server keeps them, and Undelete brings them back until they are destroyed.
        </>
      }
    >
      {error !== undefined && <ActionProblem error={error} title="It was not deleted" />}
    </FormDialog>
  );
}
