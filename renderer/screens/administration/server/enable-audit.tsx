import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { auditStanza } from '../../../../shared/vault/audit.ts';
import type { AuditType } from '../../../../shared/vault/audit.ts';
import { auditManagementQuery, enableAudit } from '../../../api/server.ts';
import { useAction } from '../../../api/use-action.ts';
import { CopyBlock } from '../../../parts/value/copy-block.tsx';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

interface AuditOption {
  readonly name: string;
  readonly label: string;
  readonly needed?: true;
  readonly placeholder?: string;
  readonly hint?: string;
}

/** The options of each type, required ones first. */
const optionsOf: Readonly<Record<AuditType, readonly AuditOption[]>> = {
  file: [
    {
      name: 'file_path',
      label: 'File',
      needed: true,
      placeholder: '/var/log/audit.log',
      hint: 'On the server. “stdout” writes to its standard output, “discard” nowhere.',
    },
    { name: 'mode', label: 'File mode', placeholder: '0600' },
  ],
  syslog: [
    { name: 'facility', label: 'Facility', placeholder: 'AUTH' },
    { name: 'tag', label: 'Tag', placeholder: 'vault' },
  ],
  socket: [
    { name: 'address', label: 'Address', needed: true, placeholder: 'logs.example.com:9090' },
    { name: 'socket_type', label: 'Socket type', placeholder: 'tcp', hint: 'tcp, udp or unix' },
    { name: 'write_timeout', label: 'Write timeout', placeholder: '2s' },
  ],
};

const common: readonly AuditOption[] = [
  { name: 'format', label: 'Format', placeholder: 'json', hint: 'json or jsonx' },
  { name: 'prefix', label: 'Line prefix' },
];

const types = [
  { value: 'file', label: 'File' },
  { value: 'syslog', label: 'Syslog' },
  { value: 'socket', label: 'Socket' },
] as const;

export interface EnableAuditProps {
  readonly session: SessionView;
  readonly onClose: () => void;
  readonly onEnabled: () => void;
}

const where = 'into the configuration of every node, then restart it or send it SIGHUP.';
const stanzaWords = {
  configuration: `This server takes audit devices from its configuration only. Put this ${where}`,
  unknown: `If this server refuses, it takes audit devices from its configuration only: put this ${where}`,
} as const;

/** A new audit device: required options first, the rest folded. OpenBao gets it as a stanza of its configuration. */
export function EnableAudit({ session, onClose, onEnabled }: EnableAuditProps) {
  const { sessionId, health } = session;
  const isOpenBao = health.kind === 'openbao';
  const management = useRead(session, { ...auditManagementQuery(sessionId), enabled: isOpenBao });
  const managed = isOpenBao && !management.busy ? (management.data ?? 'unknown') : 'api';
  const [type, setType] = useState<AuditType>('file');
  const [typedPath, setPath] = useState<string>();
  const [description, setDescription] = useState('');
  const [local, setLocal] = useState(false);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const enabling = useAction();
  const path = (typedPath ?? type).trim().replace(/^\/+|\/+$/g, '');
  const own = optionsOf[type];
  const options = Object.fromEntries(
    [...own, ...common].flatMap(({ name }) => {
      const value = (typed[name] ?? '').trim();
      return value === '' ? [] : [[name, value]];
    }),
  );
  const isReady =
    path !== '' && own.every(({ name, needed }) => needed !== true || options[name] !== undefined);
  const device = { path, type, description, local, options };
  const field = ({ name, label, needed, placeholder, hint }: AuditOption) => (
    <TextField
      key={name}
      mono
      label={label}
      optional={needed !== true}
      {...(hint === undefined ? {} : { hint })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={typed[name] ?? ''}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <FormDialog
      title={managed === 'configuration' ? 'Audit device for the configuration' : 'Enable an audit device'}
      action={managed === 'configuration' ? 'Copy stanza' : 'Enable…'}
      busy={enabling.busy ? 'Waiting for the secure prompt' : undefined}
      disabled={!isReady || management.busy}
      onClose={onClose}
      onSubmit={() => {
        if (managed === 'configuration') void copyPlainText(auditStanza(device), 'Stanza');
        else
          void enabling
            .run(() => enableAudit(sessionId, device))
            .then((answer) => {
              if (answer !== undefined) onEnabled();
            });
      }}
    >
      <SelectField
        label="Type"
        value={type}
        options={types}
        onValue={(value) => setType(types.find((one) => one.value === value)?.value ?? 'file')}
      />
      {own.filter(({ needed }) => needed === true).map(field)}
      <TextField
        mono
        label="Path"
        hint="The name of the device on this server"
        value={typedPath ?? type}
        onChange={(event) => setPath(event.target.value)}
      />
      <Disclosure title="More options">
        {[...own.filter(({ needed }) => needed !== true), ...common].map(field)}
        <TextField
          optional
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Checkbox label="Not replicated to other clusters" checked={local} onChecked={setLocal} />
      </Disclosure>
      {enabling.failure !== undefined && (
        <Problem sudo error={enabling.failure} title="The device was not enabled" />
      )}
      {managed !== 'api' && (
        <>
          <p data-hint>{stanzaWords[managed]}</p>
          <CopyBlock text={auditStanza(device)} label="Stanza of the configuration" name="Stanza" />
        </>
      )}
    </FormDialog>
  );
}
