import { Dialog } from '../../ui/dialog.tsx';
import { FullRefusal } from './full-refusal.tsx';
import type { RefusalCardProps } from './needs.tsx';

export interface RefusalDialogProps extends RefusalCardProps {
  readonly onClose: () => void;
}

/** Reason for a refusal, for places without room for the card. */
export function RefusalDialog({ onClose, ...card }: RefusalDialogProps) {
  return (
    <Dialog wide open title="Not permitted" onClose={onClose}>
      <FullRefusal explained {...card} />
    </Dialog>
  );
}
