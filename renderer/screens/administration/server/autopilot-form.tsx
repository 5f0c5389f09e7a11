import { useState } from 'react';
import type { AutopilotSettings } from '../../../../shared/vault/raft.ts';
import { saveAutopilot } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldPair } from '../../../ui/field-pair.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';

export interface AutopilotFormProps {
  readonly sessionId: string;
  readonly settings: AutopilotSettings;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The settings of autopilot, edited together: the server takes them as one object. */
export function AutopilotForm({ sessionId, settings, onClose, onSaved }: AutopilotFormProps) {
  const [typed, setTyped] = useState({
    ...settings,
    maxTrailingLogs: String(settings.maxTrailingLogs),
    minQuorum: String(settings.minQuorum),
  });
  const saving = useAction();
  const isCount = (text: string): boolean => /^\d{1,9}$/.test(text.trim());
  const tooFew = typed.cleanupDeadServers && Number(typed.minQuorum) < 3;
  const isReady = isCount(typed.maxTrailingLogs) && isCount(typed.minQuorum) && !tooFew;
  const text = (key: Exclude<keyof AutopilotSettings, 'cleanupDeadServers'>) => ({
    mono: true,
    value: typed[key],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [key]: event.target.value }),
  });
  const submit = async (): Promise<void> => {
    const next = {
      ...typed,
      maxTrailingLogs: Number(typed.maxTrailingLogs),
      minQuorum: Number(typed.minQuorum),
    };
    if ((await saving.run(() => saveAutopilot(sessionId, next))) !== undefined) onSaved();
  };
  return (
    <FormDialog
      title="Settings of autopilot"
      action="Save…"
      busy={saving.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={!isReady}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FieldPair>
        <TextField label="Unhealthy after" hint="Without contact" {...text('lastContactThreshold')} />
        <TextField label="Votes after" hint="Healthy for so long" {...text('serverStabilizationTime')} />
      </FieldPair>
      <TextField label="Most log entries behind" {...text('maxTrailingLogs')} />
      <Checkbox
        label="Remove dead nodes"
        checked={typed.cleanupDeadServers}
        onChecked={(cleanupDeadServers) =>
          // The server requires at least three if it removes dead servers.
          setTyped({
            ...typed,
            cleanupDeadServers,
            ...(cleanupDeadServers && Number(typed.minQuorum) < 3 ? { minQuorum: '3' } : {}),
          })
        }
      />
      {typed.cleanupDeadServers && (
        <FieldPair>
          <TextField label="Dead after" {...text('deadServerLastContactThreshold')} />
          <TextField
            label="Voters to keep"
            error={tooFew ? 'At least 3.' : undefined}
            {...text('minQuorum')}
          />
        </FieldPair>
      )}
      {saving.failure !== undefined && <Problem error={saving.failure} title="The settings were not saved" />}
    </FormDialog>
  );
}
