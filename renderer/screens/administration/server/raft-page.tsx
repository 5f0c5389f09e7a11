import { Settings2, UserMinus } from 'lucide-react';
import type { AutopilotSettings, RaftPeer, RaftStatus } from '../../../../shared/vault/raft.ts';
import { query, vault } from '../../../api/client.ts';
import { form, FormButton, type Form } from '../../../parts/form/draft-form.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { field } from '../../../ui/fields.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Resource } from '../resource.tsx';
import type { TopicPageProps } from '../topic.ts';
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
      below={({ data, refresh }) => <Autopilot sessionId={sessionId} status={data} refresh={refresh} />}
      details={(peer, { removed }) => ({
        small: true,
        title: peer.nodeId,
        failed: 'The node was not removed',
        changes: [
          {
            label: 'Remove node…',
            icon: UserMinus,
            danger: true,
            run: () => vault.raft.removePeer({ sessionId, nodeId: peer.nodeId }),
            done: `Node ${peer.nodeId} removed`,
            onDone: removed,
          },
        ],
        facts: [
          ['Role', roleOf(peer)],
          ['Address', peer.address],
          ['Health', healthOf(peer)],
          ['Version', peer.version],
          ['Last index', peer.lastIndex],
          ['Last contact', peer.lastContact],
        ],
      })}
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
  /** Reads again. */
  readonly refresh: () => void;
}

function Autopilot({ sessionId, status, refresh }: AutopilotProps) {
  const { state, settings, autopilotProblem } = status;
  return (
    <Panel
      title="Autopilot"
      actions={
        settings !== undefined && (
          <FormButton small icon={Settings2} form={autopilotForm(sessionId, settings, refresh)}>
            Edit settings…
          </FormButton>
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
    </Panel>
  );
}

/** The settings of autopilot, edited together: the server takes them as one object. */
function autopilotForm(sessionId: string, settings: AutopilotSettings, saved: () => void): Form {
  const isCount = (text: string): boolean => /^\d{1,9}$/.test(text.trim());
  return form({
    title: 'Settings of autopilot',
    action: 'Save…',
    failed: 'The settings were not saved',
    first: {
      ...settings,
      maxTrailingLogs: String(settings.maxTrailingLogs),
      minQuorum: String(settings.minQuorum),
    },
    disabled: ({ maxTrailingLogs, minQuorum }) => !isCount(maxTrailingLogs) || !isCount(minQuorum),
    submit: async ({ maxTrailingLogs, minQuorum, ...rest }) => {
      const counts = { maxTrailingLogs: Number(maxTrailingLogs), minQuorum: Number(minQuorum) };
      await vault.raft.saveAutopilot({ sessionId, settings: { ...rest, ...counts } });
      saved();
    },
    fields: ({ cleanupDeadServers, minQuorum }) => [
      field.pair(
        field.mono('lastContactThreshold', 'Unhealthy after', 'Without contact'),
        field.mono('serverStabilizationTime', 'Votes after', 'Healthy for so long'),
      ),
      field.mono('maxTrailingLogs', 'Most log entries behind'),
      // The server requires at least three if it removes dead servers.
      field.check('cleanupDeadServers', 'Remove dead nodes', {
        also: (on) => (on && Number(minQuorum) < 3 ? { minQuorum: '3' } : {}),
      }),
      cleanupDeadServers &&
        field.pair(
          field.mono('deadServerLastContactThreshold', 'Dead after'),
          field.mono('minQuorum', 'Voters to keep', { error: Number(minQuorum) >= 3 || 'At least 3.' }),
        ),
    ],
  });
}
