import type { IdentityKind, IdentityRow } from '../../../../shared/vault/identity.ts';
import type { ListColumn } from '../list-table.tsx';

/** Display names of each kind. */
export const identityNames: Readonly<Record<IdentityKind, { readonly one: string; readonly many: string }>> =
  {
    entity: { one: 'entity', many: 'Entities' },
    group: { one: 'group', many: 'Groups' },
    'entity-alias': { one: 'entity alias', many: 'Entity aliases' },
    'group-alias': { one: 'group alias', many: 'Group aliases' },
  };

export const identityKinds = ['entity', 'group', 'entity-alias', 'group-alias'] as const;

const name: ListColumn<IdentityRow> = { title: 'Name', size: 'minmax(0, 2fr)', text: (row) => row.name };
const id: ListColumn<IdentityRow> = {
  title: 'ID',
  size: 'minmax(0, 2fr)',
  mono: true,
  text: (row) => row.id,
};
const ofAlias: readonly ListColumn<IdentityRow>[] = [
  name,
  { title: 'Auth method', size: 'minmax(0, 2fr)', mono: true, text: ({ mount }) => mount },
  { title: 'Belongs to', size: 'minmax(0, 2fr)', mono: true, text: ({ canonicalId }) => canonicalId },
];

/** Columns of a kind's list. */
export const identityColumns: Readonly<Record<IdentityKind, readonly ListColumn<IdentityRow>[]>> = {
  entity: [
    name,
    { title: 'Logs in as', size: 'minmax(0, 3fr)', mono: true, text: ({ aliases }) => aliases.join(', ') },
    id,
  ],
  group: [
    name,
    { title: 'Entities', size: 'minmax(0, 1fr)', text: ({ members }) => members.toLocaleString('en-GB') },
    id,
  ],
  'entity-alias': ofAlias,
  'group-alias': ofAlias,
};
