import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { query } from '../../api/client.ts';
import { setMetadata, tellEntryChanged, type PlaceOfEntry } from '../../api/entry-actions.ts';
import { Fields } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';
import { useRead } from '../read/use-read.ts';
import { dismissAction, type EntryAction } from './actions.ts';
import css from './entry-actions.module.css';
import { ReadingDialog } from './reading-dialog.tsx';
import { fullPath, notify } from './run.ts';
import { CustomMetadataFields, settingsFields } from './settings-fields.tsx';
import { useSettingsForm } from './settings-form.ts';
import { SettingsProblem } from './settings-problem.tsx';

/** Settings of a KV v2 entry: read first, so that another user's changes are never overwritten. */
export function MetadataDialog({ action }: { readonly action: EntryAction & { readonly kind: 'metadata' } }) {
  const { place } = action;
  const { sessions } = useOpenSessions();
  const session = sessions.find((one) => one.sessionId === place.sessionId);
  const metadata = useRead(
    session,
    query('entry.metadata', { sessionId: place.sessionId, mount: place.mount.path, path: place.path }),
  );
  if (metadata.data !== undefined) return <MetadataForm place={place} metadata={metadata.data} />;
  return <ReadingDialog title="Metadata of this entry" query={metadata} />;
}

interface MetadataFormProps {
  readonly place: PlaceOfEntry;
  readonly metadata: EntryMetadata;
}

function MetadataForm({ place, metadata }: MetadataFormProps) {
  const queries = useQueryClient();
  const form = useSettingsForm(settingsIn(metadata), 'entry');
  const { sessionId, mount, path } = place;
  const read = query('entry.metadata', { sessionId, mount: mount.path, path });
  const reading = useQuery({ ...read, enabled: false });
  const tooMany = pruned(metadata, Number(form.draft.maxVersions));

  const send = async (before: MetadataSettings, settings: MetadataSettings): Promise<void> => {
    const now = await setMetadata(place, before, settings);
    queries.setQueryData(read.queryKey, now);
    dismissAction();
    notify(place, `Saved the metadata of ${fullPath(place)}.`);
  };
  const readAgain = async (): Promise<void> => {
    const { data } = await reading.refetch();
    if (data !== undefined) form.rebase(settingsIn(data));
  };
  return (
    <FormDialog
      wide
      title="Metadata of this entry"
      description={
        <>
          It holds for all versions of <code>{fullPath(place)}</code>. The values are not touched.
        </>
      }
      action="Save metadata"
      busy={form.busy ? 'Saving…' : undefined}
      disabled={!form.ready}
      onClose={() => {
        if (form.error?.kind === 'outcome-unknown') tellEntryChanged(place, 'changed');
        dismissAction();
      }}
      onSubmit={() => form.save(send)}
    >
      <Fields
        draft={form.draft}
        problems={form.problems}
        onDraft={form.change}
        of={settingsFields('entry')}
      />
      {tooMany > 0 && (
        <p role="status" className={css['warning']}>
          <Icon of={TriangleAlert} size={14} />
          Unless the mount keeps more, the next save removes the{' '}
          {tooMany === 1 ? 'oldest version' : `oldest ${String(tooMany)} versions`} for good.
        </p>
      )}
      <CustomMetadataFields draft={form.draft} problems={form.problems} onDraft={form.change} />
      {form.error !== undefined && (
        <SettingsProblem error={form.error} reading={reading.isFetching} onRead={() => void readAgain()} />
      )}
    </FormDialog>
  );
}

function settingsIn(metadata: EntryMetadata): MetadataSettings {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  return { maxVersions, casRequired, deleteVersionAfter, customMetadata };
}

/** Number of existing versions that the next save would remove. */
function pruned({ versions }: EntryMetadata, maxVersions: number): number {
  return maxVersions > 0 ? Math.max(0, versions.length + 1 - maxVersions) : 0;
}
