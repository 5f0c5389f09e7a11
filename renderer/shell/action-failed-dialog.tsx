import type { AppError } from '../../shared/ipc/result.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorText } from '../ui/error-panel.tsx';

export interface ActionFailedDialogProps {
  readonly title: string;
  readonly error: AppError;
  readonly onClose: () => void;
}

/** Error of a menu action, whose menu has closed by then. */
export function ActionFailedDialog({ title, error, onClose }: ActionFailedDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <ErrorText error={error} />
    </Dialog>
  );
}
