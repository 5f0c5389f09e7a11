import type { MountKind, MountTuning } from '../../../../shared/vault/mount-table.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldPair } from '../../../ui/field-pair.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { namesIn } from '../names-in.ts';

export interface TuningFieldsProps {
  readonly kind: MountKind;
  readonly tuning: MountTuning;
  readonly onTuning: (tuning: MountTuning) => void;
}

const tokenTypes = ['default-service', 'default-batch', 'service', 'batch'];

/** Lifetimes of a mount's tokens and leases, and its visibility before a login. */
export function TuningFields({ kind, tuning, onTuning }: TuningFieldsProps) {
  return (
    <>
      <FieldPair>
        <TextField
          label="Default TTL"
          placeholder="system default"
          hint="e.g. 768h"
          value={tuning.defaultTtl}
          onChange={({ target }) => onTuning({ ...tuning, defaultTtl: target.value.trim() })}
        />
        <TextField
          label="Max TTL"
          placeholder="system default"
          value={tuning.maxTtl}
          onChange={({ target }) => onTuning({ ...tuning, maxTtl: target.value.trim() })}
        />
      </FieldPair>
      {kind === 'auth' && (
        <SelectField
          label="Token type"
          value={tuning.tokenType}
          options={[
            { value: '', label: 'server default' },
            ...tokenTypes.map((value) => ({ value, label: value })),
          ]}
          onValue={(tokenType) => onTuning({ ...tuning, tokenType })}
        />
      )}
      <Checkbox
        label="List without a login"
        hint="Whoever reaches the server sees its path and description."
        checked={tuning.listed}
        onChecked={(listed) => onTuning({ ...tuning, listed })}
      />
    </>
  );
}

type Lists = 'auditRequestKeys' | 'auditResponseKeys' | 'requestHeaders' | 'responseHeaders';

const lists: readonly { readonly of: Lists; readonly label: string; readonly hint?: string }[] = [
  {
    of: 'auditRequestKeys',
    label: 'Unhashed request keys',
    hint: 'Audit devices record their values as plain text.',
  },
  { of: 'auditResponseKeys', label: 'Unhashed response keys' },
  { of: 'requestHeaders', label: 'Request headers passed on' },
  { of: 'responseHeaders', label: 'Response headers allowed' },
];

/** Fields that audit devices log in plain text, and headers that pass: comma-separated names. */
export function AuditFields({ tuning, onTuning }: Omit<TuningFieldsProps, 'kind'>) {
  return lists.map(({ of, label, hint }) => (
    <TextField
      key={of}
      mono
      optional
      label={label}
      hint={hint}
      defaultValue={tuning[of].join(', ')}
      onChange={({ target }) => onTuning({ ...tuning, [of]: namesIn(target.value) })}
    />
  ));
}
