import type { InstalledVersion } from '../../../../shared/vault/server-work.ts';
import { versionsQuery } from '../../../api/server.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { ListTable } from '../list-table.tsx';
import type { ListColumn } from '../list-table.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { TopicPageProps } from '../topic.ts';

const columns: readonly ListColumn<InstalledVersion>[] = [
  { title: 'Version', size: 'minmax(100px, 1fr)', mono: true, text: ({ version }) => version },
  {
    title: 'Installed',
    size: 'minmax(120px, 1fr)',
    text: ({ installed }) => installed,
    cell: ({ installed }) => <ServerTime iso={installed} />,
  },
  {
    title: 'Built',
    size: 'minmax(120px, 1fr)',
    text: ({ built }) => built,
    cell: ({ built }) => (built === '' ? '—' : <RelativeTime iso={built} />),
  },
  { title: 'Before', size: 'minmax(100px, 1fr)', mono: true, text: ({ previous }) => previous },
];

/** The versions that this cluster has run. */
export function VersionsPage({ session }: TopicPageProps) {
  const query = useRead(session, versionsQuery(session.sessionId));
  return (
    <TopicPage title="Version history" id="versions" query={query}>
      <Loaded query={query} failed="The versions could not be listed">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No versions">The server has recorded none.</EmptyState>
          ) : (
            <ListTable
              label="Versions"
              rows={rows}
              columns={columns}
              keyOf={({ version }) => version}
              onOpen={() => undefined}
            />
          )
        }
      </Loaded>
    </TopicPage>
  );
}
