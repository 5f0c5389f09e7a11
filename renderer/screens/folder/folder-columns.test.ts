import { expect, it } from 'vitest';
import { folderColumns, usualFolderColumns } from '../../../shared/vault/folder-table.ts';
import { fittingColumns } from '../../ui/table.tsx';
import { columnsOf } from './folder-columns.tsx';

it.each([
  [900, usualFolderColumns, ['name', 'version', 'changed', 'owner', 'due']],
  // A window of 960 × 600.
  [560, usualFolderColumns, ['name', 'version', 'changed', 'due']],
  [420, usualFolderColumns, ['name', 'due']],
  [560, folderColumns, ['name', 'changed', 'keys', 'due']],
])('in %i pixels what is due stays longest', (width, chosen, shown) => {
  expect(fittingColumns(columnsOf(chosen, '', 0), [], width).map(({ key }) => key)).toEqual(shown);
});
