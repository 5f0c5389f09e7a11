import { Settings2, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { RaftPeer, RaftStatus } from '../../../../shared/vault/raft.ts';
import { raftQuery, removePeer } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ChangeButton } from '../change-button.tsx';
import { Beside, Drawer } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded, Problem } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
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
  const query = useRead(session, raftQuery(sessionId));
  const [chosen, setChosen] = useState('');
  const peer = query.data?.peers.find(({ nodeId }) => nodeId === chosen);
  return (
    <TopicPage title="Raft cluster" id="raft" query={query}>
      <Loaded query={query} failed="The cluster could not be read">
        {(status) => (
          <>
            <Beside
              drawer={
                peer !== undefined && (
                  <PeerDrawer
                    key={chosen}
                    sessionId={sessionId}
                    peer={peer}
                    onClose={() => setChosen('')}
                    onRemoved={() => {
                      setChosen('');
                      query.refresh();
                    }}
                  />
                )
              }
            >
              <Table
                label="Nodes"
                rows={status.peers}
                columns={columns}
                chosen={chosen}
                keyOf={({ nodeId }) => nodeId}
                onOpen={({ nodeId }) => setChosen(nodeId)}
              />
            </Beside>
            <Autopilot sessionId={sessionId} status={status} onSaved={query.refresh} />
          </>
        )}
      </Loaded>
    </TopicPage>
  );
}

function roleOf({ leader, voter }: RaftPeer): string {
  return leader ? 'leader' : voter ? 'voter' : 'non-voter';
}

function healthOf({ healthy }: RaftPeer): string {
  return healthy === undefined ? '' : healthy ? 'healthy' : 'unhealthy';
}

interface PeerDrawerProps {
  readonly sessionId: string;
  readonly peer: RaftPeer;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function PeerDrawer({ sessionId, peer, onClose, onRemoved }: PeerDrawerProps) {
  const removing = useAction();
  return (
    <Drawer
      title={peer.nodeId}
      onClose={onClose}
      actions={
        <ChangeButton
          small
          label="Remove node…"
          icon={UserMinus}
          variant="danger"
          action={removing}
          run={() => removePeer(sessionId, peer.nodeId)}
          done={`Node ${peer.nodeId} removed`}
          onDone={onRemoved}
        />
      }
    >
      {removing.failure !== undefined && (
        <Problem error={removing.failure} title="The node was not removed" />
      )}
      <Facts selectable>
        <Fact name="Role">{roleOf(peer)}</Fact>
        <Fact name="Address">{peer.address}</Fact>
        {peer.healthy !== undefined && <Fact name="Health">{healthOf(peer)}</Fact>}
        {peer.version !== undefined && <Fact name="Version">{peer.version}</Fact>}
        {peer.lastIndex !== undefined && <Fact name="Last index">{peer.lastIndex}</Fact>}
        {peer.lastContact !== undefined && <Fact name="Last contact">{peer.lastContact}</Fact>}
      </Facts>
    </Drawer>
  );
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
      <Facts className={css['facts']}>
        {state !== undefined && (
          <Fact name="Cluster">
            {state.healthy ? 'healthy' : 'unhealthy'}, tolerates {state.failureTolerance}{' '}
            {state.failureTolerance === 1 ? 'failure' : 'failures'}
          </Fact>
        )}
        {settings !== undefined && (
          <>
            <Fact name="Unhealthy after">{settings.lastContactThreshold} without contact</Fact>
            <Fact name="Votes after">{settings.serverStabilizationTime} healthy</Fact>
            <Fact name="Dead nodes">
              {settings.cleanupDeadServers
                ? `removed after ${settings.deadServerLastContactThreshold}, down to ${String(settings.minQuorum)} voters`
                : 'kept'}
            </Fact>
          </>
        )}
      </Facts>
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
