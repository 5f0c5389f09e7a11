import type { LucideIcon } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Row } from '../../ui/layout.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './home.module.css';

/** State of the server, in the words of the status bar. */
export interface ServerWords {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly tone: 'ok' | 'warn' | 'danger';
  readonly facts: string;
}

/** The server's state by the session's own background check. */
export function ServerPanel({
  server,
  session,
}: {
  readonly server: ServerWords;
  readonly session: SessionView;
}) {
  const { openScreen } = useWorkspaceActions();
  const { health, namespace } = session;
  return (
    <Card as="section" className={css['card']} aria-label="Server">
      <h3 className={css['heading']}>Server</h3>
      <Row as="p" align="center" gap={8} size={15} weight={600} numbers tone={server.tone}>
        <Icon of={server.icon} /> {server.words}
      </Row>
      <p className={css['fact']}>{server.facts}</p>
      {health.clusterName !== '' && <p className={css['quiet']}>{health.clusterName}</p>}
      {namespace !== '' && <p className={css['quiet']}>Namespace {namespace}</p>}
      <Button small onClick={() => openScreen('cluster')}>
        Cluster
      </Button>
    </Card>
  );
}
