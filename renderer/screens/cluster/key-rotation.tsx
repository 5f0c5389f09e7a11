import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyRotation as Rotation } from '../../../shared/vault/cluster.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { keyRotationQuery } from '../../api/cluster.ts';
import { useAction } from '../../api/use-action.ts';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './cluster.module.css';

/** Settings of the automatic rotation of the encryption key, with a form to change them. */
export function KeyRotation({ sessionId }: { readonly sessionId: string }) {
  const query = useQuery(keyRotationQuery(sessionId));
  const [editing, setEditing] = useState(false);
  const rotation = query.data;
  const error = query.error === null ? undefined : appErrorOf(query.error);
  if (error?.kind === 'forbidden') return <RefusalCard error={error} title="Automatic rotation" />;
  if (error?.kind === 'not-offered')
    return <p className={css['dim']}>Automatic rotation: not offered by this server</p>;
  if (error !== undefined) return <ErrorPanel error={error} title="Automatic rotation" />;
  if (rotation === undefined) return null;
  const { enabled, intervalSeconds, maxOperations } = rotation;
  return (
    <>
      <Facts>
        <Fact name="Automatic rotation">
          {enabled
            ? `after ${maxOperations.toLocaleString('en-GB')} encryptions${intervalSeconds === 0 ? '' : ` or ${formatDuration(intervalSeconds)}`}`
            : 'off'}
        </Fact>
      </Facts>
      <div className={css['actions']}>
        <Button small onClick={() => setEditing(true)}>
          Change…
        </Button>
      </div>
      {editing && (
        <RotationForm sessionId={sessionId} rotation={rotation} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

function RotationForm({
  sessionId,
  rotation,
  onClose,
}: {
  readonly sessionId: string;
  readonly rotation: Rotation;
  readonly onClose: () => void;
}) {
  const [enabled, setEnabled] = useState(rotation.enabled);
  const [operations, setOperations] = useState(String(rotation.maxOperations));
  const [seconds, setSeconds] = useState(String(rotation.intervalSeconds));
  const { busy, failure, run } = useAction();
  const maxOperations = wholeNumber(operations);
  const intervalSeconds = wholeNumber(seconds);
  return (
    <FormDialog
      title="Automatic rotation"
      action="Save…"
      busy={busy ? 'Saving…' : undefined}
      disabled={maxOperations === undefined || intervalSeconds === undefined}
      onClose={onClose}
      onSubmit={() => {
        if (maxOperations === undefined || intervalSeconds === undefined) return;
        const wanted = { enabled, maxOperations, intervalSeconds };
        void run(async (client) => {
          const set = await vault.cluster.setRotation({ sessionId, ...wanted });
          client.setQueryData(keyRotationQuery(sessionId).queryKey, set);
          onClose();
        });
      }}
    >
      <Checkbox label="Rotate automatically" checked={enabled} onChecked={setEnabled} />
      <TextField
        label="Encryptions"
        value={operations}
        onChange={({ target }) => setOperations(target.value)}
      />
      <TextField
        label="Interval in seconds; 0 for none"
        value={seconds}
        onChange={({ target }) => setSeconds(target.value)}
      />
      {failure !== undefined && <ErrorPanel error={failure} />}
    </FormDialog>
  );
}

function wholeNumber(text: string): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
}
