/** README's table of features by server matches the tests that run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/places.mjs';
import { featureTable } from './on-openbao.mjs';

/** A table's cells without the formatter's spaces. */
function cells(table: string): string[][] {
  return table.split('\n').map((row) => row.split('|').map((cell) => cell.trim().replace(/^-+$/, '---')));
}

it('README names for each feature and server the test that shows it', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const table = /^\| Feature[^]*?(?=\n\n)/m.exec(readme)?.[0] ?? '';
  expect(cells(table)).toEqual(cells(featureTable()));
});
