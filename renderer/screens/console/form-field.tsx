import type { ReactNode } from 'react';
import type { ApiField } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FieldFrame, TextField } from '../../ui/text-field.tsx';
import css from './engine.module.css';
import { MultilineField } from './multiline-field.tsx';
import { SecretEntry } from './secret-rows.tsx';

export interface FormFieldProps {
  readonly sessionId: string;
  readonly field: ApiField;
  readonly text: string;
  readonly card: SecretRef | undefined;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  readonly onCard: (card: SecretRef | undefined) => void;
}

/** One field of a generated form, by its type. What is left empty is not sent: the server's own default holds. */
export function FormField({ sessionId, field, text, card, error, onText, onCard }: FormFieldProps) {
  const { name, type, required, allowed, defaultJson } = field;
  const frame = {
    label: name,
    optional: !required && field.place !== 'path',
    hint: hintOf(field),
    error,
  };
  if (field.secret)
    return (
      <FieldFrame id={`secret-${field.place}-${name}`} {...frame}>
        <div className={css['secret']} id={`secret-${field.place}-${name}`} role="group" aria-label={name}>
          <SecretEntry sessionId={sessionId} name={name} card={card} onCard={onCard} />
          {card !== undefined && (
            <Button
              small
              variant="ghost"
              onClick={() => {
                onCard(undefined);
              }}
            >
              Leave empty
            </Button>
          )}
        </div>
      </FieldFrame>
    );
  const choices = type === 'boolean' ? ['true', 'false'] : allowed;
  if (choices !== undefined)
    return (
      <SelectField
        {...frame}
        mono
        value={text}
        options={[
          { value: '', label: defaultJson === undefined ? 'not set' : `not set (${plain(defaultJson)})` },
          ...choices.map((value) => ({ value, label: value })),
        ]}
        onValue={onText}
      />
    );
  if (type === 'array' || type === 'object')
    return (
      <MultilineField
        {...frame}
        text={text}
        placeholder={type === 'object' ? '{"name": "value"}' : 'one a line, or a JSON list'}
        onText={onText}
      />
    );
  return (
    <TextField
      {...frame}
      mono
      inputMode={type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text'}
      placeholder={placeholderOf(field)}
      value={text}
      onChange={(event) => {
        onText(event.target.value);
      }}
    />
  );
}

function placeholderOf({ type, defaultJson }: ApiField): string {
  if (defaultJson !== undefined && plain(defaultJson) !== '') return plain(defaultJson);
  return type === 'duration' ? '1h30m' : type === 'time' ? '2026-01-31T12:00:00Z' : '';
}

function plain(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function hintOf({ description, deprecated }: ApiField): ReactNode {
  if (description === '' && !deprecated) return undefined;
  return (
    <span data-selectable>
      {deprecated && 'Deprecated. '}
      {description}
    </span>
  );
}
