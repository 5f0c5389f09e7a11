import { TextField } from '../../ui/text-field.tsx';
import type { TextFieldProps } from '../../ui/text-field.tsx';
import type { ConnectDraft } from './connect-draft.ts';
import { draftText, withDraftText } from './draft-fields.ts';
import type { DraftTextName, FieldError } from './draft-fields.ts';

/** The form as its fields see it. */
export interface DraftForm {
  readonly draft: ConnectDraft;
  readonly error: FieldError | undefined;
  readonly onChange: (change: Partial<ConnectDraft>) => void;
}

export interface DraftTextFieldProps extends Omit<
  TextFieldProps,
  'form' | 'name' | 'value' | 'error' | 'onChange'
> {
  readonly form: DraftForm;
  readonly name: DraftTextName;
}

/** One text of the connect form, with the error that belongs to it. */
export function DraftTextField({ form, name, ...rest }: DraftTextFieldProps) {
  const { draft, error, onChange } = form;
  return (
    <TextField
      {...rest}
      name={name}
      value={draftText(draft, name)}
      error={error?.field === name ? error.words : undefined}
      onChange={(event) => onChange(withDraftText(draft, name, event.target.value))}
    />
  );
}
