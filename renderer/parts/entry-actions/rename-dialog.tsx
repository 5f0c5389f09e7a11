import { query, vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { isSamePlace, tellEntryChanged } from '../../api/entry-actions.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ActionProblem } from './action-problem.tsx';
import { useRead } from '../read/use-read.ts';
import { askAction, dismissAction, type EntryAction } from './actions.ts';
import css from './entry-actions.module.css';
import { LimitedNote } from './limited-note.tsx';
import { PlaceFields } from './place-fields.tsx';
import { fullPath, notify } from './run.ts';
import { useTypedPlace } from './typed-place.ts';
import { withOpenEntry } from './with-open-entry.ts';
import { isVersioned, renameConsequences, settingsConsequence } from './words.ts';

/**
 * Moves an entry to another path or mount of its session. Vault has no rename, so the dialog explains the steps
 * first.
 */
export function RenameDialog({ action }: { readonly action: EntryAction & { readonly kind: 'rename' } }) {
  const { place: from, entryId } = action;
  const { sessions } = useOpenSessions();
  const { allTabs } = useWorkspace();
  const { openEntry, renameTabs } = useWorkspaceActions();
  const place = useTypedPlace(sessions, from);
  const { failure: error, busy, run } = useAction();
  const edited = allTabs.some((tab) => tab.kind === 'entry' && tab.dirty && isSamePlace(tab, from));
  const unmoved = place.chosen !== undefined && isSamePlace(place.chosen, from);

  const session = sessions.find(({ sessionId }) => sessionId === from.sessionId);
  const metadata = useRead(
    session,
    query(
      'entry.metadata',
      { sessionId: from.sessionId, mount: from.mount.path, path: from.path },
      { enabled: isVersioned(from.mount) },
    ),
  );
  const to = place.mount ?? from.mount;
  const settings = isVersioned(from.mount)
    ? settingsConsequence(metadata.data, metadata.error !== undefined, to)
    : undefined;

  const move = async (): Promise<void> => {
    place.tryIt();
    const to = place.chosen;
    if (to === undefined || unmoved || edited) return;
    await run(
      async () => {
        const outcome = await withOpenEntry({ place: from, entryId }, (open) =>
          vault.entry.rename({ entryId: open, mount: to.mount.path, path: to.path }),
        );
        const { removed, removalProblem, warnings } = outcome;
        tellEntryChanged(to, 'made');
        if (removed) {
          // First, so that the tab is not closed along with the removed entry.
          renameTabs(from.sessionId, from, to);
          tellEntryChanged(from, isVersioned(from.mount) ? 'changed' : 'gone');
          dismissAction();
          notify(to, `Renamed ${fullPath(from)} to ${fullPath(to)}.`, { warnings });
        } else {
          const title = `${fullPath(to)} is there now, but ${fullPath(from)} could not be taken away: both exist`;
          if (removalProblem !== undefined)
            askAction({ kind: 'failed', place: from, title, error: removalProblem });
          else dismissAction();
          tellEntryChanged(from, 'changed');
        }
        openEntry(to.mount, to.path, { sessionId: to.sessionId, pin: true });
      },
      ({ kind }) => {
        if (kind !== 'outcome-unknown') return;
        tellEntryChanged(to, 'made');
        tellEntryChanged(from, 'changed');
      },
    );
  };
  return (
    <FormDialog
      title="Rename or move this entry"
      description={
        <>
          The server cannot rename. Strongroom copies <code>{fullPath(from)}</code> to the new place, reads it
          back and compares, and only then takes the old one away.
        </>
      }
      action="Rename"
      busy={busy ? 'Renaming…' : undefined}
      disabled={edited || unmoved}
      onClose={dismissAction}
      onSubmit={() => void move()}
    >
      <PlaceFields place={place} />
      <ul className={css['list']} aria-label="What follows">
        {[...renameConsequences(from.mount, to), ...(settings === undefined ? [] : [settings])].map(
          (sentence) => (
            <li key={sentence}>{sentence}</li>
          ),
        )}
      </ul>
      {edited && (
        <p role="alert" className={css['warning']}>
          This entry has edits that are not saved. Save or discard them first.
        </p>
      )}
      <LimitedNote sessionIds={[from.sessionId]} />
      {error !== undefined && (
        <ActionProblem
          error={error}
          title={
            error.kind === 'conflict' && place.chosen !== undefined
              ? `There is an entry at ${fullPath(place.chosen)} already`
              : 'It was not renamed'
          }
        />
      )}
    </FormDialog>
  );
}
