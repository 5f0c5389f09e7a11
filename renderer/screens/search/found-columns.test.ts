import { expect, it } from 'vitest';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { fittingColumns } from '../../ui/table.tsx';
import { columnsOf } from './found-columns.tsx';

/** Room for columns in a window of 960 × 600. */
const narrow = 560;
const place = {
  sessionId: 's',
  mount: mountAt('secret/'),
  path: 'a',
  facts: { values: [{ key: 'k', from: 0, to: 1 }] },
};

it('says in narrow windows where a value matches, and of several connections whose a name is', () => {
  const titles = (searched: Parameters<typeof columnsOf>[2], facts?: typeof place.facts) =>
    fittingColumns(
      columnsOf(() => ({ ...place, facts }), '', searched),
      [0],
      narrow,
    ).map(({ title }) => title);
  expect(titles({ ofValues: true }, place.facts)).toContain('Matched');
  expect(titles({ connectionOf: () => 'Team' })).toEqual(expect.arrayContaining(['Connection', 'Mount']));
});
