import { ArrowDownToLine, Lock, RotateCw } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SystemFacts, SystemPanel } from '../../../shared/vault/system.ts';
import { rotateEncryptionKey, sealNode, stepDown } from '../../api/cluster.ts';
import type { Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import css from './cluster.module.css';

export interface CardActionsProps {
  readonly session: SessionView;
  readonly panel: SystemPanel;
  readonly facts: SystemFacts | undefined;
  readonly action: Action;
  /** What the panels show is another thing now. */
  readonly onDone: () => void;
}

/** What can be done about a panel, in its view: the one place where ceremonies are begun from, too. */
export function CardActions({ session, panel, facts, action, onDone }: CardActionsProps) {
  const { sessionId } = session;
  const run = (act: (sessionId: string) => Promise<object>): void => {
    void action.run(async () => {
      await act(sessionId);
      onDone();
    });
  };
  const { busy } = action;
  switch (panel) {
    case 'seal':
      return facts?.panel === 'seal' && !facts.sealed ? (
        <div className={css['actions']}>
          <Button icon={Lock} disabled={busy} onClick={() => run(sealNode)}>
            Seal…
          </Button>
        </div>
      ) : null;
    case 'keys':
      return (
        <div className={css['actions']}>
          <Button icon={RotateCw} disabled={busy} onClick={() => run(rotateEncryptionKey)}>
            Rotate…
          </Button>
        </div>
      );
    case 'leader':
      return facts?.panel === 'leader' && facts.haEnabled ? (
        <div className={css['actions']}>
          <Button icon={ArrowDownToLine} disabled={busy} onClick={() => run(stepDown)}>
            Step down…
          </Button>
        </div>
      ) : null;
    case 'rekey':
    case 'root-generation':
      return null;
  }
}
