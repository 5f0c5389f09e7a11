import { useState } from 'react';
import type { PrefixRevoked } from '../../../../shared/vault/lease.ts';
import { revokeLeases } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';

export interface RevokeDialogProps {
  readonly sessionId: string;
  readonly prefix: string;
  readonly onClose: () => void;
  readonly onRevoked: (result: PrefixRevoked) => void;
}

/** Revokes everything below a prefix: main counts it first, and asks to type the prefix. */
export function RevokeDialog({ sessionId, prefix, onClose, onRevoked }: RevokeDialogProps) {
  const [force, setForce] = useState(false);
  const action = useAction();
  const submit = async (): Promise<void> => {
    const result = await action.run(() => revokeLeases({ sessionId, prefix, force }));
    if (result !== undefined) onRevoked(result);
  };
  return (
    <FormDialog
      title={`Revoke all leases below ${prefix}`}
      description="They are counted first. Nothing is revoked before you have typed the prefix."
      action="Count and revoke…"
      variant="danger"
      busy={action.busy ? 'Working…' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Checkbox
        danger
        label="Force"
        hint="Also forget leases whose credential cannot be revoked; it may live on unseen."
        checked={force}
        onChecked={setForce}
      />
      {action.failure !== undefined && <Problem error={action.failure} title="Not revoked" sudo />}
    </FormDialog>
  );
}
