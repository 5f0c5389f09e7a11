import { Settings2 } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { AutopilotSettings, RaftPeer, RaftStatus } from '../../../shared/vault/raft.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { query, vault } from '../../api/client.ts';
import { Details } from '../../parts/form/details.tsx';
import { form, type Form } from '../../parts/form/draft-form.tsx';
import { Loaded, Problem } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { roleWords } from '../../parts/session/server-state.ts';
import { Facts, type FactRow } from '../../ui/facts.tsx';
import { field } from '../../ui/fields.tsx';
import { Stack } from '../../ui/layout.tsx';

export interface RaftViewProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

/** Autopilot with its settings, and the peers of the raft configuration. */
export function RaftView({ session, onClose }: RaftViewProps) {
  const { sessionId } = session;
  const read = useRead(session, query('raft.status', { sessionId }));
  const settings = read.data?.settings;
  return (
    <Details
      title="Raft"
      changes={[
        settings !== undefined && {
          label: 'Edit settings…',
          icon: Settings2,
          form: autopilotForm(sessionId, settings, read.refresh),
        },
      ]}
      onClose={onClose}
    >
      <Loaded query={read} failed="Raft could not be read">
        {(status) => (
          <>
            {status.autopilotProblem !== undefined && (
              <Problem error={status.autopilotProblem} title="Autopilot could not be read" />
            )}
            <Facts
              selectable
              of={[...autopilotFacts(status), ...status.peers.toSorted(byName).map(peerFact)]}
            />
          </>
        )}
      </Loaded>
    </Details>
  );
}

function autopilotFacts({ state, settings }: RaftStatus): readonly FactRow[] {
  return [
    [
      'Autopilot',
      state &&
        `${state.healthy ? 'healthy' : 'unhealthy'} · tolerates ${counted(state.failureTolerance, 'failure')}`,
    ],
    ['Last contact threshold', settings?.lastContactThreshold],
    ['Stabilization time', settings?.serverStabilizationTime],
    [
      'Dead nodes',
      settings &&
        (settings.cleanupDeadServers
          ? `removed after ${settings.deadServerLastContactThreshold}, down to ${String(settings.minQuorum)} voters`
          : 'kept'),
    ],
  ];
}

const byName = (one: RaftPeer, other: RaftPeer): number =>
  one.nodeId.localeCompare(other.nodeId, 'en', { numeric: true });

function peerFact({
  nodeId,
  address,
  leader,
  voter,
  healthy,
  lastContact = '',
  lastIndex,
}: RaftPeer): FactRow {
  const seconds = parseDuration(lastContact);
  const lines = [
    [
      `${roleWords[leader ? 'leader' : 'standby']}${voter ? '' : ', no vote'}`,
      healthy === undefined ? '' : healthy ? 'healthy' : 'unhealthy',
    ],
    [
      seconds === undefined || leader ? '' : `last contact ${timeSpan(seconds * 1000)} ago`,
      lastIndex === undefined ? '' : `index ${grouped(lastIndex)}`,
    ],
  ].map((parts) => parts.filter((one) => one !== '').join(' · '));
  return [
    nodeId,
    <Stack as="span">
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
      <span>
        cluster address <code>{address}</code>
      </span>
    </Stack>,
  ];
}

/** The settings of autopilot, edited together: the server takes them as one object. */
function autopilotForm(sessionId: string, settings: AutopilotSettings, saved: () => void): Form {
  const isCount = (text: string): boolean => /^\d{1,9}$/.test(text.trim());
  return form({
    title: 'Autopilot settings',
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
        field.mono('lastContactThreshold', 'Last contact threshold'),
        field.mono('serverStabilizationTime', 'Stabilization time'),
      ),
      field.mono('maxTrailingLogs', 'Max trailing logs'),
      // The server requires at least three if it removes dead servers.
      field.check('cleanupDeadServers', 'Remove dead nodes', {
        also: (on) => (on && Number(minQuorum) < 3 ? { minQuorum: '3' } : {}),
      }),
      cleanupDeadServers &&
        field.pair(
          field.mono('deadServerLastContactThreshold', 'Dead after'),
          field.mono('minQuorum', 'Min quorum', { error: Number(minQuorum) >= 3 || 'At least 3.' }),
        ),
    ],
  });
}
