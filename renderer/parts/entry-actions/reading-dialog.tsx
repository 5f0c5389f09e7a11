import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AskServer } from '../read/loaded.tsx';
import type { Read } from '../read/use-read.ts';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction } from './actions.ts';

export interface ReadingDialogProps {
  readonly title: string;
  readonly query: Read<unknown>;
}

/** Shown while settings are read before editing, or if that fails. */
export function ReadingDialog({ title, query }: ReadingDialogProps) {
  const { error, unasked, refresh } = query;
  return (
    <Dialog
      open
      wide
      title={title}
      onClose={dismissAction}
      actions={
        <>
          {error !== undefined && <Button onClick={refresh}>Retry</Button>}
          <Button onClick={dismissAction}>Close</Button>
        </>
      }
    >
      {error !== undefined ? (
        <ActionProblem error={error} title="The settings cannot be read, so they cannot be changed" />
      ) : unasked ? (
        <AskServer onAsk={refresh} />
      ) : (
        <Skeleton rows={4} rowHeight={40} />
      )}
    </Dialog>
  );
}
