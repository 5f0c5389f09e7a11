import { Hash, Power } from 'lucide-react';
import { useState } from 'react';
import type { AuditDevice } from '../../../../shared/vault/audit.ts';
import { query, vault } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Text } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table.tsx';
import { Details } from '../details.tsx';
import { Resource } from '../resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { EnableAudit } from './enable-audit.tsx';
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
            While no device can be written to, the server answers nothing. Enable two, on different disks or
            hosts.
          </Text>
        )
      }
      empty={
        <EmptyState title="Nothing is recorded">
          No audit device is enabled: nobody can tell later who has read or changed what.
        </EmptyState>
      }
      create={{ label: 'Enable device…', also: 'Enable an audit device…' }}
      form={({ cancel, saved }) => <EnableAudit session={session} onClose={cancel} onEnabled={saved} />}
      details={(device, { close, removed }) => (
        <DeviceDetails sessionId={sessionId} device={device} onClose={close} onDisabled={removed} />
      )}
    />
  );
}

function writesTo({ type, options }: AuditDevice): string {
  if (type === 'socket') return options['address'] ?? '';
  return type === 'file' ? (options['file_path'] ?? '') : (options['facility'] ?? 'AUTH');
}

interface DeviceDetailsProps {
  readonly sessionId: string;
  readonly device: AuditDevice;
  readonly onClose: () => void;
  readonly onDisabled: () => void;
}

function DeviceDetails({ sessionId, device, onClose, onDisabled }: DeviceDetailsProps) {
  const hashing = useAction();
  const [hash, setHash] = useState('');
  const path = device.path.replace(/\/$/, '');
  const hashValue = async (): Promise<void> => {
    const answer = await hashing.run(() => vault.audit.hash({ sessionId, path }));
    if (answer !== undefined) setHash(answer.hash);
  };
  return (
    <Details
      small
      title={device.path}
      failed="The device was not disabled"
      sudo
      onClose={onClose}
      buttons={
        <Button small icon={Hash} disabled={hashing.busy} onClick={() => void hashValue()}>
          Hash a value…
        </Button>
      }
      changes={[
        {
          label: 'Disable…',
          icon: Power,
          danger: true,
          run: () => vault.audit.disable({ sessionId, path }),
          done: `Audit device ${path} disabled`,
          onDone: onDisabled,
        },
      ]}
    >
      {hashing.failure !== undefined && <Problem error={hashing.failure} title="Not hashed" />}
      {hash !== '' && (
        <div className={css['result']} role="status">
          <p>In this device’s log the value is</p>
          <code data-selectable>{hash}</code>
          <Button small onClick={() => void copyPlainText(hash, 'Hash')}>
            Copy hash
          </Button>
        </div>
      )}
      <Facts
        selectable
        of={[
          ['Type', device.type],
          ['Description', device.description],
          ...Object.entries(device.options),
          ['Replicated', device.local ? 'no' : 'yes'],
        ]}
      />
    </Details>
  );
}
