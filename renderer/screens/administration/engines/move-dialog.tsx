import type { MountKind } from '../../../../shared/vault/mount-table.ts';
import { vault } from '../../../api/client.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { field } from '../../../ui/fields.tsx';
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
  return (
    <DraftForm
      title={`Move ${path}`}
      description="Leases are revoked. Policies are not changed."
      action="Move…"
      busy="Moving…"
      failed="Not moved"
      first={{ to: path }}
      disabled={({ to }) => to.trim().replace(/\/+$/, '') === path.replace(/\/$/, '')}
      onClose={onClose}
      submit={async ({ to }) => {
        const begun = await vault.mount.move({ sessionId, kind, path, to });
        onMove({ ...begun, from: path, to: to.trim() });
      }}
      fields={() => [field.mono('to', 'New path', { needed: true })]}
    />
  );
}
