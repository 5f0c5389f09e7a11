import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FieldProblem } from '../../ui/field-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ConnectDraft, DraftHeader } from './connect-draft.ts';
import { fieldErrorOf } from './draft-fields.ts';
import type { DraftField } from './draft-fields.ts';
import { field } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { ConnectFields } from './connect-fields.tsx';
import type { DraftForm } from './connect-fields.tsx';
import css from './advanced-fields.module.css';
import formCss from './form-fields.module.css';

const fields: FieldList<ConnectDraft> = [
  field.mono('namespace', 'Namespace', {
    optional: true,
    hint: 'Vault Enterprise and OpenBao only.',
    placeholder: 'team-payments/',
    maxLength: 1024,
  }),
  field.text('timeoutSeconds', 'Request timeout (s)', {
    className: css['short'],
    inputMode: 'numeric',
  }),
];

/** Rarely used settings: a namespace, another timeout, headers for gateways, other nodes of the cluster. */
export function AdvancedFields({ form }: { readonly form: DraftForm }) {
  return (
    <div className={formCss['fields']}>
      <ConnectFields form={form} of={fields} />
      <Headers form={form} />
      <Nodes form={form} />
    </div>
  );
}

function Headers({ form }: { readonly form: DraftForm }) {
  const { headers } = form.draft;
  const title = useId();
  const [refusal, setRefusal] = useState<string>();
  const put = (next: readonly DraftHeader[]): void => {
    setRefusal(undefined);
    form.onChange({ headers: next });
  };
  const change = (index: number, next: DraftHeader): void =>
    put(headers.map((header, at) => (at === index ? next : header)));
  const rename = (index: number, before: DraftHeader, name: string): void => {
    // A value is entered for one header: under another name it is not sent.
    const same = name.trim().toLowerCase() === before.name.trim().toLowerCase();
    change(index, same ? { ...before, name } : { name, valueRef: '' });
  };
  const setValue = (index: number, name: string): void => {
    setRefusal(undefined);
    vault.connection.enterHeader({ name: name.trim(), address: form.draft.address }).then(
      (entered) => change(index, { name, ...entered }),
      (caught: unknown) => {
        const error = appErrorOf(caught);
        if (error.kind !== 'cancelled') setRefusal(fieldErrorOf(error)?.words ?? error.message);
      },
    );
  };
  return (
    <Stack as="section" gap={8} shrinks aria-labelledby={title}>
      <div>
        <Text as="h3" id={title} weight={600}>
          Extra headers
        </Text>
        <p data-hint>
          For a gateway in front of the server. Values are typed in the secure prompt. The keychain keeps
          them, if there is one.
        </p>
      </div>
      {headers.length > 0 && (
        <Stack as="ul" gap={6}>
          {headers.map((header, index) => (
            <li key={index} className={css['header']}>
              <TextField
                mono
                labelHidden
                label={`Name of header ${String(index + 1)}`}
                placeholder="X-Gateway-Id"
                value={header.name}
                // A new row is there to be typed in.
                autoFocus={header.name === '' && header.valueRef === ''}
                onChange={(event) => rename(index, header, event.target.value)}
              />
              <Row align="center" gap={8} shrinks>
                <Button
                  small
                  aria-label={`${header.valueRef === '' ? 'Set value… of' : 'Change… value of'} header ${String(index + 1)}`}
                  onClick={() => setValue(index, header.name)}
                >
                  {header.valueRef === '' ? 'Set value…' : 'Change…'}
                </Button>
                <Text nowrap data-hint>
                  {valueInWords(header)}
                </Text>
              </Row>
              <IconButton
                icon={X}
                label={header.name === '' ? `Remove header ${String(index + 1)}` : `Remove ${header.name}`}
                onClick={() => put(headers.filter((_header, at) => at !== index))}
              />
            </li>
          ))}
        </Stack>
      )}
      {refusal === undefined ? (
        <Problem form={form} field="headers" />
      ) : (
        <FieldProblem>{refusal}</FieldProblem>
      )}
      <Button
        small
        icon={Plus}
        className={css['add']}
        onClick={() => put([...headers, { name: '', valueRef: '' }])}
      >
        Add a header
      </Button>
    </Stack>
  );
}

function valueInWords({ valueRef, length }: DraftHeader): string {
  if (valueRef === '') return 'no value';
  return length === undefined ? 'value set' : counted(length, 'character');
}

function Nodes({ form }: { readonly form: DraftForm }) {
  const { confirmedOrigins } = form.draft;
  const title = useId();
  const [typed, setTyped] = useState('');
  const put = (next: readonly string[]): void => form.onChange({ confirmedOrigins: next });
  const add = (): void => {
    const origin = typed.trim();
    if (origin === '') return;
    put([...confirmedOrigins.filter((one) => one !== origin), origin]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Enter adds the line instead of submitting the form.
    event.preventDefault();
    add();
  };
  return (
    <Stack as="section" gap={8} shrinks aria-labelledby={title}>
      <div>
        <Text as="h3" id={title} weight={600}>
          Other nodes of the cluster
        </Text>
        <p data-hint>A standby may redirect to the active node. The token follows to these addresses only.</p>
      </div>
      {confirmedOrigins.length > 0 && (
        <Stack as="ul" gap={6}>
          {confirmedOrigins.map((origin) => (
            <li key={origin} className={css['node']}>
              <code data-selectable>{origin}</code>
              <IconButton
                small
                icon={X}
                label={`Remove ${origin}`}
                onClick={() => put(confirmedOrigins.filter((one) => one !== origin))}
              />
            </li>
          ))}
        </Stack>
      )}
      <Problem form={form} field="confirmedOrigins" />
      <div className={css['addNode']}>
        <TextField
          mono
          labelHidden
          label="Another node"
          placeholder="https://vault-2.example.com:8200"
          value={typed}
          onKeyDown={onKeyDown}
          onBlur={add}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button icon={Plus} disabled={typed.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
    </Stack>
  );
}

function Problem({ form, field }: { readonly form: DraftForm; readonly field: DraftField }) {
  if (form.error?.field !== field) return null;
  return <FieldProblem>{form.error.words}</FieldProblem>;
}
