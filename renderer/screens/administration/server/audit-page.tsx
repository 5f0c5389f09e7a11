import { Hash, Plus, Power } from 'lucide-react';
import { useState } from 'react';
import type { AuditDevice } from '../../../../shared/vault/audit.ts';
import { auditQuery, disableAudit, hashForAudit } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { useActions } from '../../../workspace/action-registry.ts';
import { ChangeButton } from '../change-button.tsx';
import { Beside, Drawer } from '../drawer.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded, Problem, isNotHere } from '../../../parts/read/loaded.tsx';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
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
  const query = useRead(session, auditQuery(sessionId));
  const [chosen, setChosen] = useState('');
  const [enabling, setEnabling] = useState(false);
  const device = query.data?.find(({ path }) => path === chosen);
  useActions(() => [
    {
      id: 'administration.audit.enable',
      label: 'Enable an audit device…',
      group: 'Audit devices',
      icon: Plus,
      run: () => setEnabling(true),
    },
  ]);
  const enable = (
    <Button icon={Plus} variant="primary" disabled={isNotHere(query.error)} onClick={() => setEnabling(true)}>
      Enable device…
    </Button>
  );
  return (
    <TopicPage title="Audit devices" id="audit" query={query} actions={enable}>
      <Loaded query={query} failed="The audit devices could not be listed" sudo>
        {(devices) =>
          devices.length === 0 ? (
            <EmptyState title="Nothing is recorded">
              No audit device is enabled: nobody can tell later who has read or changed what.
            </EmptyState>
          ) : (
            <>
              <p className={css['note']}>
                While no device can be written to, the server answers nothing. Enable two, on different disks
                or hosts.
              </p>
              <Beside
                drawer={
                  device !== undefined && (
                    <DeviceDrawer
                      key={device.path}
                      sessionId={sessionId}
                      device={device}
                      onClose={() => setChosen('')}
                      onDisabled={query.refresh}
                    />
                  )
                }
              >
                <Table
                  label="Audit devices"
                  rows={devices}
                  columns={columns}
                  chosen={chosen}
                  keyOf={({ path }) => path}
                  onOpen={({ path }) => setChosen(path)}
                />
              </Beside>
            </>
          )
        }
      </Loaded>
      {enabling && (
        <EnableAudit
          session={session}
          onClose={() => setEnabling(false)}
          onEnabled={() => {
            setEnabling(false);
            query.refresh();
          }}
        />
      )}
    </TopicPage>
  );
}

function writesTo({ type, options }: AuditDevice): string {
  if (type === 'socket') return options['address'] ?? '';
  return type === 'file' ? (options['file_path'] ?? '') : (options['facility'] ?? 'AUTH');
}

interface DeviceDrawerProps {
  readonly sessionId: string;
  readonly device: AuditDevice;
  readonly onClose: () => void;
  readonly onDisabled: () => void;
}

function DeviceDrawer({ sessionId, device, onClose, onDisabled }: DeviceDrawerProps) {
  const disabling = useAction();
  const hashing = useAction();
  const [hash, setHash] = useState('');
  const path = device.path.replace(/\/$/, '');
  return (
    <Drawer
      title={device.path}
      onClose={onClose}
      actions={
        <>
          <Button
            small
            icon={Hash}
            disabled={hashing.busy}
            onClick={() => {
              void hashing
                .run(() => hashForAudit(sessionId, path))
                .then((answer) => {
                  if (answer !== undefined) setHash(answer.hash);
                });
            }}
          >
            Hash a value…
          </Button>
          <ChangeButton
            small
            label="Disable…"
            icon={Power}
            variant="danger"
            action={disabling}
            run={() => disableAudit(sessionId, path)}
            done={`Audit device ${path} disabled`}
            onDone={() => {
              onClose();
              onDisabled();
            }}
          />
        </>
      }
    >
      {disabling.failure !== undefined && (
        <Problem sudo error={disabling.failure} title="The device was not disabled" />
      )}
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
      <Facts selectable>
        <Fact name="Type">{device.type}</Fact>
        {device.description !== '' && <Fact name="Description">{device.description}</Fact>}
        {Object.entries(device.options).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Replicated">{device.local ? 'no' : 'yes'}</Fact>
      </Facts>
    </Drawer>
  );
}
