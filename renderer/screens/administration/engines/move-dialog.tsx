import { useState } from 'react';
import type { MountKind } from '../../../../shared/vault/mount-table.ts';
import { moveMount } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import type { Move } from './move-progress.tsx';

export interface MoveDialogProps {
  readonly sessionId: string;
  readonly kind: MountKind;
  readonly path: string;
  readonly onClose: () => void;
  readonly onMove: (move: Move) => void;
}

/** Asks for the new path of a mount. */
export function MoveDialog({ sessionId, kind, path, onClose, onMove }: MoveDialogProps) {
  const [to, setTo] = useState(path);
  const action = useAction();
  const submit = async (): Promise<void> => {
    const begun = await action.run(() => moveMount({ sessionId, kind, path, to }));
    if (begun !== undefined) onMove({ ...begun, from: path, to: to.trim() });
  };
  const same = to.trim().replace(/\/+$/, '') === path.replace(/\/$/, '');
  return (
    <FormDialog
      title={`Move ${path}`}
      description="Leases are revoked. Policies are not changed."
      action="Move…"
      busy={action.busy ? 'Moving…' : undefined}
      disabled={to.trim() === '' || same}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField mono label="New path" value={to} onChange={({ target }) => setTo(target.value)} />
      {action.failure !== undefined && <Problem error={action.failure} title="Not moved" />}
    </FormDialog>
  );
}
