import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface DismissDialogProps {
  readonly title: string;
  readonly onKeep: () => void;
  readonly onDismiss: () => void;
}

/** Asks before the only copy of something is forgotten. */
export function DismissDialog({ title, onKeep, onDismiss }: DismissDialogProps) {
  return (
    <Dialog
      open
      title={`Dismiss “${title}”?`}
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>Keep it</Button>
          <Button variant="destroy" onClick={onDismiss}>
            Dismiss it for good
          </Button>
        </>
      }
    >
      This answer exists once, and nothing of it has been copied, shown or saved to a file yet. Once it is
      dismissed nobody can get it back: neither Strongroom nor the server has it.
    </Dialog>
  );
}
