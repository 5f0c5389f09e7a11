import type { AppError } from '../../../shared/ipc/result.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RefusalCard } from './refusal-card.tsx';
import { RefusalSession } from './refusal-session.ts';

export interface RefusalDialogProps {
  readonly sessionId: string;
  /** 0: unlimited. */
  readonly usesLeft: number;
  /** As in the error. */
  readonly path: string;
  readonly method: string | undefined;
  readonly onClose: () => void;
}

/** Reason for a refusal, for places without room for the card. */
export function RefusalDialog({ sessionId, usesLeft, path, method, onClose }: RefusalDialogProps) {
  const error: AppError = {
    kind: 'forbidden',
    message: 'The server does not permit this token to do that.',
    path,
    ...(method === undefined ? {} : { method }),
  };
  return (
    <Dialog wide open title="Not permitted" onClose={onClose}>
      <RefusalSession value={{ sessionId, usesLeft }}>
        <RefusalCard explained error={error} />
      </RefusalSession>
    </Dialog>
  );
}
