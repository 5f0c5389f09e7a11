import type { ReactNode } from 'react';
import type { ApiField } from '../../../shared/vault/console.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FieldFrame, TextField } from '../../ui/text-field.tsx';
import css from './engine.module.css';
import { takesBase64 } from './form-values.ts';
import { MultilineField } from './multiline-field.tsx';
import { SecretEntry } from './secret-rows.tsx';

export interface FormFieldProps {
  readonly sessionId: string;
  readonly field: ApiField;
  /** One of the leading fields, which most requests need. */
  readonly leading: boolean;
  readonly text: string;
  readonly secret: SecretRef | undefined;
  /** Its text is base64 already. */
  readonly encoded: boolean;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  readonly onSecret: (secret: SecretRef | undefined) => void;
  readonly onEncoded: (encoded: boolean) => void;
}

/** One field of a generated form, by its type. An empty field is not sent: the server's own default applies. */
export function FormField(props: FormFieldProps) {
  const { sessionId, field, leading, text, secret, encoded, error, onText, onSecret, onEncoded } = props;
  const { name, type, required, allowed, defaultJson } = field;
  const frame = {
    label: name,
    optional: !required && !leading && field.place !== 'path',
    hint: hintOf(field),
    error,
  };
  if (field.secret)
    return (
      <FieldFrame id={`secret-${field.place}-${name}`} {...frame}>
        <div className={css['secret']} id={`secret-${field.place}-${name}`} role="group" aria-label={name}>
          <SecretEntry sessionId={sessionId} name={name} secret={secret} onSecret={onSecret} />
          {secret !== undefined && (
            <Button small variant="ghost" onClick={() => onSecret(undefined)}>
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
  if (takesBase64(field))
    return (
      <div className={css['base64']}>
        <MultilineField {...frame} text={text} placeholder={encoded ? 'aGVsbG8=' : ''} onText={onText} />
        <Checkbox
          label={`${name} is already base64`}
          hint="Otherwise it is encoded when it is sent."
          checked={encoded}
          onChecked={onEncoded}
        />
      </div>
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
      // A value, not a name: its length is not limited.
      maxLength={undefined}
      inputMode={type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text'}
      placeholder={placeholderOf(field)}
      value={text}
      onChange={(event) => onText(event.target.value)}
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
  const text = `${deprecated ? 'Deprecated. ' : ''}${description}`;
  return text === '' ? undefined : <FoldedText text={text} />;
}
