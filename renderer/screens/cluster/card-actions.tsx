import { ArrowDownToLine, KeyRound, Lock, Play, RotateCw } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { SystemFacts, SystemPanel } from '../../../shared/vault/system.ts';
import { vault } from '../../api/client.ts';
import type { Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { standbyWords } from './at-leader.ts';
import type { LeaderWords } from './at-leader.ts';

export interface CardActionsProps {
  /** Undefined: not logged in. */
  readonly session: SessionView | undefined;
  readonly panel: SystemPanel;
  readonly facts: SystemFacts | undefined;
  /** Names of the nodes known to be sealed, for any node of the connection. */
  readonly sealed: readonly string[];
  /** The leader, for actions that need it; undefined if it is not known. */
  readonly leader: LeaderWords | undefined;
  readonly action: Action;
  /** The state in the panels has changed. */
  readonly onDone: () => void;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
}

/** Actions of a panel, in its view; all ceremonies start here, too. */
export function CardActions(props: CardActionsProps) {
  const { session, panel, facts, sealed, leader, action, onDone, onCeremony } = props;
  const button = (words: string, icon: LucideIcon, act: () => void) => (
    <Row wrap gap={8}>
      <Button icon={icon} disabled={action.busy} onClick={act}>
        {words}
      </Button>
    </Row>
  );
  const atLeader = (what: string, words: string, icon: LucideIcon, act: () => void) => {
    const elsewhere = standbyWords(leader, what);
    return elsewhere === undefined ? button(words, icon, act) : <Note>{elsewhere}</Note>;
  };
  const run = (act: (input: { readonly sessionId: string }) => Promise<object>) => (): void => {
    if (session === undefined) return;
    void action.run(async () => {
      await act({ sessionId: session.sessionId });
      onDone();
    });
  };
  const open = (ceremony: CeremonyName) => (): void => onCeremony(ceremony);
  switch (panel) {
    case 'seal':
      if (facts?.panel !== 'seal') return null;
      if (!facts.initialized) return button('Initialise…', Play, open('init'));
      if (facts.sealed) return button('Unseal all nodes…', KeyRound, open('unseal'));
      return (
        <>
          {sealed.length > 0 && button(unsealWords(sealed), KeyRound, open('unseal'))}
          {session !== undefined &&
            atLeader('Only the leader can be sealed:', 'Seal…', Lock, run(vault.cluster.seal))}
        </>
      );
    case 'keys':
      return session === undefined || facts === undefined
        ? null
        : button('Rotate…', RotateCw, run(vault.cluster.rotate));
    case 'leader':
      return session !== undefined && facts?.panel === 'leader' && facts.haEnabled
        ? atLeader(
            'Only the leader can step down:',
            'Step down…',
            ArrowDownToLine,
            run(vault.cluster.stepDown),
          )
        : null;
    case 'rekey':
      return button('Rekey…', KeyRound, open('rekey'));
    case 'root-generation':
      return button('Generate root token…', KeyRound, open('generate-root'));
  }
}

/** The screen it opens has these nodes: only a confirmed one is known to be sealed. */
function unsealWords(sealed: readonly string[]): string {
  return sealed.length === 1 ? `Unseal ${sealed[0] ?? ''}…` : `Unseal ${String(sealed.length)} nodes…`;
}
