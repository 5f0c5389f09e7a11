import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorCard, ErrorRemedy, type ErrorToShow } from '../../ui/error-remedy.ts';
import { ConfirmNode } from './confirm-node.tsx';
import { RefusalCard } from './refusal-card.tsx';
import { RefusalSession } from './refusal-session.ts';

export interface SessionRemediesProps {
  readonly session: Pick<SessionView, 'sessionId' | 'address' | 'token'>;
  readonly children: ReactNode;
}

/**
 * Gives every error panel inside what can be done about it in this session: a refused redirect can be confirmed, and a
 * refusal has its card, which can explain it.
 */
export function SessionRemedies({ session, children }: SessionRemediesProps) {
  const { sessionId, address } = session;
  const { numUses } = session.token;
  const remedyOf = useCallback(
    (error: AppError) =>
      error.kind === 'redirect-refused' ? (
        <ConfirmNode small session={{ sessionId, address }} error={error} />
      ) : null,
    [sessionId, address],
  );
  const asking = useMemo(() => ({ sessionId, usesLeft: Math.max(0, numUses) }), [sessionId, numUses]);
  return (
    <RefusalSession value={asking}>
      <ErrorCard value={cardOf}>
        <ErrorRemedy value={remedyOf}>{children}</ErrorRemedy>
      </ErrorCard>
    </RefusalSession>
  );
}

/** A refusal of which the path is known. */
function cardOf({ error, title, actions }: ErrorToShow): ReactNode {
  if (error.kind !== 'forbidden' || error.path === undefined) return undefined;
  return <RefusalCard {...{ error, title, actions }} />;
}
