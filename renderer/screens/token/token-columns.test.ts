import { describe, expect, it } from 'vitest';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { columnSizes, fittingColumns } from '../../ui/table.tsx';
import { tokenColumns } from './token-columns.tsx';
import { accessorRow } from './tokens.fixture.ts';

const plain = [accessorRow('a'), accessorRow('b')];

const columns = tokenColumns('');
const shownColumns = (rows: readonly AccessorRow[], width: number) =>
  fittingColumns(columns, rows, width - 34).map(({ key }) => key);
const sizesOf = (keys: readonly string[]) =>
  columnSizes(
    columns.filter(({ key = '' }) => keys.includes(key)),
    true,
  );

describe('the columns of the table', () => {
  it('leave out what no row says anything in', () => {
    expect(shownColumns(plain, 2000)).toEqual(['name', 'expires', 'policies', 'path', 'accessor', 'created']);
    const special = [...plain, accessorRow('c', { entityId: 'e', numUses: 3, type: 'batch' })];
    expect(shownColumns(special, 2000)).toEqual(
      expect.arrayContaining(['entity', 'uses', 'type']) as string[],
    );
  });

  it('are two for a token that cannot look itself up', () => {
    const unknown = { noLookUp: 'nothing', policies: [], path: '', issueTime: '' } as const;
    expect(shownColumns([accessorRow('', unknown)], 2000)).toEqual(['name', 'expires']);
  });

  it.each([
    [960, ['name', 'expires', 'policies', 'path', 'accessor', 'created']],
    [700, ['name', 'expires', 'policies', 'accessor']],
    // Beside the drawer at 1280 × 800: names and policies are whole, and the drawer has the accessor.
    [560, ['name', 'expires', 'policies']],
    [480, ['name', 'expires', 'policies']],
    [300, ['name', 'expires']],
    [0, ['name', 'expires']],
  ])('keep the name and when it expires at %i pixels', (width, columns) => {
    expect(shownColumns(plain, width)).toEqual(columns);
  });

  it('are never narrower than what they hold', () => {
    expect(sizesOf(['name', 'accessor'])).toBe('34px minmax(160px, 1.4fr) 190px');
  });
});
