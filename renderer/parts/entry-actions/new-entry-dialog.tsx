import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOpenSessions, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTypedPlace } from './typed-place.ts';

/** Asks for the place of a new entry; its keys come next, and no request writes before they are saved. */
export function NewEntryDialog({
  action,
}: {
  readonly action: EntryAction & { readonly kind: 'new-entry' };
}) {
  const { sessions } = useOpenSessions();
  const { openEntry } = useWorkspaceActions();
  const place = useTypedPlace(sessions, {
    sessionId: action.sessionId,
    mount: action.mount,
    path: action.folder,
  });
  const go = (): void => {
    place.tryIt();
    if (place.chosen === undefined) return;
    const { sessionId, mount, path } = place.chosen;
    dismissAction();
    openEntry(mount, path, { sessionId, mode: 'create', pin: true });
  };
  return (
    <FormDialog
      title="New entry"
      description="Nothing is written yet: the entry comes into being when you save its first keys. Should there be one at this path already, it is not overwritten."
      action="Add keys"
      onClose={dismissAction}
      onSubmit={go}
    >
      <PlaceFields place={place} />
    </FormDialog>
  );
}
