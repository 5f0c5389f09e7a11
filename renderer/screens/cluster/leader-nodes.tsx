import type { SystemFacts } from '../../../shared/vault/system.ts';
import { roleWords } from '../../parts/session/server-state.ts';
import { Facts } from '../../ui/facts.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Note } from '../../ui/layout.tsx';
import { refusedWords } from './panel-words.tsx';

/** The nodes by the leader's list. */
export function LeaderNodes({ facts }: { readonly facts: SystemFacts | undefined }) {
  if (facts?.panel !== 'leader' || !facts.haEnabled) return null;
  const { nodes, nodesProblem } = facts;
  if (nodesProblem !== undefined)
    return nodesProblem.kind === 'forbidden' && nodesProblem.path !== undefined ? (
      <RefusalCard error={nodesProblem} title="Nodes" />
    ) : (
      <Note>Nodes: {refusedWords(nodesProblem).toLowerCase()}</Note>
    );
  return (
    <Facts
      selectable
      of={(nodes ?? []).map(({ hostname, apiAddress, active, version, lastEcho }) => [
        hostname,
        <>
          <code>{apiAddress}</code> {roleWords[active ? 'leader' : 'standby']}, {version}
          {lastEcho !== '' && (
            <>
              , heard <ServerTime iso={lastEcho} />
            </>
          )}
        </>,
      ])}
    />
  );
}
