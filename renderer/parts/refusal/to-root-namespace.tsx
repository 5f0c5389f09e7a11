import { Boxes } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { Button } from '../../ui/button.tsx';
import { useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { useOpenNamespace } from '../session/open-namespace.ts';
import css from './confirm-node.module.css';

/** Remedy for root-only endpoints: opens the front screen in the root namespace, with the same token. */
export function ToRootNamespace({
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
