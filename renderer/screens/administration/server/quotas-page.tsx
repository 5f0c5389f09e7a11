import { Plus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { Quota, QuotaKind, QuotaList } from '../../../../shared/vault/quota.ts';
import { deleteQuota, quotaQuery } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useActions } from '../../../workspace/action-registry.ts';
import { ChangeButton } from '../change-button.tsx';
import { Beside, Drawer } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded, Problem, isNotHere } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import type { Read } from '../../../parts/read/use-read.ts';
import type { TopicPageProps } from '../topic.ts';
import { QuotaForm } from './quota-form.tsx';
import { QuotaSettingsDialog } from './quota-settings-dialog.tsx';
import css from './server.module.css';

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
    mono: true,
    text: ({ path }) => (path === '' ? 'everything' : path),
  },
];

type Editing = { readonly of?: Quota };

/** Rate limits and lease counts of the server. */
export function QuotasPage({ session }: TopicPageProps) {
  const [kind, setKind] = useState<QuotaKind>('rate-limit');
  const [editing, setEditing] = useState<Editing>();
  const [settings, setSettings] = useState(false);
  const query = useRead(session, quotaQuery(session.sessionId, kind));
  useActions(() => [
    {
      id: 'administration.quotas.create',
      label: 'Create a quota…',
      group: 'Quotas',
      icon: Plus,
      run: () => setEditing({}),
    },
  ]);
  return (
    <TopicPage
      title="Quotas"
      id="quotas"
      query={query}
      actions={
        <>
          <Button icon={Settings2} onClick={() => setSettings(true)}>
            Settings…
          </Button>
          <Button
            icon={Plus}
            variant="primary"
            disabled={isNotHere(query.error)}
            onClick={() => setEditing({})}
          >
            Create quota…
          </Button>
        </>
      }
    >
      <div className={css['fill']}>
        <Tabs label="Kinds of quota" tabs={kinds} value={kind} onValue={setKind}>
          <QuotaTable
            key={kind}
            session={session}
            kind={kind}
            query={query}
            onEdit={(of) => setEditing({ of })}
          />
        </Tabs>
      </div>
      {editing !== undefined && (
        <QuotaForm
          sessionId={session.sessionId}
          kind={kind}
          quota={editing.of}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            query.refresh();
          }}
        />
      )}
      {settings && <QuotaSettingsDialog session={session} onClose={() => setSettings(false)} />}
    </TopicPage>
  );
}

interface QuotaTableProps {
  readonly session: SessionView;
  readonly kind: QuotaKind;
  readonly query: Read<QuotaList>;
  readonly onEdit: (quota: Quota) => void;
}

function QuotaTable({ session, kind, query, onEdit }: QuotaTableProps) {
  const [chosen, setChosen] = useState('');
  const deleting = useAction();
  const quota = query.data?.quotas.find(({ name }) => name === chosen);
  return (
    <Loaded query={query} failed="The quotas could not be listed">
      {({ quotas, unread }) => (
        <>
          {unread.length > 0 && (
            <p className={css['note']}>
              {unread.length} more could not be read: {unread.slice(0, 5).join(', ')}
              {unread.length > 5 && ' …'}
            </p>
          )}
          {quotas.length === 0 ? (
            <EmptyState title={kind === 'rate-limit' ? 'No rate limits' : 'No lease counts'}>
              {kind === 'rate-limit'
                ? 'Clients may ask as often as they like.'
                : 'Clients may hold as many leases as they like.'}
            </EmptyState>
          ) : (
            <Beside
              drawer={
                quota !== undefined && (
                  <Drawer
                    key={quota.name}
                    title={quota.name}
                    onClose={() => setChosen('')}
                    actions={
                      <>
                        <Button small onClick={() => onEdit(quota)}>
                          Edit…
                        </Button>
                        <ChangeButton
                          small
                          label="Delete…"
                          icon={Trash2}
                          variant="danger"
                          action={deleting}
                          run={() => deleteQuota(session.sessionId, kind, quota.name)}
                          done={`Quota ${quota.name} deleted`}
                          onDone={() => {
                            setChosen('');
                            query.refresh();
                          }}
                        />
                      </>
                    }
                  >
                    {deleting.failure !== undefined && (
                      <Problem error={deleting.failure} title="The quota was not deleted" />
                    )}
                    <Facts selectable>
                      <Fact name="Limit">{limitOf(quota)}</Fact>
                      <Fact name="Path">{quota.path === '' ? 'the whole server' : quota.path}</Fact>
                      {quota.role !== '' && <Fact name="Role">{quota.role}</Fact>}
                      {quota.blockSeconds > 0 && <Fact name="Blocks for">{quota.blockSeconds} s</Fact>}
                      <Fact name="Namespaces below">{quota.inheritable ? 'included' : 'not included'}</Fact>
                    </Facts>
                  </Drawer>
                )
              }
            >
              <Table
                label="Quotas"
                rows={quotas}
                columns={columns}
                chosen={chosen}
                keyOf={({ name }) => name}
                onOpen={({ name }) => setChosen(name)}
              />
            </Beside>
          )}
        </>
      )}
    </Loaded>
  );
}

function limitOf({ kind, rate, intervalSeconds, maxLeases }: Quota): string {
  if (kind === 'lease-count') return `${String(maxLeases)} leases`;
  return `${String(rate)} requests / ${intervalSeconds === 1 ? '' : `${String(intervalSeconds)} `}s`;
}
