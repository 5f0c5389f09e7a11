import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { QuotaSettings } from '../../../../shared/vault/quota.ts';
import { query, vault } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { field, Fields } from '../../../ui/fields.tsx';
import type { FieldList } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

export interface QuotaSettingsDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

const fields: FieldList<QuotaSettings> = [
  field.check('responseHeaders', 'Tell clients their limits in response headers'),
  field.check(
    'auditLogging',
    'Record refused requests in the audit log',
    'A flood of refused requests fills the log.',
  ),
  field.names('exemptPaths', 'Exempt paths', 'Never limited; separated by commas', ','),
];

/** Settings shared by all rate limits. */
export function QuotaSettingsDialog({ session, onClose }: QuotaSettingsDialogProps) {
  const read = useRead(session, query('quota.settings', { sessionId: session.sessionId }));
  const [change, setChange] = useState<Partial<QuotaSettings>>({});
  const saving = useAction();
  const { data } = read;
  const submit = async (): Promise<void> => {
    if (data === undefined) return;
    const next = { ...data, ...change };
    if (
      (await saving.run(() => vault.quota.saveSettings({ sessionId: session.sessionId, settings: next }))) ===
      undefined
    )
      return;
    read.refresh();
    onClose();
  };
  return (
    <FormDialog
      title="Settings of rate limits"
      action="Save…"
      busy={saving.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={data === undefined || Object.keys(change).length === 0}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Loaded query={read} failed="The settings could not be read">
        {(settings) => (
          <Fields
            draft={{ ...settings, ...change }}
            onDraft={(next) => setChange({ ...change, ...next })}
            of={fields}
          />
        )}
      </Loaded>
      {saving.failure !== undefined && <Problem error={saving.failure} title="The settings were not saved" />}
    </FormDialog>
  );
}
