import { describe, expect, it } from 'vitest';
import { layoutOf, unfolded } from './answer-layout.ts';
import {
  credential,
  hidden,
  holder,
  plain,
  sampleAnswer,
  sampleLogin,
  sampleWrap,
} from './answer.fixture.ts';

const pointers = (rows: readonly { readonly pointer: string }[]) => rows.map(({ pointer }) => pointer);

describe('what comes first of an answer', () => {
  it('is what lies below data, at the left edge', () => {
    const { main, rest, lease } = layoutOf(sampleAnswer());
    expect(main.map(({ pointer, depth }) => [pointer, depth])).toEqual([
      ['/data/password', 0],
      ['/data/nested', 0],
      ['/data/nested/deep', 1],
      ['/data/secret_id', 0],
    ]);
    expect(pointers(rest)).toEqual([
      '/request_id',
      '/lease_id',
      '/renewable',
      '/lease_duration',
      '/mount_type',
    ]);
    expect(lease).toBeUndefined();
  });

  it('is the keys of an unwrapped entry of KV version 2, whose version is told apart', () => {
    const rows = [
      plain('/request_id', '"x"'),
      holder('/data', 2),
      holder('/data/data', 1),
      hidden('/data/data/password'),
      holder('/data/metadata', 2),
      plain('/data/metadata/created_time', '"2026-11-20T09:00:00Z"'),
      plain('/data/metadata/version', '3'),
    ];
    const { main, rest, entry } = layoutOf(sampleAnswer({ rows }));
    expect(main.map(({ pointer, depth }) => [pointer, depth])).toEqual([['/data/data/password', 0]]);
    expect(pointers(rest)).toContain('/data/metadata/version');
    expect(entry).toEqual({ version: 3, createdTime: '2026-11-20T09:00:00Z' });
    // Elsewhere the response is what it is.
    expect(pointers(layoutOf(sampleAnswer({ kind: 'plain', rows })).main)).toContain('/data/data');
  });

  it('is everything of an answer without an envelope', () => {
    const rows = [plain('/sealed', 'false'), plain('/t', '3'), holder('/nodes', 1), plain('/nodes/0', '1')];
    const { main, rest } = layoutOf(sampleAnswer({ rows }));
    expect(pointers(main)).toEqual(pointers(rows));
    expect(rest).toEqual([]);
  });

  it('is nothing where a card says it all', () => {
    for (const answer of [sampleWrap(), sampleLogin()]) {
      const { main, rest } = layoutOf(answer);
      expect(main).toEqual([]);
      expect(rest).toEqual(answer.rows);
    }
  });

  it('is a login without a card of its own, such as one that asks for a second factor', () => {
    const rows = [plain('/request_id', '"x"'), holder('/auth', 1), plain('/auth/mfa_requirement', '{}')];
    expect(pointers(layoutOf(sampleAnswer({ rows })).main)).toEqual(['/auth', '/auth/mfa_requirement']);
  });

  it('is the envelope itself where there is nothing else', () => {
    const rows = [plain('/request_id', '"x"'), plain('/data', 'null'), plain('/warnings', 'null')];
    expect(layoutOf(sampleAnswer({ rows })).main).toEqual(rows);
  });

  it('tells the lease', () => {
    const rows = [
      plain('/lease_id', '"database/creds/report/abc"'),
      plain('/lease_duration', '3600'),
      plain('/renewable', 'true'),
      holder('/data', 1),
      credential('/data/password', 'password'),
    ];
    expect(layoutOf(sampleAnswer({ rows })).lease).toEqual({
      leaseId: 'database/creds/report/abc',
      seconds: 3600,
      renewable: true,
    });
  });
});

it('folds away what is below closed lines, and only that', () => {
  const rows = [holder('/a', 2), holder('/a/b', 1), hidden('/a/b/c'), hidden('/a/d'), hidden('/ab')];
  expect(pointers(unfolded(rows, new Set()))).toEqual(pointers(rows));
  expect(pointers(unfolded(rows, new Set(['/a/b'])))).toEqual(['/a', '/a/b', '/a/d', '/ab']);
  expect(pointers(unfolded(rows, new Set(['/a', '/a/b'])))).toEqual(['/a', '/ab']);
});
