import { useMemo } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { choicesOf } from './table-view.ts';
import type { Age, Filters } from './table-view.ts';
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

/** Filters the table by the values that occur in it. */
export function AccessorFilters({ rows, filters, onFilters }: AccessorFiltersProps) {
  const { policies, paths, entities } = useMemo(() => choicesOf(rows), [rows]);
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <div className={css['filters']} role="group" aria-label="Filter">
      <SelectField
        label="Policy"
        labelHidden
        value={filters.policy}
        options={[{ value: '', label: 'Any policy' }, ...named(policies)]}
        onValue={(policy) => onFilters({ ...filters, policy })}
      />
      <SelectField
        label="Path"
        labelHidden
        value={filters.path}
        options={[{ value: '', label: 'Any path' }, ...named(paths)]}
        onValue={(path) => onFilters({ ...filters, path })}
      />
      <SelectField
        label="Age"
        labelHidden
        value={filters.age}
        options={ages}
        onValue={(value) => {
          const age = ages.find((one) => one.value === value)?.value ?? '';
          onFilters({ ...filters, age });
        }}
      />
      <SelectField
        label="Entity"
        labelHidden
        value={filters.entity}
        options={[
          { value: '', label: 'Any entity' },
          { value: 'none', label: 'Without an entity' },
          ...named(entities),
        ]}
        onValue={(entity) => onFilters({ ...filters, entity })}
      />
    </div>
  );
}
