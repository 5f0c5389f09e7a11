import { Trash2, UserMinus } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { timeSpan, utcDate } from '../../../shared/vault/relative-time.ts';
import type { ClusterNode, ClusterSeen } from '../../../shared/vault/cluster.ts';
import { daysUntil, lagOf, nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { Details } from '../../parts/form/details.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import type { FactRow } from '../../ui/facts.tsx';
import { Note, Text } from '../../ui/layout.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { roleWord, sealWord } from './node-words.ts';

const sourceNames: Readonly<Record<ClusterNode['sources'][number], ReactNode>> = {
  connection: 'this connection',
  leader: <code>sys/leader</code>,
  'ha-status': <code>sys/ha-status</code>,
  raft: 'raft configuration',
};

export interface NodeViewProps {
  readonly node: ClusterNode;
  readonly seen: ClusterSeen;
  /** Absent without a login. */
  readonly onForget: ((address: string) => void) | undefined;
  /** Takes it out of raft; absent without a login. */
  readonly onRemove: ((nodeId: string) => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** All facts about one node. */
export function NodeView({ node, seen, onForget, onRemove, onClose }: NodeViewProps) {
  const { problem, asked, entry, address, sources, name } = node;
  return (
    <Details
      small
      title={nameOf(node)}
      failed="The node was not removed"
      changes={[
        onForget !== undefined &&
          canBeForgotten(node, seen) && {
            label: 'Forget this node',
            icon: Trash2,
            run: () => onForget(address),
          },
        onRemove !== undefined &&
          sources.includes('raft') && {
            label: 'Remove node…',
            icon: UserMinus,
            danger: true,
            run: () => onRemove(name),
            done: `Node ${name} removed`,
            onDone: onClose,
          },
      ]}
      facts={factsOf(node, seen)}
      onClose={onClose}
    >
      {problem !== undefined && (
        <ErrorPanel
          error={problem}
          title={problem.kind === 'tls' ? 'Its certificate was refused' : 'It does not answer'}
        />
      )}
      {entry === 'balancer' && <Note>Several nodes answer at this address, so it counts as no node.</Note>}
      {asked === 'unconfirmed' && (
        <Note>Only the server names this address. Nothing is sent there until you confirm it.</Note>
      )}
      {asked === 'no-address' && (
        <Note>Raft lists its cluster address only. Add its API address to the connection.</Note>
      )}
    </Details>
  );
}

function factsOf(node: ClusterNode, seen: ClusterSeen): readonly FactRow[] {
  const { answer, autopilot, named, chain = [], address, voter = autopilot?.voter } = node;
  const { unseal, replication, raftApplied, clockSkewMs, clusterId = '' } = answer ?? {};
  const lag = lagOf(node, seen.nodes) ?? 0;
  return [
    ['Address', address !== '' && <code>{address}</code>],
    [
      'Found in',
      node.sources.map((source, at) => (
        <Fragment key={source}>
          {at > 0 && ', '}
          <Text nowrap>{sourceNames[source]}</Text>
        </Fragment>
      )),
    ],
    ['Role', `${roleWord(node)?.text ?? '—'}${voter === false ? ', no vote' : ''}`],
    [
      'Seal',
      `${sealWord(node).text}${unseal === undefined ? '' : `, ${String(unseal.progress)} of ${counted(unseal.threshold, 'key share')} entered`}`,
    ],
    [
      'Raft index',
      raftApplied !== undefined && `${grouped(raftApplied)}${lag > 0 ? `, ${grouped(lag)} behind` : ''}`,
    ],
    ['Clock', clockSkewMs !== undefined && skewWords(clockSkewMs)],
    ['Autopilot', autopilot !== undefined && (autopilot.healthy ? 'healthy' : 'unhealthy')],
    ['Last contact', autopilot !== undefined && `${timeSpan(autopilot.lastContactMs)} ago`],
    ['Last heartbeat', named !== undefined && named.lastEcho !== '' && <ServerTime iso={named.lastEcho} />],
    ['Performance replication', replication && (replication.performance || 'none')],
    ['Disaster recovery', replication && (replication.disasterRecovery || 'none')],
    ...chain.flatMap(({ subject, validTo }, index): readonly FactRow[] => {
      const name = index === 0 ? 'Certificate' : 'Issuer';
      return [
        [name, subject],
        [`${name} expires`, `${endWords(validTo, seen.at)} · ${utcDate(validTo)}`],
      ];
    }),
    ['Cluster ID', clusterId !== '' && <code>{clusterId}</code>],
  ];
}

/** `in 280 days`. */
function endWords(validTo: string, at: string): string {
  const days = daysUntil(validTo, at) ?? 0;
  return days < 0 ? 'expired' : days === 0 ? 'today' : `in ${counted(days, 'day')}`;
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
  if (seconds === 0) return 'in sync with this machine';
  return `${timeSpan(seconds * 1000)} ${skewMs > 0 ? 'behind' : 'ahead of'} this machine`;
}
