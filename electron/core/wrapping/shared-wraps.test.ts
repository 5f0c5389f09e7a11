import { expect, it } from 'vitest';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { wrapEndsAt } from '../../../shared/vault/wrap-end.ts';
import { createSharedWraps } from './shared-wraps.ts';

it('says the same end of a wrapping token in the list as in its result', () => {
  const wrap = {
    token: { secretRef: 'ref', kind: 'wrapping-token', length: 95 },
    accessor: 'acc',
    wrappedAccessor: '',
    ttlSeconds: 3600,
    creationTime: '2026-11-20T09:37:12.900Z',
    creationPath: 'sys/wrapping/wrap',
    jwt: false,
  };
  // A `Date` has whole seconds: by it the token seems to be made in the future.
  const answer = {
    answerId: 'a',
    sessionId: 's',
    title: 'Wrapped text',
    path: 'sys/wrapping/wrap',
    at: '2026-11-20T09:37:13.000Z',
    headers: [['date', 'Fri, 20 Nov 2026 09:37:12 GMT']],
    wrap,
  } as unknown as AnswerView & { readonly wrap: NonNullable<AnswerView['wrap']> };
  const wraps = createSharedWraps();
  wraps.note(answer);
  expect(wraps.list('s', () => true).map(({ endsAt }) => endsAt)).toEqual([wrapEndsAt(answer, answer.wrap)]);
});
