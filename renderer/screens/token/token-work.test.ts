import { describe, expect, it } from 'vitest';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { addedPolicies, emptyDraft, problemsOf, optionsOf } from './new-token-draft.ts';
import { paceWords } from '../../parts/plan/pace.ts';
import { readIncrement } from '../../../shared/vault/increment.ts';
import { choicesOf, everything, viewOf } from './table-view.ts';
import type { Sort } from '../../ui/table.tsx';
import type { Filters } from './table-view.ts';
import { tokenRows } from './token-rows.ts';
import { accessorRow } from './tokens.fixture.ts';
import { sampleToken } from '../../fixtures/session.fixture.ts';

const nowMs = Date.now();
const hoursAgo = (hours: number): string => new Date(nowMs - hours * 3_600_000).toISOString();

const rows: readonly AccessorRow[] = [
  accessorRow('c', {
    displayName: 'root',
    path: 'auth/token/root',
    policies: ['root'],
    expireTime: null,
    issueTime: hoursAgo(400),
  }),
  accessorRow('a', {
    displayName: 'Ops',
    policies: ['ops', 'default'],
    entityId: 'e1',
    issueTime: hoursAgo(2),
  }),
  { accessor: 'broken', problem: 'It expired or was revoked after the list was read.' },
  accessorRow('b', {
    displayName: 'ci',
    path: 'auth/approle/login',
    numUses: 3,
    meta: { job: 'deploy-42' },
    issueTime: hoursAgo(30),
    ttlSeconds: 60,
  }),
];

function shown(filters: Partial<Filters> = {}, sort: Sort = { column: 'name', descending: false }): string {
  return viewOf(rows, { ...everything, ...filters }, sort, nowMs)
    .map(({ accessor }) => accessor)
    .join(' ');
}

describe('viewOf', () => {
  it('sorts by every column, both ways, with what could not be looked up last', () => {
    expect(shown()).toBe('b a c broken');
    expect(shown({}, { column: 'name', descending: true })).toBe('c a b broken');
    expect(shown({}, { column: 'accessor', descending: false })).toBe('a b c broken');
    expect(shown({}, { column: 'created', descending: false })).toBe('c b a broken');
    expect(shown({}, { column: 'expires', descending: false })).toBe('b a c broken');
    expect(shown({}, { column: 'uses', descending: false })).toBe('b a c broken');
    // Rows without an entity come last in both directions.
    expect(shown({}, { column: 'entity', descending: true }).startsWith('a ')).toBe(true);
    expect(shown({}, { column: 'entity', descending: false }).startsWith('a ')).toBe(true);
  });

  it('filters by text, policy, path, age and entity', () => {
    expect(shown({ text: 'OPS' })).toBe('a');
    expect(shown({ text: 'deploy-42' })).toBe('b');
    expect(shown({ text: 'bro' })).toBe('broken');
    expect(shown({ policy: 'root' })).toBe('c');
    expect(shown({ path: 'auth/approle/login' })).toBe('b');
    expect(shown({ age: 'day' })).toBe('b c');
    expect(shown({ age: 'week' })).toBe('c');
    expect(shown({ entity: 'e1' })).toBe('a');
    expect(shown({ entity: 'none' })).toBe('b c');
    expect(shown({ text: 'nothing like it' })).toBe('');
  });

  it('offers what occurs', () => {
    expect(choicesOf(rows)).toEqual({
      policies: ['default', 'ops', 'payments-read', 'root'],
      paths: ['auth/approle/login', 'auth/token/root', 'auth/userpass/login/ops'],
      entities: ['e1'],
    });
  });
});

describe('readIncrement', () => {
  it('reads what the server reads, and says what is wrong with the rest', () => {
    expect(readIncrement('')).toBeUndefined();
    expect(readIncrement(' 12h ')).toBe(43_200);
    expect(readIncrement('87600h')).toBe(315_360_000);
    expect(readIncrement('30d')).toBe(2_592_000);
    expect(readIncrement('0')).toBe(0);
    expect(readIncrement('-5m')).toBe(-300);
    for (const text of ['soon', '1h 2', '500ms', '99999999999'])
      expect(readIncrement(text), text).toBeTypeOf('string');
  });
});

describe('paceWords', () => {
  it('tells the rate and the time that is left', () => {
    expect(paceWords({ done: 0, total: 100, startedMs: 0 }, 5000)).toBe('');
    expect(paceWords({ done: 500, total: 2000, startedMs: 0 }, 1000)).toBe('500 a second · 3 s to go');
    expect(paceWords({ done: 5, total: 20, startedMs: 0 }, 10_000)).toBe('0.5 a second · 30 s to go');
  });
});

describe('a new token', () => {
  it('is sent with what was set, and nothing that its kind rules out', () => {
    expect(optionsOf(emptyDraft)).toEqual({
      parent: 'mine',
      role: '',
      policies: [],
      noDefaultPolicy: false,
      type: 'default',
      ttl: '',
      explicitMaxTtl: '',
      period: '',
      numUses: 0,
      renewable: true,
      displayName: '',
      entityAlias: '',
      meta: {},
      wrapTtl: '',
    });
    const byRole = { ...emptyDraft, role: 'ci', entityAlias: 'bob', wrapped: true, wrapTtl: ' 10m ' };
    expect(optionsOf(byRole)).toMatchObject({ role: '', entityAlias: '', wrapTtl: '10m' });
    expect(optionsOf({ ...byRole, parent: 'role' })).toMatchObject({ role: 'ci', entityAlias: 'bob' });
    const meta = [{ id: 1, key: ' team ', text: 'pay' }];
    const idCard = { secretRef: 'r', kind: 'token-id', length: 9, since: '' } as const;
    expect(optionsOf({ ...emptyDraft, meta, idCard, numUses: '4' })).toMatchObject({
      meta: { team: 'pay' },
      idRef: 'r',
      numUses: 4,
    });
  });

  it('says at each field what cannot be sent', () => {
    expect(problemsOf(emptyDraft)).toEqual({});
    const wrong = problemsOf({
      ...emptyDraft,
      parent: 'role',
      ttl: 'soon',
      period: '-1h',
      numUses: '1.5',
      wrapped: true,
      wrapTtl: '',
      meta: [
        { id: 1, key: 'a', text: '' },
        { id: 2, key: 'a', text: '' },
      ],
    });
    expect(Object.keys(wrong).sort()).toEqual(['meta', 'numUses', 'period', 'role', 'ttl', 'wrapTtl']);
  });

  it('takes a pasted list of names, each once', () => {
    expect(addedPolicies(['ops'], 'ops, CI;deploy\nread')).toEqual(['ops', 'ci', 'deploy', 'read']);
    const many = Array.from({ length: 2000 }, (_, index) => `p${String(index)}`);
    expect(addedPolicies([], many.join('\n'))).toHaveLength(2000);
  });
});

describe('the rows of the table', () => {
  const own = { ...sampleToken, accessor: 'mine' };
  const accessors = (of: readonly AccessorRow[]): string => of.map(({ accessor }) => accessor).join(' ');

  it('are mine first, those looked up by hand, then all of the server, each token once', () => {
    const looked = [accessorRow('x'), accessorRow('b'), accessorRow('mine')];
    expect(accessors(tokenRows(own, looked, []))).toBe('mine x b');
    const listed = [accessorRow('a'), accessorRow('mine'), accessorRow('b')];
    expect(accessors(tokenRows(own, looked, listed))).toBe('mine x a b');
  });

  it('leave out what was looked up by hand and is revoked with others', () => {
    expect(accessors(tokenRows(own, [accessorRow('x')], [], new Set(['x'])))).toBe('mine');
  });
});
