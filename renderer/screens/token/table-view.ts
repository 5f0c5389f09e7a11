/** Filters and sorts the table of tokens. */
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { sortedRows, type Sort } from '../../ui/table.tsx';
import { tokenColumns } from './token-columns.tsx';

export interface Filters {
  /** Part of a name, accessor, policy, path, entity or metadata. */
  readonly text: string;
  /** Empty: any. */
  readonly policy: string;
  readonly path: string;
  readonly age: Age;
  /** Empty: any; `none`: without one; else its id. */
  readonly entity: string;
}

/** Older than; empty: any. */
export type Age = '' | 'hour' | 'day' | 'week' | 'month';

export const everything: Filters = { text: '', policy: '', path: '', age: '', entity: '' };

/** Order does not depend on the session's own token. */
const columns = tokenColumns('');

/** Tokens that pass the filters, in order. Rows whose look-up failed pass by their accessor, and come last. */
export function viewOf(
  rows: readonly AccessorRow[],
  filters: Filters,
  sort: Sort,
  nowMs: number,
): readonly AccessorRow[] {
  const column = columns.find(({ key }) => key === sort.column);
  return sortedRows(
    rows.filter((row) => passes(row, filters, nowMs)),
    (row) => column?.sort?.(row),
    sort.descending,
    (one, other) => (one.accessor < other.accessor ? -1 : 1),
  );
}

/** Values to filter the rows by. */
export interface Choices {
  readonly policies: readonly string[];
  readonly paths: readonly string[];
  readonly entities: readonly string[];
}

/** Policies, paths and entities that occur, sorted. */
export function choicesOf(rows: readonly AccessorRow[]): Choices {
  const policies = new Set<string>();
  const paths = new Set<string>();
  const entities = new Set<string>();
  for (const { token } of rows) {
    if (token === undefined) continue;
    for (const policy of [...token.policies, ...token.identityPolicies]) policies.add(policy);
    paths.add(token.path);
    if (token.entityId !== '') entities.add(token.entityId);
  }
  return {
    policies: [...policies].sort(),
    paths: [...paths].sort(),
    entities: [...entities].sort(),
  };
}

const hour = 3_600_000;
const ages: Readonly<Record<Age, number>> = {
  '': 0,
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
};

function passes({ accessor, token }: AccessorRow, filters: Filters, nowMs: number): boolean {
  const needle = filters.text.trim().toLowerCase();
  if (token === undefined) {
    const others = filters.policy + filters.path + filters.age + filters.entity;
    return others === '' && accessor.toLowerCase().includes(needle);
  }
  const policies = [...token.policies, ...token.identityPolicies];
  if (filters.policy !== '' && !policies.includes(filters.policy)) return false;
  if (filters.path !== '' && token.path !== filters.path) return false;
  if (filters.entity === 'none' && token.entityId !== '') return false;
  if (filters.entity !== '' && filters.entity !== 'none' && token.entityId !== filters.entity) return false;
  if (filters.age !== '' && !(nowMs - Date.parse(token.issueTime) >= ages[filters.age])) return false;
  if (needle === '') return true;
  const texts = [token.displayName, accessor, token.path, token.entityId, token.role, ...policies];
  return [...texts, ...Object.values(token.meta)].some((text) => text.toLowerCase().includes(needle));
}
