import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import { WhyRefused } from './why-refused.tsx';
import { ConfirmNode } from './confirm-node.tsx';

export interface SessionRemediesProps {
  readonly session: Pick<SessionView, 'sessionId' | 'address' | 'token'>;
  readonly children: ReactNode;
}

/**
 * Gives every error panel inside what can be done about it in this session: a refused redirect can be confirmed, and a
 * refusal explained.
 */
export function SessionRemedies({ session, children }: SessionRemediesProps) {
  const { sessionId, address, token } = session;
  const remedyOf = useCallback(
    (error: AppError) => {
      switch (error.kind) {
        case 'redirect-refused':
          return <ConfirmNode small session={{ sessionId, address }} error={error} />;
        case 'forbidden':
          return <WhyRefused small session={{ sessionId, token }} error={error} />;
        default:
          return null;
      }
    },
    [sessionId, address, token],
  );
  return <ErrorRemedy value={remedyOf}>{children}</ErrorRemedy>;
}
