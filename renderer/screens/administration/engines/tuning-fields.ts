import type { MountKind, MountTuning } from '../../../../shared/vault/mount-table.ts';
import { choice } from '../../../ui/choice-field.tsx';
import { field } from '../../../ui/fields.tsx';
import type { FieldList } from '../../../ui/fields.tsx';

const tokenTypes = ['default-service', 'default-batch', 'service', 'batch'];
const ttl = { placeholder: 'system default', as: (typed: string) => typed.trim() };

/** Lifetimes of a mount's tokens and leases, and its visibility before a login. */
export function tuningFields(kind: MountKind): FieldList<MountTuning> {
  return [
    field.pair(
      field.text('defaultTtl', 'Default TTL', { ...ttl, hint: 'e.g. 768h' }),
      field.text('maxTtl', 'Max TTL', ttl),
    ),
    kind === 'auth' &&
      choice('tokenType', 'Token type', [
        { value: '', label: 'server default' },
        ...tokenTypes.map((value) => ({ value, label: value })),
      ]),
    field.check(
      'listed',
      'List without a login',
      'Whoever reaches the server sees its path and description.',
    ),
  ];
}

/** Fields that audit devices log in plain text, and headers that pass: comma-separated names. */
export const auditFields: FieldList<MountTuning> = [
  field.names(
    'auditRequestKeys',
    'Unhashed request keys',
    'Audit devices record their values as plain text.',
  ),
  field.names('auditResponseKeys', 'Unhashed response keys'),
  field.names('requestHeaders', 'Request headers passed on'),
  field.names('responseHeaders', 'Response headers allowed'),
];
