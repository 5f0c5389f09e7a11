import { useState } from 'react';
import type { InFlightRequest } from '../../../../shared/vault/server-work.ts';
import { formatDuration } from '../../../../shared/vault/ttl.ts';
import { inFlightQuery } from '../../../api/server.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Beside, Drawer } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { TopicPageProps } from '../topic.ts';

/** Requests in flight on the answering node. */
export function InFlightPage({ session }: TopicPageProps) {
  const query = useRead(session, inFlightQuery(session.sessionId));
  const [chosen, setChosen] = useState('');
  const { data } = query;
  const request = data?.requests.find(({ id }) => id === chosen);
  const columns: readonly Column<InFlightRequest>[] = [
    { title: 'Duration', width: 90, text: ({ since }) => durationOf(since, data?.at) },
    { title: 'Method', width: 80, text: ({ method }) => method },
    { title: 'Path', width: 140, share: 2, mono: true, text: ({ path }) => path },
    { title: 'Client', width: 120, share: 1, mono: true, text: ({ client }) => client },
  ];
  return (
    <TopicPage
      title="In-flight requests"
      id="in-flight"
      query={query}
      {...(query.costs ? {} : { note: 'Updates every 2 s' })}
    >
      <Loaded query={query} failed="The requests could not be read">
        {({ requests, count }) =>
          requests.length === 0 ? (
            <EmptyState title="No requests">The node is doing nothing just now.</EmptyState>
          ) : (
            <Beside
              drawer={
                request !== undefined && (
                  <Drawer title={request.path} onClose={() => setChosen('')}>
                    <Facts selectable>
                      <Fact name="Method">{request.method}</Fact>
                      <Fact name="Client">{request.client}</Fact>
                      <Fact name="Since">{request.since}</Fact>
                      <Fact name="ID">{request.id}</Fact>
                    </Facts>
                  </Drawer>
                )
              }
            >
              {count > requests.length && (
                <p>
                  The {requests.length} oldest of {count}.
                </p>
              )}
              <Table
                label="In-flight requests"
                rows={requests}
                columns={columns}
                chosen={chosen}
                keyOf={({ id }) => id}
                onOpen={({ id }) => setChosen(id)}
              />
            </Beside>
          )
        }
      </Loaded>
    </TopicPage>
  );
}

function durationOf(since: string, at: string | undefined): string {
  const ms = Date.parse(at ?? '') - Date.parse(since);
  if (Number.isNaN(ms)) return '';
  return ms < 1000 ? '< 1 s' : formatDuration(Math.round(ms / 1000));
}
