import { Disclosure } from '../../ui/disclosure.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import type { UnwrapWork, WireForm } from './unwrap-work.ts';

export interface TokenChoiceProps {
  readonly work: UnwrapWork;
  readonly form: WireForm;
}

/** Chooses if the session's own token is sent with the wrapping token. */
export function TokenChoice({ work, form }: TokenChoiceProps) {
  return (
    <Disclosure title="Advanced" note={form === 'body' ? 'with your token' : 'without your token'}>
      <RadioField
        label="Unwrap"
        value={form}
        options={forms}
        onValue={(next) => work.change({ form: next })}
      />
    </Disclosure>
  );
}

const forms = [
  {
    value: 'body',
    label: 'With your token',
    hint: 'The audit log records who unwrapped it. Costs one use of a token with limited uses.',
  },
  {
    value: 'header',
    label: 'Without your token',
    hint: 'The wrapping token is sent as X-Vault-Token. Needs no permission.',
  },
] as const;
