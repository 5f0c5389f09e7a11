import type { ReactNode } from 'react';
import type { ApiField } from '../../../shared/vault/console.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { choice } from '../../ui/choice-field.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import type { Field } from '../../ui/fields.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { FieldFrame } from '../../ui/text-field.tsx';
import type { EngineStore } from './engine-store.ts';
import { fieldKey, takesBase64 } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { SecretEntry } from './secret-rows.tsx';

type Texts = FormValues['texts'];

export interface FormFieldsProps {
  readonly sessionId: string;
  readonly fields: readonly ApiField[];
  /** True for the leading fields, which most requests need. */
  readonly leading: boolean;
  readonly store: EngineStore;
  readonly problems: ReadonlyMap<string, string>;
}

/** Fields of a generated form, by type. An empty field is not sent: the server's own default applies. */
export function FormFields({ sessionId, fields, leading, store, problems }: FormFieldsProps) {
  const { texts, secrets, encoded } = store.values();
  const fieldOf = (one: ApiField): Field<Texts> => {
    const { name, type, required, allowed, defaultJson, place } = one;
    const key = fieldKey(one);
    const hint = hintOf(one);
    const frame = { mono: true, optional: !required && !leading && place !== 'path', hint };
    if (one.secret) {
      const id = `secret-${place}-${name}`;
      const secret = secrets[key];
      return field.note(
        <FieldFrame id={id} label={name} optional={frame.optional} hint={hint} error={problems.get(key)}>
          <Row wrap gap={8} align="center" id={id} role="group" aria-label={name}>
            <SecretEntry
              sessionId={sessionId}
              name={name}
              secret={secret}
              onSecret={(next) => store.setSecret(key, next)}
            />
            {secret !== undefined && (
              <Button small variant="ghost" onClick={() => store.setSecret(key, undefined)}>
                Leave empty
              </Button>
            )}
          </Row>
        </FieldFrame>,
      );
    }
    const choices = type === 'boolean' ? ['true', 'false'] : allowed;
    if (choices !== undefined) {
      const unset = defaultJson === undefined ? 'not set' : `not set (${plain(defaultJson)})`;
      const options = choices.map((value) => ({ value, label: value }));
      return choice(key, name, [{ value: '', label: unset }, ...options], frame);
    }
    if (takesBase64(one)) {
      const isEncoded = encoded.includes(key);
      return field.group(
        (children) => (
          <Stack gap={6}>
            {children}
            <Checkbox
              label={`${name} is already base64`}
              hint="Otherwise it is encoded when it is sent."
              checked={isEncoded}
              onChecked={(checked) => store.setEncoded(key, checked)}
            />
          </Stack>
        ),
        // The server's help says that it takes base64: here that is true of what is encoded already.
        [
          field.lines(key, name, {
            ...frame,
            ...(isEncoded ? { placeholder: 'aGVsbG8=' } : { hint: undefined }),
          }),
        ],
      );
    }
    if (type === 'array' || type === 'object') {
      const placeholder = type === 'object' ? '{"name": "value"}' : 'one a line, or a JSON list';
      return field.lines(key, name, { ...frame, placeholder });
    }
    return field.mono(key, name, {
      ...frame,
      // A value, not a name: its length is not limited.
      maxLength: undefined,
      inputMode: type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text',
      placeholder: placeholderOf(one),
    });
  };
  return (
    <Fields<Texts>
      draft={texts}
      onDraft={(change) => store.edit({ texts: { ...texts, ...(change as Texts) } })}
      problems={Object.fromEntries(problems)}
      of={fields.map(fieldOf)}
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
