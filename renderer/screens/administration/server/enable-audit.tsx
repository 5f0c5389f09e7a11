import { useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { auditStanza } from '../../../../shared/vault/audit.ts';
import type { AuditType } from '../../../../shared/vault/audit.ts';
import { query, vault } from '../../../api/client.ts';
import { ActionForm } from '../../../parts/form/draft-form.tsx';
import { CopyBlock } from '../../../parts/value/copy-block.tsx';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { choice } from '../../../ui/choice-field.tsx';
import { field, Fields, isWrong } from '../../../ui/fields.tsx';
import type { Field, FieldList } from '../../../ui/fields.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRead } from '../../../parts/read/use-read.ts';

interface AuditOption {
  readonly name: string;
  readonly label: string;
  readonly needed?: boolean;
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

/** Label of an option in the form; the server's name for others. */
export function optionLabel(type: string, name: string): string {
  const own = type === 'file' || type === 'syslog' || type === 'socket' ? optionsOf[type] : [];
  return [...own, ...common].find((option) => option.name === name)?.label ?? name;
}

const types = [
  { value: 'file', label: 'File' },
  { value: 'syslog', label: 'Syslog' },
  { value: 'socket', label: 'Socket' },
] as const;

type Typed = Readonly<Record<string, string>>;
const empty = {
  type: 'file' as AuditType,
  /** Undefined: the name of its type. */
  path: undefined as string | undefined,
  description: '',
  local: false,
  /** Options by name. */
  typed: {} as Typed,
};

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
  const management = useRead(session, { ...query('audit.management', { sessionId }), enabled: isOpenBao });
  const managed = isOpenBao && !management.busy ? (management.data ?? 'unknown') : 'api';
  const [draft, setDraft] = useState(empty);
  const { type, description, local, typed } = draft;
  const own = optionsOf[type];
  const path = (draft.path ?? type).trim().replace(/^\/+|\/+$/g, '');
  const options = Object.fromEntries(
    [...own, ...common].flatMap(({ name }) => {
      const value = (typed[name] ?? '').trim();
      return value === '' ? [] : [[name, value]];
    }),
  );
  const device = { path, type, description, local, options };
  const fields: FieldList<typeof empty> = [
    choice('type', 'Type', types),
    field.within('typed', own.filter(({ needed }) => needed === true).map(optionField)),
    field.own('path', (value = type, onValue) => (
      <TextField
        mono
        label="Path"
        hint="The name of the device on this server"
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    )),
    field.fold('Advanced', [
      field.within('typed', [...own.filter(({ needed }) => needed !== true), ...common].map(optionField)),
      field.text('description', 'Description', { optional: true }),
      field.check('local', 'Not replicated to other clusters'),
    ]),
  ];
  return (
    <ActionForm
      sudo
      title={managed === 'configuration' ? 'Audit device for the configuration' : 'Enable an audit device'}
      action={managed === 'configuration' ? 'Copy stanza' : 'Enable…'}
      failed="The device was not enabled"
      disabled={path === '' || isWrong(fields, draft) || management.busy}
      onClose={onClose}
      submit={async () => {
        if (managed === 'configuration') {
          await copyPlainText(auditStanza(device), 'Stanza');
          return false;
        }
        await vault.audit.enable({ sessionId, device });
        onEnabled();
        return undefined;
      }}
    >
      <Fields draft={draft} onDraft={(change) => setDraft({ ...draft, ...change })} of={fields} />
      {managed !== 'api' && (
        <>
          <p data-hint>{stanzaWords[managed]}</p>
          <CopyBlock text={auditStanza(device)} label="Stanza of the configuration" name="Stanza" />
        </>
      )}
    </ActionForm>
  );
}

function optionField({ name, label, needed = false, ...look }: AuditOption): Field<Typed> {
  return field.mono(name, label, { ...look, needed, optional: !needed });
}
