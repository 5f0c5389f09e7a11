import { useMemo } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { choice } from '../../ui/choice-field.tsx';
import { Fields } from '../../ui/fields.tsx';
import { choicesOf, type Age, type Filters } from './table-view.ts';
import css from './token.module.css';

export interface AccessorFiltersProps {
  readonly rows: readonly AccessorRow[];
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
}

const ages: readonly { readonly value: Age; readonly label: string }[] = [
  { value: '', label: 'Any age' },
  { value: 'hour', label: 'Older than 1 hour' },
  { value: 'day', label: 'Older than 1 day' },
  { value: 'week', label: 'Older than 7 days' },
  { value: 'month', label: 'Older than 30 days' },
];

const anyEntity = [
  { value: '', label: 'Any entity' },
  { value: 'none', label: 'Without an entity' },
];
const hidden = { labelHidden: true };

/** Filters the table by the values that occur in it. */
export function AccessorFilters({ rows, filters, onFilters }: AccessorFiltersProps) {
  const { policies, paths, entities } = useMemo(() => choicesOf(rows), [rows]);
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <div className={css['filters']} role="group" aria-label="Filter">
      <Fields<Filters>
        draft={filters}
        onDraft={(change) => onFilters({ ...filters, ...change })}
        of={[
          choice('policy', 'Policy', [{ value: '', label: 'Any policy' }, ...named(policies)], hidden),
          choice('path', 'Path', [{ value: '', label: 'Any path' }, ...named(paths)], hidden),
          choice('age', 'Age', ages, hidden),
          choice('entity', 'Entity', [...anyEntity, ...named(entities)], hidden),
        ]}
      />
    </div>
  );
}
