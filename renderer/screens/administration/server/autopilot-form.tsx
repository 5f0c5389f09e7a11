import type { AutopilotSettings } from '../../../../shared/vault/raft.ts';
import { vault } from '../../../api/client.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { field } from '../../../ui/fields.tsx';

export interface AutopilotFormProps {
  readonly sessionId: string;
  readonly settings: AutopilotSettings;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The settings of autopilot, edited together: the server takes them as one object. */
export function AutopilotForm({ sessionId, settings, onClose, onSaved }: AutopilotFormProps) {
  const isCount = (text: string): boolean => /^\d{1,9}$/.test(text.trim());
  return (
    <DraftForm
      title="Settings of autopilot"
      action="Save…"
      busy="Waiting for the secure prompt"
      failed="The settings were not saved"
      first={{
        ...settings,
        maxTrailingLogs: String(settings.maxTrailingLogs),
        minQuorum: String(settings.minQuorum),
      }}
      disabled={({ maxTrailingLogs, minQuorum }) => !isCount(maxTrailingLogs) || !isCount(minQuorum)}
      onClose={onClose}
      submit={async ({ maxTrailingLogs, minQuorum, ...rest }) => {
        const counts = { maxTrailingLogs: Number(maxTrailingLogs), minQuorum: Number(minQuorum) };
        await vault.raft.saveAutopilot({ sessionId, settings: { ...rest, ...counts } });
        onSaved();
      }}
      fields={({ cleanupDeadServers, minQuorum }) => [
        field.pair(
          field.mono('lastContactThreshold', 'Unhealthy after', 'Without contact'),
          field.mono('serverStabilizationTime', 'Votes after', 'Healthy for so long'),
        ),
        field.mono('maxTrailingLogs', 'Most log entries behind'),
        // The server requires at least three if it removes dead servers.
        field.check('cleanupDeadServers', 'Remove dead nodes', {
          also: (on) => (on && Number(minQuorum) < 3 ? { minQuorum: '3' } : {}),
        }),
        cleanupDeadServers &&
          field.pair(
            field.mono('deadServerLastContactThreshold', 'Dead after'),
            field.mono('minQuorum', 'Voters to keep', { error: Number(minQuorum) >= 3 || 'At least 3.' }),
          ),
      ]}
    />
  );
}
