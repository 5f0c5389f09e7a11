import { grouped } from '../../../../shared/vault/counted.ts';
import type { InFlight, InFlightRequest } from '../../../../shared/vault/server-work.ts';
import { timeSpan } from '../../../../shared/vault/relative-time.ts';
import { inFlightQuery } from '../../../api/server.ts';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';

const columnsOf = ({ at }: InFlight): readonly Column<InFlightRequest>[] => [
  { title: 'Duration', width: 90, text: ({ since }) => durationOf(since, at) },
  { title: 'Method', width: 80, text: ({ method }) => method },
  { title: 'Path', width: 140, share: 2, mono: true, text: ({ path }) => path },
  { title: 'Client', width: 120, share: 1, mono: true, text: ({ client }) => client },
];

/** Requests in flight on the answering node. */
export function InFlightPage({ session }: TopicPageProps) {
  return (
    <Resource
      session={session}
      title="In-flight requests"
      id="in-flight"
      note={({ costs }) => (costs ? undefined : 'Updates every 2 s')}
      list={inFlightQuery(session.sessionId)}
      failed="The requests could not be read"
      rows={({ requests }) => requests}
      keyOf={({ id }) => id}
      columns={columnsOf}
      above={({ requests, count }) =>
        count > requests.length &&
        requests.length > 0 && (
          <p>
            The {grouped(requests.length)} oldest of {grouped(count)}.
          </p>
        )
      }
      empty={<EmptyState title="No requests">The node is idle.</EmptyState>}
      details={({ method, path, client, since, id }) => ({
        title: path,
        facts: [
          ['Method', method],
          ['Client', client],
          ['Since', <ServerTime iso={since} />],
          ['ID', id],
        ],
      })}
    />
  );
}

function durationOf(since: string, at: string): string {
  const ms = Date.parse(at) - Date.parse(since);
  if (Number.isNaN(ms)) return '';
  return ms < 1000 ? '< 1 s' : timeSpan(ms);
}
