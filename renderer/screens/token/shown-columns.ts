/**
 * Columns that fit into the table. A column without any content is left out, so that it takes no room from others;
 * the most important columns are dropped last when it gets narrow.
 */
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { columns, type Column } from './table-view.ts';

/** Minimum readable width of a column, in px. */
const least: Readonly<Record<Column, number>> = {
  name: 140,
  expires: 100,
  accessor: 190,
  policies: 100,
  path: 170,
  created: 104,
  type: 70,
  uses: 78,
  entity: 120,
};

/** Columns that grow if there is room, with their share. */
const grows: Readonly<Partial<Record<Column, number>>> = { name: 1.4, policies: 1.6, path: 1.2, entity: 0.8 };

const byNeed: readonly Column[] = [
  ...(['name', 'expires', 'accessor', 'policies', 'path'] as const),
  ...(['created', 'type', 'uses', 'entity'] as const),
];

/** Width of the check box, in px. */
const CHECK = 34;

/** The columns that fit a table of this width in px, in their order; Name and Expires always. */
export function shownColumns(rows: readonly AccessorRow[], width: number): readonly Column[] {
  let left = width - CHECK;
  const shown = new Set<Column>();
  for (const column of byNeed) {
    if (!saysAnything(rows, column)) continue;
    left -= least[column];
    if (left < 0 && shown.size >= 2) break;
    shown.add(column);
  }
  return columns.filter((column) => shown.has(column));
}

/** The same as CSS grid columns, starting with the check box. */
export function columnSizes(shown: readonly Column[]): string {
  const sizes = shown.map((column) => {
    const share = grows[column];
    const px = `${String(least[column])}px`;
    return share === undefined ? px : `minmax(${px}, ${String(share)}fr)`;
  });
  return [`${String(CHECK)}px`, ...sizes].join(' ');
}

function saysAnything(rows: readonly AccessorRow[], column: Column): boolean {
  switch (column) {
    case 'entity':
      return rows.some(({ token }) => token !== undefined && token.entityId !== '');
    case 'uses':
      return rows.some(({ token }) => token !== undefined && token.numUses !== 0);
    case 'type':
      return rows.some(({ token }) => token !== undefined && token.type !== 'service' && token.type !== '');
    default:
      return true;
  }
}
