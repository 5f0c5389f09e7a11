import { useState } from 'react';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { isSamePlace, tellEntryChanged } from '../../api/entry-actions.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { LimitedNote } from './limited-note.tsx';
import { PlaceFields } from './place-fields.tsx';
import { fullPath, notify } from './run.ts';
import { useTypedPlace } from './typed-place.ts';
import { withOpenEntry } from './with-open-entry.ts';

/** Copies an entry to another path, mount or connection. Values pass from server to server only through main. */
export function DuplicateDialog({
  action,
}: {
  readonly action: EntryAction & { readonly kind: 'duplicate' };
}) {
  const { place: from, entryId, version } = action;
  const { sessions } = useOpenSessions();
  const { openEntry } = useWorkspaceActions();
  const place = useTypedPlace(sessions, { ...from, path: `${from.path}-copy` });
  const [withCustomMetadata, setWithCustomMetadata] = useState(true);
  const { failure: error, busy, run } = useAction();
  const bothVersioned = from.mount.engine === 'kv2' && place.mount?.engine === 'kv2';
  const same = place.chosen !== undefined && isSamePlace(place.chosen, from);

  const copy = async (): Promise<void> => {
    place.tryIt();
    const to = place.chosen;
    if (to === undefined || same) return;
    await run(
      async () => {
        const outcome = await withOpenEntry({ place: from, version, entryId }, (open) =>
          vault.entry.duplicate({
            sessionId: to.sessionId,
            mount: to.mount.path,
            path: to.path,
            entryId: open,
            withCustomMetadata: bothVersioned && withCustomMetadata,
          }),
        );
        tellEntryChanged(to, 'made');
        dismissAction();
        openEntry(to.mount, to.path, { sessionId: to.sessionId, pin: true });
        notify(to, `Duplicated ${fullPath(from)} to ${fullPath(to)}.`, { warnings: outcome.warnings });
      },
      ({ kind }) => {
        if (kind === 'outcome-unknown') tellEntryChanged(to, 'made');
      },
    );
  };
  return (
    <FormDialog
      title={version === undefined ? 'Duplicate this entry' : `Duplicate version ${String(version)}`}
      description={
        <>
          The keys and values of <code>{fullPath(from)}</code> as a new entry. They do not pass through this
          window, and an entry that is there already is not overwritten.
        </>
      }
      action="Duplicate"
      busy={busy ? 'Duplicating…' : undefined}
      onClose={dismissAction}
      onSubmit={() => void copy()}
    >
      <PlaceFields
        acrossSessions
        place={place}
        problem={same ? 'This is the entry itself: choose another path, mount or connection.' : undefined}
      />
      {from.mount.engine === 'kv2' &&
        (place.mount === undefined || bothVersioned ? (
          <Checkbox
            label="Copy its custom metadata too"
            hint="Versions, their dates and the other settings stay with the original."
            checked={withCustomMetadata}
            onChecked={setWithCustomMetadata}
          />
        ) : (
          <p data-hint>{place.mount.path} keeps no metadata: only keys and values are copied.</p>
        ))}
      <LimitedNote sessionIds={[from.sessionId, place.sessionId]} />
      {error !== undefined && (
        <ActionProblem
          error={error}
          title={
            error.kind === 'conflict' && place.chosen !== undefined
              ? `There is an entry at ${fullPath(place.chosen)} already`
              : 'It was not duplicated'
          }
        />
      )}
    </FormDialog>
  );
}
