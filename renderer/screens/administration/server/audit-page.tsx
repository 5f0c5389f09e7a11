import { Hash, Power } from 'lucide-react';
import type { AuditDevice } from '../../../../shared/vault/audit.ts';
import { query, vault } from '../../../api/client.ts';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { FactRow } from '../../../ui/facts.tsx';
import { Text } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { EnableAudit, optionLabel } from './enable-audit.tsx';
import css from './server.module.css';

const columns: readonly Column<AuditDevice>[] = [
  { title: 'Path', width: 100, share: 1, mono: true, text: ({ path }) => path },
  { title: 'Type', width: 80, text: ({ type }) => type },
  { title: 'Writes to', width: 120, share: 2, mono: true, text: writesTo },
];

/** The audit devices, which record every request. */
export function AuditPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  return (
    <Resource
      session={session}
      title="Audit devices"
      id="audit"
      list={query('audit.list', { sessionId })}
      failed="The audit devices could not be listed"
      sudo
      rows={(devices) => devices}
      keyOf={({ path }) => path}
      columns={columns}
      above={(devices) =>
        devices.length > 0 && (
          <Text as="p" tone="dim" size={12}>
            The server stops responding if no audit device is writable. Enable two, on different disks or
            hosts.
          </Text>
        )
      }
      empty={<EmptyState title="No audit devices">Reads and changes leave no record.</EmptyState>}
      create={{
        label: 'Enable device…',
        also: 'Enable an audit device…',
        form:
          ({ refresh }) =>
          (close) => <EnableAudit session={session} onClose={close} onEnabled={refresh} />,
      }}
      details={(device, { removed }) => {
        const path = device.path.replace(/\/$/, '');
        return {
          small: true,
          title: device.path,
          failed: 'The device was not disabled',
          changes: [
            {
              label: 'Hash a value…',
              icon: Hash,
              failed: 'Not hashed',
              run: async (show) => {
                const { hash } = await vault.audit.hash({ sessionId, path });
                show(<Hashed hash={hash} />);
              },
            },
            {
              label: 'Disable…',
              icon: Power,
              danger: true,
              sudo: true,
              run: () => vault.audit.disable({ sessionId, path }),
              done: `Audit device ${path} disabled`,
              onDone: removed,
            },
          ],
          facts: [
            ['Type', device.type],
            ['Description', device.description],
            ...Object.entries(device.options).map(([name, value]): FactRow => [
              optionLabel(device.type, name),
              <code>{value}</code>,
            ]),
            ['Replicated', device.local ? 'no' : 'yes'],
          ],
        };
      }}
    />
  );
}

function writesTo({ type, options }: AuditDevice): string {
  if (type === 'socket') return options['address'] ?? '';
  return type === 'file' ? (options['file_path'] ?? '') : (options['facility'] ?? 'AUTH');
}

function Hashed({ hash }: { readonly hash: string }) {
  return (
    <div className={css['result']} role="status">
      <p>In this device’s log the value is</p>
      <code data-selectable>{hash}</code>
      <Button small onClick={() => void copyPlainText(hash, 'Hash')}>
        Copy hash
      </Button>
    </div>
  );
}
