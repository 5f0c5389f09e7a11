import type { LeaderFacts, SystemFacts } from '../../../shared/vault/system.ts';
import { Chip } from '../../ui/chip.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Note } from '../../ui/layout.tsx';
import css from './cluster.module.css';
import { refusedWords } from './panel-words.ts';

/** The nodes by the leader's list. */
export function LeaderNodes({ facts }: { readonly facts: SystemFacts | undefined }) {
  if (facts?.panel !== 'leader' || !facts.haEnabled) return null;
  const { nodes, nodesProblem } = facts;
  if (nodesProblem !== undefined)
    return nodesProblem.kind === 'forbidden' && nodesProblem.path !== undefined ? (
      <RefusalCard error={nodesProblem} title="Nodes" />
    ) : (
      <Note>Nodes: {refusedWords(nodesProblem, 'leader').toLowerCase()}</Note>
    );
  return nodes === undefined || nodes.length === 0 ? null : <NodeTable nodes={nodes} />;
}

function NodeTable({ nodes }: { readonly nodes: NonNullable<LeaderFacts['nodes']> }) {
  return (
    <div className={css['tableBox']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Version</th>
            <th scope="col">Last heard of</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.apiAddress + node.clusterAddress}>
              <th scope="row">{node.hostname}</th>
              <td className={css['mono']} data-selectable>
                {node.apiAddress}
              </td>
              <td>
                <Chip tone={node.active ? 'ok' : 'neutral'}>{node.active ? 'Leader' : 'Standby'}</Chip>
              </td>
              <td>{node.version}</td>
              <td>{node.lastEcho === '' ? '—' : <ServerTime iso={node.lastEcho} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
