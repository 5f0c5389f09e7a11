import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorCard, ErrorRemedy, type ErrorToShow } from '../../ui/error-remedy.ts';
import { ConfirmNode } from './confirm-node.tsx';
import { RefusalCard } from './refusal-card.tsx';
import { RefusalSession } from './refusal-session.ts';
import { Boxes } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { useOpenNamespace } from '../session/open-namespace.ts';
import css from './confirm-node.module.css';

export interface SessionRemediesProps {
  readonly session: Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token'>;
  readonly children: ReactNode;
}

/**
 * Provides error panels with this session's remedies: confirming a refused redirect, opening the root namespace for
 * its exclusive endpoints, and a card that explains a refusal.
 */
export function SessionRemedies({ session, children }: SessionRemediesProps) {
  const { sessionId, address, namespace, token } = session;
  const { numUses } = token;
  const remedyOf = useCallback(
    (error: AppError) => {
      switch (error.kind) {
        case 'redirect-refused':
          return <ConfirmNode small session={{ sessionId, address }} error={error} />;
        case 'root-namespace-only':
          return <ToRootNamespace session={{ sessionId, address, namespace, token }} />;
        default:
          return null;
      }
    },
    [sessionId, address, namespace, token],
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

/** Card for a refusal with a known path. */
function cardOf({ error, title, actions }: ErrorToShow): ReactNode {
  if (error.kind !== 'forbidden' || error.path === undefined) return undefined;
  return <RefusalCard error={error} title={title} actions={actions} />;
}

/** Remedy for root-only endpoints: opens the front screen in the root namespace, with the same token. */
function ToRootNamespace({
  session,
}: {
  readonly session: Pick<SessionView, 'sessionId' | 'address' | 'namespace' | 'token'>;
}) {
  const { activeTab } = useWorkspace();
  const { activate, openScreen } = useWorkspaceActions();
  const { busy, failure, open } = useOpenNamespace(session);
  const arrive = (sessionId: string): void => {
    if (activeTab?.kind === 'screen') openScreen(activeTab.screen, activeTab.argument, sessionId);
    else activate(sessionId);
  };
  return (
    <>
      <Button small icon={Boxes} disabled={busy} onClick={() => open('', arrive)}>
        Open root namespace
      </Button>
      {failure !== undefined && (
        <p role="alert" className={css['failed']}>
          {failure.message}
        </p>
      )}
    </>
  );
}
