import type { InstalledVersion } from '../../../../shared/vault/server-work.ts';
import { query } from '../../../api/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ServerTime } from '../../../ui/server-clock.tsx';
import type { Column } from '../../../ui/table.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { Resource } from '../../../parts/resource/resource.tsx';
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
  {
    title: 'Previous version',
    width: 120,
    share: 1,
    mono: true,
    text: ({ previous }) => (previous === '' ? '—' : previous),
  },
];

/** The versions that this cluster has run. */
export function VersionsPage({ session }: TopicPageProps) {
  return (
    <Resource
      session={session}
      title="Version history"
      id="versions"
      label="Versions"
      list={query('server.versions', { sessionId: session.sessionId })}
      failed="The versions could not be listed"
      rows={(versions) => versions}
      keyOf={({ version }) => version}
      columns={columns}
      empty={<EmptyState title="No versions">The server has recorded none.</EmptyState>}
    />
  );
}
