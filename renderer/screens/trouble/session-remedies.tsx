import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { ConfirmNode } from './confirm-node.tsx';

export interface SessionRemediesProps {
  readonly session: Pick<SessionView, 'sessionId' | 'address'>;
  readonly children: ReactNode;
}

/** Gives every error panel inside what can be done about it in this session: a refused redirect can be confirmed. */
export function SessionRemedies({ session, children }: SessionRemediesProps) {
  const { sessionId, address } = session;
  const remedyOf = useCallback(
    (error: AppError) =>
      error.kind === 'redirect-refused' ? (
        <ConfirmNode small session={{ sessionId, address }} error={error} />
      ) : null,
    [sessionId, address],
  );
  return <ErrorRemedy value={remedyOf}>{children}</ErrorRemedy>;
}
