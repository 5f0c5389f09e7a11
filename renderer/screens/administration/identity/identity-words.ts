import { grouped } from '../../../../shared/vault/counted.ts';
import type { IdentityKind, IdentityRow } from '../../../../shared/vault/identity.ts';
import type { Column } from '../../../ui/table.tsx';

/** Display names of each kind. */
export const identityNames: Readonly<Record<IdentityKind, { readonly one: string; readonly many: string }>> =
  {
    entity: { one: 'entity', many: 'Entities' },
    group: { one: 'group', many: 'Groups' },
    'entity-alias': { one: 'entity alias', many: 'Entity aliases' },
    'group-alias': { one: 'group alias', many: 'Group aliases' },
  };

export const identityKinds = ['entity', 'group', 'entity-alias', 'group-alias'] as const;

/** Reference to an identity object. */
export interface Named {
  readonly kind: IdentityKind;
  readonly id: string;
}

/** A reference as one text. */
export function identityKey({ kind, id }: Named): string {
  return `${kind}/${id}`;
}

/** The reference of such a text. */
export function namedBy(key: string): Named {
  const [kind, ...id] = key.split('/');
  return { kind: identityKinds.find((one) => one === kind) ?? 'entity', id: id.join('/') };
}

const name: Column<IdentityRow> = { title: 'Name', width: 140, share: 2, text: (row) => row.name };
/** Wide enough for an ID; it is left out first, as the details have it. */
const idColumn = { width: 282, share: 2, rank: 1, mono: true } as const;
const id: Column<IdentityRow> = { ...idColumn, title: 'ID', text: (row) => row.id };
const ofAlias: readonly Column<IdentityRow>[] = [
  name,
  { title: 'Auth method', width: 130, share: 1, mono: true, text: ({ mount }) => mount },
  { ...idColumn, title: 'Belongs to', text: ({ canonicalId }) => canonicalId },
];

/** Columns of a kind's list. */
export const identityColumns: Readonly<Record<IdentityKind, readonly Column<IdentityRow>[]>> = {
  entity: [
    name,
    { title: 'Logs in as', width: 160, share: 3, mono: true, text: ({ aliases }) => aliases.join(', ') },
    id,
  ],
  group: [name, { title: 'Entities', width: 80, share: 1, text: ({ members }) => grouped(members) }, id],
  'entity-alias': ofAlias,
  'group-alias': ofAlias,
};
