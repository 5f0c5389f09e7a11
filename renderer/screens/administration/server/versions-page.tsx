import type { InstalledVersion } from '../../../../shared/vault/server-work.ts';
import { versionsQuery } from '../../../api/server.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { TopicPageProps } from '../topic.ts';

const columns: readonly Column<InstalledVersion>[] = [
  { title: 'Version', width: 100, share: 1, mono: true, text: ({ version }) => version },
  {
    title: 'Installed',
    width: 120,
    share: 1,
    text: ({ installed }) => installed,
    cell: ({ installed }) => <ServerTime iso={installed} />,
  },
  {
    title: 'Built',
    width: 120,
    share: 1,
    text: ({ built }) => built,
    cell: ({ built }) => (built === '' ? '—' : <RelativeTime iso={built} />),
  },
  { title: 'Before', width: 100, share: 1, mono: true, text: ({ previous }) => previous },
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
            <Table label="Versions" rows={rows} columns={columns} keyOf={({ version }) => version} />
          )
        }
      </Loaded>
    </TopicPage>
  );
}
