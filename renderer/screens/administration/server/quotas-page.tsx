import { Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted, grouped } from '../../../../shared/vault/counted.ts';
import type { Quota, QuotaKind } from '../../../../shared/vault/quota.ts';
import { query, vault } from '../../../api/client.ts';
import { FormButton } from '../../../parts/form/draft-form.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Text } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { quotaForm, QuotaSettingsForm } from './quota-forms.tsx';

const kinds = [
  { value: 'rate-limit', label: 'Rate limits' },
  { value: 'lease-count', label: 'Lease counts' },
] as const;

const columns: readonly Column<Quota>[] = [
  { title: 'Name', width: 100, share: 1, mono: true, text: ({ name }) => name },
  { title: 'Limit', width: 150, share: 1.5, text: limitOf },
  {
    title: 'Path',
    width: 100,
    share: 1,
    text: pathOf,
    cell: codeOfPath,
  },
];

/** Rate limits and lease counts of the server. */
export function QuotasPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  const [kind, setKind] = useState<QuotaKind>('rate-limit');
  return (
    <Resource
      session={session}
      title="Quotas"
      id="quotas"
      list={query('quota.list', { sessionId, kind })}
      failed="The quotas could not be listed"
      tabs={{ label: 'Kinds of quota', tabs: kinds, value: kind, onValue: setKind }}
      rows={({ quotas }) => quotas}
      keyOf={({ name }) => name}
      columns={columns}
      above={({ unread }) =>
        unread.length > 0 && (
          <Text as="p" tone="dim" size={12}>
            {grouped(unread.length)} more could not be read: {unread.slice(0, 5).join(', ')}
            {unread.length > 5 && ' …'}
          </Text>
        )
      }
      empty={
        <EmptyState title={kind === 'rate-limit' ? 'No rate limits' : 'No lease counts'}>
          {kind === 'rate-limit' ? 'Requests are not limited.' : 'The number of leases is not limited.'}
        </EmptyState>
      }
      actions={() => (
        <FormButton
          icon={Settings2}
          form={(close) => <QuotaSettingsForm session={session} onClose={close} />}
        >
          Settings…
        </FormButton>
      )}
      create={{
        label: 'Create quota…',
        also: 'Create a quota…',
        form: ({ refresh }) => quotaForm(sessionId, kind, undefined, refresh),
      }}
      details={(quota, { refresh, removed }) => ({
        small: true,
        title: quota.name,
        failed: 'The quota was not deleted',
        changes: [
          { label: 'Edit…', form: quotaForm(sessionId, kind, quota, refresh) },
          {
            label: 'Delete…',
            icon: Trash2,
            danger: true,
            run: () => vault.quota.delete({ sessionId, kind, name: quota.name }),
            done: `Quota ${quota.name} deleted`,
            onDone: removed,
          },
        ],
        facts: [
          ['Limit', limitOf(quota)],
          ['Path', codeOfPath(quota)],
          ['Role', quota.role],
          ['Block interval', quota.blockSeconds > 0 && `${quota.blockSeconds} s`],
          ['Child namespaces', quota.inheritable ? 'included' : 'not included'],
        ],
      })}
    />
  );
}

function pathOf({ path }: Quota): string {
  return path === '' ? 'whole server' : path;
}

function codeOfPath(quota: Quota) {
  return quota.path === '' ? pathOf(quota) : <code>{quota.path}</code>;
}

function limitOf({ kind, rate, intervalSeconds, maxLeases }: Quota): string {
  if (kind === 'lease-count') return counted(maxLeases, 'lease');
  return `${grouped(rate)} requests / ${intervalSeconds === 1 ? '' : `${intervalSeconds} `}s`;
}
