import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction } from './actions.ts';

export interface ReadingDialogProps {
  readonly title: string;
  readonly error: AppError | undefined;
  /** Reading would cost a token use, so the user must ask for it. */
  readonly costs: boolean;
  readonly onRead: () => void;
}

/** Shown while settings are read before editing, or if that fails. */
export function ReadingDialog({ title, error, costs, onRead }: ReadingDialogProps) {
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={dismissAction}
      actions={
        <>
          {error !== undefined && <Button onClick={onRead}>Retry</Button>}
          <Button onClick={dismissAction}>Close</Button>
        </>
      }
    >
      {error !== undefined ? (
        <ActionProblem error={error} title="The settings cannot be read, so they cannot be changed" />
      ) : costs ? (
        <Button small onClick={onRead}>
          Read them (costs one use)
        </Button>
      ) : (
        <Skeleton rows={4} rowHeight={40} />
      )}
    </Dialog>
  );
}
