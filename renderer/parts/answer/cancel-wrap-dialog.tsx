import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface CancelWrapDialogProps {
  readonly path: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a wrapping token is revoked. */
export function CancelWrapDialog({ path, busy, onClose, onConfirm }: CancelWrapDialogProps) {
  return (
    <Dialog
      open
      title="Cancel this wrapping token?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button variant="destroy" disabled={busy} onClick={onConfirm}>
            {busy ? 'Cancelling…' : 'Cancel the token'}
          </Button>
        </>
      }
    >
      The server revokes it, and what it wraps from <code>{path}</code> can be opened by nobody any more. This
      cannot be undone. If it was opened already, cancelling takes nothing back.
    </Dialog>
  );
}
