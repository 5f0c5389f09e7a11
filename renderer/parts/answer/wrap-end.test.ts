import { expect, it } from 'vitest';
import { sampleWrap } from './answer.fixture.ts';
import { wrapEndsAt } from '../../../shared/vault/wrap-end.ts';

it.each([
  ['no date', [], '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z'],
  [
    'made just now',
    ['Fri, 20 Nov 2026 09:37:12 GMT'],
    '2026-11-20T09:37:12.900Z',
    '2026-11-20T09:42:12.900Z',
  ],
  [
    'the server is an hour behind',
    ['Fri, 20 Nov 2026 09:37:13 GMT'],
    '2026-11-20T10:37:13.000Z',
    '2026-11-20T10:42:12.000Z',
  ],
  [
    'made four minutes before',
    ['Fri, 20 Nov 2026 09:41:12 GMT'],
    '2026-11-20T09:41:12.000Z',
    '2026-11-20T09:42:12.000Z',
  ],
])('tells the end of a wrapping token: %s', (_case, dates, at, ends) => {
  const { wrap, ...answer } = sampleWrap({ at, headers: dates.map((date) => ['date', date] as const) });
  if (wrap === undefined) throw new Error('The sample is no wrapping token.');
  expect(wrapEndsAt(answer, wrap)).toBe(ends);
});
