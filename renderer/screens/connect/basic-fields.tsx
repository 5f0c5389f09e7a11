import { FieldPair } from '../../ui/field-pair.tsx';
import { ColourField } from '../../parts/session/colour-field.tsx';
import { DraftTextField } from './draft-text-field.tsx';
import type { DraftForm } from './draft-text-field.tsx';

/** What nearly every connection needs: where it is, what it is called, and how it is told from the others. */
export function BasicFields({ form }: { readonly form: DraftForm }) {
  return (
    <>
      <DraftTextField
        form={form}
        mono
        autoFocus
        label="Address"
        name="address"
        placeholder="https://vault.example.com:8200"
      />
      <FieldPair>
        <DraftTextField
          form={form}
          optional
          label="Name"
          name="name"
          placeholder="Payments production"
          hint="Empty: the name of the host."
        />
        <ColourField
          value={form.draft.colour}
          onValue={(colour) => {
            form.onChange({ colour });
          }}
        />
      </FieldPair>
      <DraftTextField
        form={form}
        mono
        optional
        label="Namespace"
        name="namespace"
        hint="Vault Enterprise and OpenBao only."
        placeholder="team-payments/"
      />
    </>
  );
}
