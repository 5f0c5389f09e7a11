import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { QuotaSettings } from '../../../../shared/vault/quota.ts';
import { quotaSettingsQuery, saveQuotaSettings } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

export interface QuotaSettingsDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

/** Settings shared by all rate limits. */
export function QuotaSettingsDialog({ session, onClose }: QuotaSettingsDialogProps) {
  const query = useRead(session, quotaSettingsQuery(session.sessionId));
  const [change, setChange] = useState<Partial<QuotaSettings>>({});
  const [typed, setTyped] = useState<string>();
  const saving = useAction();
  const { data } = query;
  const submit = async (): Promise<void> => {
    if (data === undefined) return;
    const exemptPaths =
      typed === undefined
        ? data.exemptPaths
        : typed
            .split(',')
            .map((path) => path.trim())
            .filter((path) => path !== '');
    const next = { ...data, ...change, exemptPaths };
    if ((await saving.run(() => saveQuotaSettings(session.sessionId, next))) === undefined) return;
    query.refresh();
    onClose();
  };
  return (
    <FormDialog
      title="Settings of rate limits"
      action="Save…"
      busy={saving.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={data === undefined || (Object.keys(change).length === 0 && typed === undefined)}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Loaded query={query} failed="The settings could not be read">
        {(settings) => (
          <>
            <Checkbox
              label="Tell clients their limits in response headers"
              checked={change.responseHeaders ?? settings.responseHeaders}
              onChecked={(responseHeaders) => setChange({ ...change, responseHeaders })}
            />
            <Checkbox
              label="Record refused requests in the audit log"
              hint="A flood of refused requests fills the log."
              checked={change.auditLogging ?? settings.auditLogging}
              onChecked={(auditLogging) => setChange({ ...change, auditLogging })}
            />
            <TextField
              mono
              optional
              label="Exempt paths"
              hint="Never limited; separated by commas"
              value={typed ?? settings.exemptPaths.join(', ')}
              onChange={(event) => setTyped(event.target.value)}
            />
          </>
        )}
      </Loaded>
      {saving.failure !== undefined && <Problem error={saving.failure} title="The settings were not saved" />}
    </FormDialog>
  );
}
