import { grouped } from '../../../shared/vault/counted.ts';
import type { ClusterNode, ClusterSeen } from '../../../shared/vault/cluster.ts';
import { lagOf, nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { Trash2, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import css from './cluster.module.css';
import { roleWord, sealWord } from './node-words.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const sources: Readonly<Record<ClusterNode['sources'][number], string>> = {
  connection: 'this connection',
  leader: 'sys/leader',
  'ha-status': 'sys/ha-status',
  raft: 'raft configuration',
};

/** All facts about one node. */
export function NodeView({
  node,
  seen,
  onForget,
  onClose,
}: {
  readonly node: ClusterNode;
  readonly seen: ClusterSeen;
  /** Absent without a login. */
  readonly onForget: ((address: string) => void) | undefined;
  readonly onClose: () => void;
}) {
  const { answer, autopilot, named, problem, chain = [] } = node;
  const lag = lagOf(node, seen.nodes);
  return (
    <Panel
      title={`Node ${nameOf(node)}`}
      actions={<IconButton small icon={X} label="Close" onClick={onClose} />}
    >
      {problem !== undefined && (
        <ErrorPanel
          error={problem}
          title={problem.kind === 'tls' ? 'Its certificate was refused' : 'It does not answer'}
        />
      )}
      {node.entry === 'balancer' && (
        <Note>Several nodes answer at this address. It counts as none of them.</Note>
      )}
      {node.asked === 'unconfirmed' && (
        <Note>
          Only the server names this address, so nothing has been sent there. Confirm it to have it asked.
        </Note>
      )}
      {node.asked === 'no-address' && (
        <Note>Raft knows its cluster port only. Add its API address to the connection.</Note>
      )}
      <Facts selectable>
        {node.address !== '' && (
          <Fact name="Address" className={css['mono']}>
            {node.address}
          </Fact>
        )}
        <Fact name="Named by">{node.sources.map((source) => sources[source]).join(', ')}</Fact>
        <Fact name="Role">{roleWord(node)?.text ?? '—'}</Fact>
        <Fact name="Seal">
          {sealWord(node).text}
          {answer?.unseal !== undefined &&
            `, ${String(answer.unseal.progress)} of ${String(answer.unseal.threshold)} unseal keys entered`}
        </Fact>
        {answer?.raftApplied !== undefined && (
          <Fact name="Raft index">
            {grouped(answer.raftApplied)}
            {lag !== undefined && lag > 0 && `, ${grouped(lag)} behind`}
          </Fact>
        )}
        {answer?.clockSkewMs !== undefined && <Fact name="Clock">{skewWords(answer.clockSkewMs)}</Fact>}
        {autopilot !== undefined && (
          <>
            <Fact name="Autopilot">
              {autopilot.healthy ? 'healthy' : 'unhealthy'}, {autopilot.voter ? 'voter' : 'no voter'}
            </Fact>
            <Fact name="Last contact">{grouped(Math.round(autopilot.lastContactMs))} ms ago</Fact>
          </>
        )}
        {named !== undefined && named.lastEcho !== '' && (
          <Fact name="Last heartbeat">
            <ServerTime iso={named.lastEcho} />
          </Fact>
        )}
        {answer?.replication !== undefined && (
          <>
            <Fact name="Performance replication">{answer.replication.performance || 'none'}</Fact>
            <Fact name="Disaster recovery">{answer.replication.disasterRecovery || 'none'}</Fact>
          </>
        )}
        {chain.map(({ subject, validTo, sha256 }, index) => (
          <Fact key={sha256} name={index === 0 ? 'Certificate ends' : 'Issuer’s ends'}>
            {day.format(new Date(validTo))}, <RelativeTime iso={validTo} /> · {subject}
          </Fact>
        ))}
        {answer !== undefined && answer.clusterId !== '' && (
          <Fact name="Cluster ID" className={css['mono']}>
            {answer.clusterId}
          </Fact>
        )}
      </Facts>
      {onForget !== undefined && canBeForgotten(node, seen) && (
        <Row wrap gap={8}>
          <Button icon={Trash2} onClick={() => onForget(node.address)}>
            Forget this node
          </Button>
        </Row>
      )}
    </Panel>
  );
}

/** True if it is gone, and neither raft nor the leader lists it; the connection's own address is edited elsewhere. */
function canBeForgotten({ address, sources, answer, asked }: ClusterNode, { nodes }: ClusterSeen): boolean {
  if (address === '' || address === nodes[0]?.address) return false;
  if (sources.includes('raft') || sources.includes('ha-status')) return false;
  return asked === 'unconfirmed' || answer === undefined || answer.removed;
}

/** Nodes report whole seconds only. */
function skewWords(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (seconds === 0) return 'in step with this machine';
  return `${String(seconds)} s ${skewMs > 0 ? 'behind' : 'ahead of'} this machine`;
}
