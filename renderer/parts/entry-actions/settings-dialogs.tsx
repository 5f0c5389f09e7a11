/** Settings of a KV v2 entry or mount: read first, so that another user's changes are never overwritten. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { query, vault } from '../../api/client.ts';
import { mountConfigQuery, setMetadata, tellEntryChanged } from '../../api/entry-actions.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fields } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loaded, Problem } from '../read/loaded.tsx';
import { useRead, type Read } from '../read/use-read.ts';
import { dismissAction, type ActionProps } from './actions.ts';
import css from './entry-actions.module.css';
import { fullPath, notify } from './run.ts';
import {
  isRight,
  rebased,
  sameSettings,
  settingsDraft,
  settingsOf,
  settingsProblems,
  type SettingsDraft,
} from './settings-draft.ts';
import { CustomMetadataFields, settingsFields } from './settings-fields.tsx';

/** Settings of a KV v2 entry. */
export function MetadataDialog({ action: { place }, session }: ActionProps<'metadata'>) {
  const queries = useQueryClient();
  const { sessionId, mount, path } = place;
  const read = query('entry.metadata', { sessionId, mount: mount.path, path });
  const metadata = useRead(session, read);
  const reading = useQuery({ ...read, enabled: false });
  const { data } = metadata;
  if (data === undefined) return <ReadingDialog title="Metadata of this entry" query={metadata} />;
  return (
    <SettingsForm
      of="entry"
      title="Metadata of this entry"
      description={
        <>
          Applies to all versions of <code>{fullPath(place)}</code>. The values are unchanged.
        </>
      }
      action="Save metadata"
      initial={settingsIn(data)}
      reading={reading.isFetching}
      readAgain={async () => {
        const again = await reading.refetch();
        return again.data && settingsIn(again.data);
      }}
      send={async (before, settings) => {
        const now = await setMetadata(place, before, settings);
        queries.setQueryData(read.queryKey, now);
        dismissAction();
        notify(place, `Saved the metadata of ${fullPath(place)}.`);
      }}
      onUnknown={() => tellEntryChanged(place, 'changed')}
      note={({ maxVersions }) => {
        const tooMany = pruned(data, Number(maxVersions));
        return (
          tooMany > 0 && (
            <p role="status" className={css['warning']}>
              <Icon of={TriangleAlert} size={14} />
              Unless the mount keeps more, the next save permanently removes the{' '}
              {tooMany === 1 ? 'oldest version' : `oldest ${String(tooMany)} versions`}.
            </p>
          )
        );
      }}
    />
  );
}

/** Settings of a KV v2 mount, with their effect on its entries. */
export function MountConfigDialog({ action: { sessionId, mount }, session }: ActionProps<'mount-config'>) {
  const title = `Settings of ${mount.path}`;
  const read = mountConfigQuery(sessionId, mount.path);
  const found = useRead(session, read);
  const reading = useQuery({ ...read, enabled: false });
  if (found.data === undefined || !found.fresh) return <ReadingDialog title={title} query={found} />;
  return (
    <SettingsForm
      of="mount"
      title={title}
      description="They apply to all entries of this mount, from each entry’s next save on."
      action="Save settings"
      initial={{ ...found.data, customMetadata: {} }}
      reading={reading.isFetching}
      readAgain={async () => {
        const { data } = await reading.refetch();
        return data && { ...data, customMetadata: {} };
      }}
      send={async (before, settings) => {
        await vault.mount.setConfig({
          sessionId,
          mount: mount.path,
          before: configIn(before),
          config: configIn(settings),
        });
        dismissAction();
        notify({ sessionId }, `Saved the settings of ${mount.path}.`);
      }}
    />
  );
}

/** Shown while settings are read before editing, or if that fails. */
function ReadingDialog({ title, query: read }: { readonly title: string; readonly query: Read<unknown> }) {
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={dismissAction}
      actions={<Button onClick={dismissAction}>Close</Button>}
    >
      <Loaded
        query={read}
        failed="The settings cannot be read, so they cannot be changed"
        skeleton={<Skeleton rows={4} rowHeight={40} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  );
}

interface SettingsFormProps {
  readonly of: 'entry' | 'mount';
  readonly title: string;
  readonly description: ReactNode;
  readonly action: string;
  /** The values last read; those of the first time count. */
  readonly initial: MetadataSettings;
  readonly reading: boolean;
  /** Reads the server's current settings after a conflict. */
  readonly readAgain: () => Promise<MetadataSettings | undefined>;
  readonly send: (before: MetadataSettings, settings: MetadataSettings) => Promise<void>;
  /** Called when the dialog is left and nobody knows if the settings were saved. */
  readonly onUnknown?: () => void;
  readonly note?: (draft: SettingsDraft) => ReactNode;
}

/** The draft of settings; problems are recomputed on every change. */
function SettingsForm(props: SettingsFormProps) {
  const { of, title, description, action, initial, reading, readAgain, send, onUnknown, note } = props;
  const [before, setBefore] = useState(initial);
  const [draft, setDraft] = useState(() => settingsDraft(initial));
  const { failure, busy, run, forget } = useAction();
  const problems = settingsProblems(draft, of);
  const right = isRight(problems);
  const change = (by: Partial<SettingsDraft>): void => setDraft({ ...draft, ...by });
  const rebase = async (): Promise<void> => {
    const theirs = await readAgain();
    if (theirs === undefined) return;
    const mine = right ? settingsOf(draft) : before;
    setDraft(settingsDraft(rebased(before, mine, theirs)));
    setBefore(theirs);
    forget();
  };
  return (
    <FormDialog
      wide
      title={title}
      description={description}
      action={action}
      busy={busy ? 'Saving…' : undefined}
      disabled={!right || sameSettings(settingsOf(draft), before)}
      onClose={() => {
        if (failure?.kind === 'outcome-unknown') onUnknown?.();
        dismissAction();
      }}
      onSubmit={() => void run(() => send(before, settingsOf(draft)))}
    >
      <Fields draft={draft} problems={problems} onDraft={change} of={settingsFields(of)} />
      {note?.(draft)}
      {of === 'entry' && <CustomMetadataFields draft={draft} problems={problems} onDraft={change} />}
      {failure !== undefined && (
        <SettingsProblem error={failure} reading={reading} onRead={() => void rebase()} />
      )}
    </FormDialog>
  );
}

interface SettingsProblemProps {
  readonly error: AppError;
  /** Reads the server's current settings and applies the changes to them. */
  readonly onRead: () => void;
  readonly reading: boolean;
}

/** Reason settings were not saved. After a conflict the next step is to read again; the input stays. */
function SettingsProblem({ error, onRead, reading }: SettingsProblemProps) {
  const again = (
    <Button small disabled={reading} onClick={onRead}>
      Refresh and keep my changes
    </Button>
  );
  if (error.kind === 'conflict')
    return (
      <div role="alert" className={css['moved']}>
        <p>Someone changed these settings meanwhile, so nothing was saved. Your input is still here.</p>
        {again}
      </div>
    );
  return (
    <>
      <Problem error={error} title="The settings were not saved" />
      {error.kind === 'outcome-unknown' && (
        <Row wrap gap={8}>
          {again}
        </Row>
      )}
    </>
  );
}

function settingsIn(metadata: EntryMetadata): MetadataSettings {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  return { maxVersions, casRequired, deleteVersionAfter, customMetadata };
}

function configIn({ maxVersions, casRequired, deleteVersionAfter }: MetadataSettings): MountConfig {
  return { maxVersions, casRequired, deleteVersionAfter };
}

/** Number of existing versions that the next save would remove. */
function pruned({ versions }: EntryMetadata, maxVersions: number): number {
  return maxVersions > 0 ? Math.max(0, versions.length + 1 - maxVersions) : 0;
}
