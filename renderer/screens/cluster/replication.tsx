import type { ReplicationLook } from '../../../shared/vault/cluster.ts';
import { replicationNames, replicationTroubles } from '../../../shared/vault/replication.ts';
import type { ReplicationFacts } from '../../../shared/vault/replication.ts';
import { Details } from '../../parts/form/details.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts, type FactRow } from '../../ui/facts.tsx';
import { Text } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { Part } from './part-list.tsx';
import { problemHeadline } from './panel-words.tsx';

/** Replication with other clusters, in both directions. */
export function replicationPart(look: ReplicationLook, onClose: () => void): Part {
  const { facts, problem } = look;
  const troubled = facts?.some((one) => replicationTroubles(one).length > 0) === true;
  return {
    id: 'replication',
    title: 'Replication',
    headline:
      facts === undefined ? (problem === undefined ? '—' : problemHeadline(problem)) : headlineOf(facts),
    tone: troubled || problem !== undefined ? 'warn' : 'ok',
    note: facts?.map(({ mode, state }) => `${mode}, ${state}`).join('; '),
    view: <ReplicationView look={look} onClose={onClose} />,
  };
}

function headlineOf(facts: readonly ReplicationFacts[]): string {
  const peers = facts.flatMap((one) => one.peers);
  const connected = peers.filter((peer) => peer.connected).length;
  return peers.length === 0 ? 'No peers' : `${String(connected)} of ${String(peers.length)} connected`;
}

/** Each kind of replication with its peer clusters. */
export function ReplicationView({
  look,
  onClose,
}: {
  readonly look: ReplicationLook;
  readonly onClose: () => void;
}) {
  return (
    <Details title="Replication" onClose={onClose}>
      {look.problem !== undefined && <ErrorPanel error={look.problem} title="Replication was not read" />}
      {(look.facts ?? []).map((facts) => (
        <section key={facts.kind} aria-label={replicationNames[facts.kind]}>
          <Text as="p" weight={600}>
            {replicationNames[facts.kind]}
          </Text>
          {replicationTroubles(facts).map((text) => (
            <p key={text}>{text}</p>
          ))}
          <Facts
            selectable
            of={[
              ['Mode', facts.mode],
              ['State', facts.state],
              ...facts.peers.map(({ name, connected, lastHeartbeat }): FactRow => [
                facts.mode === 'primary' ? 'Secondary' : 'Primary',
                <>
                  {name === '' ? '—' : name}, {connected ? 'connected' : 'not connected'}
                  {lastHeartbeat !== '' && (
                    <>
                      , heard <RelativeTime iso={lastHeartbeat} />
                    </>
                  )}
                </>,
              ]),
            ]}
          />
        </section>
      ))}
    </Details>
  );
}
