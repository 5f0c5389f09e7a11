import { Fields } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import type { ConnectDraft } from './connect-draft.ts';
import type { FieldError } from './draft-fields.ts';

/** The form as its fields see it. */
export interface DraftForm {
  readonly draft: ConnectDraft;
  readonly error: FieldError | undefined;
  readonly onChange: (change: Partial<ConnectDraft>) => void;
}

export interface ConnectFieldsProps {
  readonly form: DraftForm;
  readonly of: FieldList<ConnectDraft>;
}

/** Fields of the connect form, with the error that belongs to one of them. */
export function ConnectFields({ form: { draft, error, onChange }, of }: ConnectFieldsProps) {
  const problems = error && { [error.field]: error.words };
  return <Fields draft={draft} onDraft={onChange} problems={problems} of={of} />;
}
