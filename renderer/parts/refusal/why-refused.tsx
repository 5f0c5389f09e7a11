import { ShieldQuestionMark } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';

const RefusalDialog = lazy(() =>
  import('./refusal-dialog.tsx').then((module) => ({ default: module.RefusalDialog })),
);

export interface WhyRefusedProps {
  readonly session: Pick<SessionView, 'sessionId' | 'token'>;
  readonly error: AppError;
  readonly small?: boolean;
}

/** Beside a refusal: finds out why. Nothing for other errors, or where the path is not known. */
export function WhyRefused({ session, error, small = false }: WhyRefusedProps) {
  const [open, setOpen] = useState(false);
  const { path } = error;
  if (error.kind !== 'forbidden' || path === undefined) return null;
  return (
    <>
      <Button
        small={small}
        icon={ShieldQuestionMark}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        Why was I refused?
      </Button>
      <Suspense fallback={null}>
        {open && (
          <RefusalDialog
            sessionId={session.sessionId}
            usesLeft={session.token.numUses}
            path={path}
            method={error.method}
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
