import { Settings2, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { RaftPeer, RaftStatus } from '../../../../shared/vault/raft.ts';
import { query, vault } from '../../../api/client.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Details } from '../details.tsx';
import { Resource } from '../resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { AutopilotForm } from './autopilot-form.tsx';
import css from './server.module.css';

const columns: readonly Column<RaftPeer>[] = [
  { title: 'Node', width: 70, share: 1, mono: true, text: ({ nodeId }) => nodeId },
  {
    title: 'Role',
    width: 86,
    text: roleOf,
    cell: (peer) => <Chip tone={peer.leader ? 'accent' : 'neutral'}>{roleOf(peer)}</Chip>,
  },
  {
    title: 'Health',
    width: 92,
    text: healthOf,
    cell: (peer) =>
      peer.healthy === undefined ? '—' : <Chip tone={peer.healthy ? 'ok' : 'danger'}>{healthOf(peer)}</Chip>,
  },
  { title: 'Address', width: 110, share: 1.5, mono: true, text: ({ address }) => address },
];

/** The nodes of the raft cluster, and its autopilot. */
export function RaftPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  return (
    <Resource
      session={session}
      title="Raft cluster"
      id="raft"
      label="Nodes"
      list={query('raft.status', { sessionId })}
      failed="The cluster could not be read"
      rows={({ peers }) => peers}
      keyOf={({ nodeId }) => nodeId}
      columns={columns}
      below={({ data, refresh }) => <Autopilot sessionId={sessionId} status={data} onSaved={refresh} />}
      details={(peer, { close, removed }) => (
        <Details
          small
          title={peer.nodeId}
          failed="The node was not removed"
          onClose={close}
          changes={[
            {
              label: 'Remove node…',
              icon: UserMinus,
              danger: true,
              run: () => vault.raft.removePeer({ sessionId, nodeId: peer.nodeId }),
              done: `Node ${peer.nodeId} removed`,
              onDone: removed,
            },
          ]}
          facts={[
            ['Role', roleOf(peer)],
            ['Address', peer.address],
            ['Health', healthOf(peer)],
            ['Version', peer.version],
            ['Last index', peer.lastIndex],
            ['Last contact', peer.lastContact],
          ]}
        />
      )}
    />
  );
}

function roleOf({ leader, voter }: RaftPeer): string {
  return leader ? 'leader' : voter ? 'voter' : 'non-voter';
}

function healthOf({ healthy }: RaftPeer): string {
  return healthy === undefined ? '' : healthy ? 'healthy' : 'unhealthy';
}

interface AutopilotProps {
  readonly sessionId: string;
  readonly status: RaftStatus;
  readonly onSaved: () => void;
}

function Autopilot({ sessionId, status, onSaved }: AutopilotProps) {
  const { state, settings, autopilotProblem } = status;
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title="Autopilot"
      actions={
        settings !== undefined && (
          <Button small icon={Settings2} onClick={() => setEditing(true)}>
            Edit settings…
          </Button>
        )
      }
    >
      {autopilotProblem !== undefined && (
        <Problem error={autopilotProblem} title="Autopilot could not be read" />
      )}
      <Facts
        className={css['facts']}
        of={[
          [
            'Cluster',
            state &&
              `${state.healthy ? 'healthy' : 'unhealthy'}, tolerates ${state.failureTolerance} ${state.failureTolerance === 1 ? 'failure' : 'failures'}`,
          ],
          ['Unhealthy after', settings && `${settings.lastContactThreshold} without contact`],
          ['Votes after', settings && `${settings.serverStabilizationTime} healthy`],
          [
            'Dead nodes',
            settings &&
              (settings.cleanupDeadServers
                ? `removed after ${settings.deadServerLastContactThreshold}, down to ${settings.minQuorum} voters`
                : 'kept'),
          ],
        ]}
      />
      {editing && settings !== undefined && (
        <AutopilotForm
          sessionId={sessionId}
          settings={settings}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onSaved();
          }}
        />
      )}
    </Panel>
  );
}
