import { CircleAlert, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { ExtraHeader } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MaskedField } from '../../ui/masked-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DraftField } from './draft-fields.ts';
import type { DraftForm } from './draft-text-field.tsx';
import css from './gateway-fields.module.css';

/** What gateways in front of the server want to see, and where else its cluster answers. */
export function GatewayFields({ form }: { readonly form: DraftForm }) {
  return (
    <div className={css['fields']}>
      <Headers form={form} />
      <Nodes form={form} />
    </div>
  );
}

function Headers({ form }: { readonly form: DraftForm }) {
  const { headers } = form.draft;
  const title = useId();
  const put = (next: readonly ExtraHeader[]): void => {
    form.onChange({ headers: next });
  };
  const change = (index: number, next: Partial<ExtraHeader>): void => {
    put(headers.map((header, at) => (at === index ? { ...header, ...next } : header)));
  };
  return (
    <section className={css['group']} aria-labelledby={title}>
      <div>
        <h3 id={title} className={css['title']}>
          Extra headers
        </h3>
        <p className={css['hint']}>
          Sent with every request to this server and its confirmed nodes, for a gateway in front of it. They
          are stored with the connection, so no token of the server belongs here.
        </p>
      </div>
      {headers.length > 0 && (
        <ul className={css['rows']}>
          {headers.map((header, index) => (
            <li key={index} className={css['header']}>
              <TextField
                mono
                labelHidden
                label={`Name of header ${String(index + 1)}`}
                placeholder="X-Gateway-Id"
                value={header.name}
                // A row appears because somebody wants to type in it.
                autoFocus={header.name === '' && header.value === ''}
                onChange={(event) => {
                  change(index, { name: event.target.value });
                }}
              />
              <MaskedField
                labelHidden
                label={`Value of header ${String(index + 1)}`}
                value={header.value}
                onValue={(value) => {
                  change(index, { value });
                }}
              />
              <IconButton
                icon={X}
                label={header.name === '' ? `Remove header ${String(index + 1)}` : `Remove ${header.name}`}
                onClick={() => {
                  put(headers.filter((_header, at) => at !== index));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Problem form={form} field="headers" />
      <Button
        small
        icon={Plus}
        className={css['add']}
        onClick={() => {
          put([...headers, { name: '', value: '' }]);
        }}
      >
        Add a header
      </Button>
    </section>
  );
}

function Nodes({ form }: { readonly form: DraftForm }) {
  const { confirmedOrigins } = form.draft;
  const title = useId();
  const [typed, setTyped] = useState('');
  const put = (next: readonly string[]): void => {
    form.onChange({ confirmedOrigins: next });
  };
  const add = (): void => {
    const origin = typed.trim();
    if (origin === '') return;
    put([...confirmedOrigins.filter((one) => one !== origin), origin]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Enter belongs to this line and not to the form.
    event.preventDefault();
    add();
  };
  return (
    <section className={css['group']} aria-labelledby={title}>
      <div>
        <h3 id={title} className={css['title']}>
          Other nodes of the cluster
        </h3>
        <p className={css['hint']}>
          A standby may point to the active node. The token follows only to addresses listed here; a new one
          is confirmed in the protected view when the connection is saved.
        </p>
      </div>
      {confirmedOrigins.length > 0 && (
        <ul className={css['rows']}>
          {confirmedOrigins.map((origin) => (
            <li key={origin} className={css['node']}>
              <code data-selectable>{origin}</code>
              <IconButton
                small
                icon={X}
                label={`Remove ${origin}`}
                onClick={() => {
                  put(confirmedOrigins.filter((one) => one !== origin));
                }}
              />
            </li>
          ))}
        </ul>
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
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
        <Button icon={Plus} disabled={typed.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
    </section>
  );
}

function Problem({ form, field }: { readonly form: DraftForm; readonly field: DraftField }) {
  if (form.error?.field !== field) return null;
  return (
    <p role="alert" className={css['problem']} data-selectable>
      <Icon of={CircleAlert} size={14} />
      {form.error.words}
    </p>
  );
}
