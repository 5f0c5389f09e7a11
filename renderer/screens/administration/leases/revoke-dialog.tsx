import type { PrefixRevoked } from '../../../../shared/vault/lease.ts';
import { vault } from '../../../api/client.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { field } from '../../../ui/fields.tsx';

export interface RevokeDialogProps {
  readonly sessionId: string;
  readonly prefix: string;
  readonly onClose: () => void;
  readonly onRevoked: (result: PrefixRevoked) => void;
}

/** Revokes everything below a prefix: main counts it first, and asks to type the prefix. */
export function RevokeDialog({ sessionId, prefix, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <DraftForm
      title={`Revoke all leases below ${prefix}`}
      description="They are counted first. Nothing is revoked before you have typed the prefix."
      action="Count and revoke…"
      variant="danger"
      busy="Working…"
      failed="Not revoked"
      sudo
      first={{ force: false }}
      onClose={onClose}
      submit={async ({ force }) => onRevoked(await vault.lease.revokePrefix({ sessionId, prefix, force }))}
      fields={() => [
        field.check('force', 'Force', {
          danger: true,
          hint: 'Also forget leases whose credential cannot be revoked; it may live on unseen.',
        }),
      ]}
    />
  );
}
