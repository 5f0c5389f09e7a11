/**
 * The topics of administration, in the order of the list; each page is loaded when first shown. Topics without a page
 * are left out. The palette offers each topic by its title.
 */
import {
  Activity,
  Archive,
  Blocks,
  ChartLine,
  ClipboardList,
  Fingerprint,
  History,
  Hourglass,
  LogIn,
  Puzzle,
  Scale,
} from 'lucide-react';
import { lazily } from '../../ui/lazily.ts';
import type { Topic } from './topic.ts';

export const topics: readonly Topic[] = [
  {
    topic: 'secrets-engines',
    title: 'Secrets engines',
    group: 'Access',
    icon: Blocks,
    also: 'mounts enable tune move disable kv upgrade',
    Page: lazily(() => import('./engines/mounts.tsx'), 'SecretsEngines'),
  },
  {
    topic: 'auth-methods',
    title: 'Auth methods',
    group: 'Access',
    icon: LogIn,
    also: 'login mounts enable tune move disable users roles',
    Page: lazily(() => import('./engines/mounts.tsx'), 'AuthMethods'),
  },
  {
    topic: 'identity',
    title: 'Identity',
    group: 'Access',
    icon: Fingerprint,
    also: 'entities aliases groups whose token',
    Page: lazily(() => import('./identity/identity.tsx'), 'Identity'),
  },
  {
    topic: 'leases',
    title: 'Leases',
    group: 'Access',
    icon: Hourglass,
    also: 'look up renew revoke prefix',
    Page: lazily(() => import('./leases/leases.tsx'), 'Leases'),
  },
  {
    topic: 'audit',
    title: 'Audit devices',
    group: 'Server',
    icon: ClipboardList,
    also: 'log hash record',
    Page: lazily(() => import('./server/audit-page.tsx'), 'AuditPage'),
  },
  {
    topic: 'quotas',
    title: 'Quotas',
    group: 'Server',
    icon: Scale,
    also: 'rate limit lease count',
    Page: lazily(() => import('./server/quotas-page.tsx'), 'QuotasPage'),
  },
  {
    topic: 'plugins',
    title: 'Plugins',
    group: 'Server',
    icon: Puzzle,
    also: 'catalog register reload pin',
    Page: lazily(() => import('./server/plugins-page.tsx'), 'PluginsPage'),
  },
  {
    topic: 'snapshots',
    title: 'Snapshots',
    group: 'Server',
    icon: Archive,
    also: 'backup restore raft',
    Page: lazily(() => import('./server/snapshots-page.tsx'), 'SnapshotsPage'),
  },
  {
    topic: 'metrics',
    title: 'Metrics',
    group: 'Server',
    icon: ChartLine,
    also: 'charts requests latency leases tokens',
    Page: lazily(() => import('./server/metrics-page.tsx'), 'MetricsPage'),
  },
  {
    topic: 'in-flight',
    title: 'In-flight requests',
    group: 'Server',
    icon: Activity,
    also: 'running clients',
    Page: lazily(() => import('./server/in-flight-page.tsx'), 'InFlightPage'),
  },
  {
    topic: 'versions',
    title: 'Version history',
    group: 'Server',
    icon: History,
    also: 'upgrade installed',
    Page: lazily(() => import('./server/versions-page.tsx'), 'VersionsPage'),
  },
];

/** Parses a tab's argument into topic and detail; an unknown name gives the first topic. */
export function readArgument(argument: string): {
  readonly topic: Topic | undefined;
  readonly detail: string;
} {
  const [name = '', ...rest] = argument.split(':');
  return { topic: topics.find(({ topic }) => topic === name) ?? topics[0], detail: rest.join(':') };
}
