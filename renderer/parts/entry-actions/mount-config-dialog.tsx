import { useQuery } from '@tanstack/react-query';
import type { MetadataSettings, MountConfig } from '../../../shared/vault/editing.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { vault } from '../../api/client.ts';
import { mountConfigQuery } from '../../api/entry-actions.ts';
import { Fields } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOpenSessions } from '../../workspace/workspace.tsx';
import { useRead } from '../read/use-read.ts';
import { dismissAction, type EntryAction } from './actions.ts';
import { ReadingDialog } from './reading-dialog.tsx';
import { notify } from './run.ts';
import { settingsFields } from './settings-fields.tsx';
import { useSettingsForm } from './settings-form.ts';
import { SettingsProblem } from './settings-problem.tsx';

export interface MountConfigDialogProps {
  readonly action: EntryAction & { readonly kind: 'mount-config' };
}

/** Settings of a KV v2 mount, with their effect on its entries. */
export function MountConfigDialog({ action }: MountConfigDialogProps) {
  const { sessionId, mount } = action;
  const { sessions } = useOpenSessions();
  const session = sessions.find((one) => one.sessionId === sessionId);
  const found = useRead(session, mountConfigQuery(sessionId, mount.path));
  if (found.data !== undefined && found.fresh)
    return <MountForm sessionId={sessionId} mount={mount} config={found.data} />;
  return <ReadingDialog title={`Settings of ${mount.path}`} query={found} />;
}

interface MountFormProps {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly config: MountConfig;
}

function MountForm({ sessionId, mount, config }: MountFormProps) {
  const form = useSettingsForm({ ...config, customMetadata: {} }, 'mount');
  const reading = useQuery({ ...mountConfigQuery(sessionId, mount.path), enabled: false });

  const send = async (before: MetadataSettings, settings: MetadataSettings): Promise<void> => {
    await vault.mount.setConfig({
      sessionId,
      mount: mount.path,
      before: configIn(before),
      config: configIn(settings),
    });
    dismissAction();
    notify({ sessionId }, `Saved the settings of ${mount.path}.`);
  };
  const readAgain = async (): Promise<void> => {
    const { data } = await reading.refetch();
    if (data !== undefined) form.rebase({ ...data, customMetadata: {} });
  };
  return (
    <FormDialog
      wide
      title={`Settings of ${mount.path}`}
      description="They hold for all entries of this mount. Versions that exist stay as they are: each setting counts from the next save of an entry on."
      action="Save settings"
      busy={form.busy ? 'Saving…' : undefined}
      disabled={!form.ready}
      onClose={dismissAction}
      onSubmit={() => form.save(send)}
    >
      <Fields
        draft={form.draft}
        problems={form.problems}
        onDraft={form.change}
        of={settingsFields('mount')}
      />
      {form.error !== undefined && (
        <SettingsProblem error={form.error} reading={reading.isFetching} onRead={() => void readAgain()} />
      )}
    </FormDialog>
  );
}

function configIn({ maxVersions, casRequired, deleteVersionAfter }: MetadataSettings): MountConfig {
  return { maxVersions, casRequired, deleteVersionAfter };
}
