/** Dialogs about the versions of an entry, and the failure of an action that has none. */
import { auditCommand, auditPath } from '../../../shared/vault/audit-lookup.ts';
import { copyText } from '../../api/app.ts';
import { vault } from '../../api/client.ts';
import { tellEntryChanged } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { CopyableText } from '../answer/copyable-text.tsx';
import { dismissAction, type ActionProps } from './actions.ts';
import { Problem } from '../read/loaded.tsx';
import { EntryForm } from './entry-form.tsx';
import { LimitedNote } from './limited-note.tsx';
import { fullPath, notify, runDelete } from './run.ts';
import { withOpenEntry } from './with-open-entry.ts';
import { isVersioned, versionsText } from './words.ts';
import { Stack } from '../../ui/layout.tsx';

/** Asks before values are hidden: it can be undone, but their readers will fail until then. */
export function DeleteDialog({ action: { place, versions, current } }: ActionProps<'delete'>) {
  const what = versions.length === 0 ? 'the current version' : versionsText(versions);
  const isCurrent = versions.length === 0 || (current !== undefined && versions.includes(current));
  return (
    <EntryForm
      title={`Delete ${what}?`}
      action="Delete"
      variant="destroy"
      busy="Deleting…"
      failed="It was not deleted"
      submit={() => runDelete(place, versions)}
      onFailed={({ kind }) => {
        if (kind === 'outcome-unknown') tellEntryChanged(place, 'changed');
      }}
      description={
        <>
          The values of <code>{fullPath(place)}</code> in {what} can no longer be read
          {isCurrent ? ', and clients of this entry no longer find them' : ''}. Undelete brings them back
          until they are destroyed.
        </>
      }
    />
  );
}

/** Saves an older version as the new current one, without loss: the current one becomes an older version. */
export function RestoreDialog({ action: { place, version, entryId, current } }: ActionProps<'restore'>) {
  const { openEntry, openCompare } = useWorkspaceActions();
  return (
    <EntryForm
      title={`Restore version ${String(version)}?`}
      action={(failure) => (failure?.kind === 'conflict' ? 'Restore anyway' : 'Restore')}
      busy="Restoring…"
      failed={({ kind }) =>
        kind === 'conflict'
          ? 'Someone saved this entry at the same moment: nothing was restored'
          : 'It was not restored'
      }
      submit={async () => {
        const { version: restored, warnings } = await withOpenEntry({ place, version, entryId }, (open) =>
          vault.entry.restore({ entryId: open }),
        );
        tellEntryChanged(place, 'changed');
        return () => {
          openEntry(place.mount, place.path, { sessionId: place.sessionId });
          const as = restored === undefined ? '' : ` as version ${String(restored)}`;
          notify(place, `Restored version ${String(version)} of ${fullPath(place)}${as}.`, { warnings });
        };
      }}
      onFailed={({ kind }) => {
        // Refreshes the state on which the user decides.
        if (kind === 'outcome-unknown' || kind === 'conflict') tellEntryChanged(place, 'changed');
      }}
      aside={(busy) => (
        <Button
          disabled={busy}
          onClick={() => {
            dismissAction();
            openCompare({ ...place, version }, place);
          }}
        >
          Compare first
        </Button>
      )}
      description={
        <>
          Saves the keys and values of version {version} of <code>{fullPath(place)}</code> as{' '}
          {current === undefined ? 'its new current version' : `version ${String(current + 1)}`}.
        </>
      }
    >
      <LimitedNote sessionIds={[place.sessionId]} />
    </EntryForm>
  );
}

/** Explains how to find the author of a change: Vault does not record it, its audit log does. */
export function WhoChangedDialog({ action: { place } }: ActionProps<'who-changed'>) {
  const { mount, path } = place;
  return (
    <Dialog open wide title="Who changed this?" onClose={dismissAction}>
      <Stack gap={12} tone="text">
        <p>
          The server does not store who wrote {isVersioned(mount) ? 'a version' : 'an entry'}. The audit log
          does, if the server has an audit device.
        </p>
        <Facts>
          <Fact name="Request path">
            <CopyableText text={auditPath(mount, path)} what="the request path" copy={copyText} />
          </Fact>
          <Fact name="Command">
            <CopyableText text={auditCommand(mount, path)} what="the command" copy={copyText} />
          </Fact>
        </Facts>
      </Stack>
    </Dialog>
  );
}

/** Failure of an action whose form has closed. */
export function FailedDialog({ action: { place, title, error, retry } }: ActionProps<'failed'>) {
  return (
    <Dialog
      open
      wide
      title={fullPath(place)}
      onClose={dismissAction}
      actions={
        <>
          {retry !== undefined && (
            <Button
              onClick={() => {
                dismissAction();
                retry();
              }}
            >
              Retry
            </Button>
          )}
          <Button variant="primary" onClick={dismissAction}>
            Close
          </Button>
        </>
      }
    >
      <Problem error={error} title={title} />
    </Dialog>
  );
}
