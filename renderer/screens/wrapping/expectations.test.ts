import { describe, expect, it } from 'vitest';
import type { WrapLookup } from '../../../shared/vault/wrapping.ts';
import { differencesFrom, comparePath, compareTime, isHandMade, readTime } from './expectations.ts';

const now = Date.parse('2026-11-20T09:41:24Z');

function made(creationPath: string, createdAt = '2026-11-20T09:37:12Z'): WrapLookup {
  return {
    creationPath,
    creationTime: createdAt,
    createdAt,
    creationTtlSeconds: 300,
    endsAt: '2026-11-20T09:42:12Z',
    lookedUpAt: '2026-11-20T09:41:24Z',
    jwt: false,
  };
}

describe('the path that was told', () => {
  it.each([
    ['auth/approle/role/gateway/secret-id', 'matches'],
    ['auth/approle', 'within'],
    ['auth/approle/', 'within'],
    ['auth/approle/…', 'within'],
    ['auth/approle/*', 'within'],
    ['/v1/auth/approle/role/gateway/secret-id', 'matches'],
    ['  auth/approle  ', 'within'],
    ['auth/app', 'differs'],
    ['auth/approle/role/gateway/secret-id/more', 'differs'],
    ['sys/wrapping/wrap', 'differs'],
    ['AUTH/APPROLE', 'differs'],
    ['', 'untold'],
    ['   ', 'untold'],
    ['/', 'untold'],
  ])('%j: %s', (told, verdict) => {
    expect(comparePath(made('auth/approle/role/gateway/secret-id'), told).verdict).toBe(verdict);
  });
});

it('knows the path that people call an entry of KV version 2 by', () => {
  expect(comparePath(made('team/kv/data/payments/db'), 'team/kv/payments/db').verdict).toBe('matches');
  expect(comparePath(made('team/kv/data/payments/db'), 'team/kv/payments').verdict).toBe('within');
  expect(comparePath(made('team/kv/data/payments/db'), 'team/kv/other').verdict).toBe('differs');
});

describe('the time that was told', () => {
  it.each([
    ['2026-11-20 09:37 UTC', 'matches'],
    ['2026-11-20T09:37:12Z', 'matches'],
    ['2026-11-20 10:37 +01:00', 'matches'],
    ['09:37 UTC', 'matches'],
    ['9:36 UTC', 'matches'],
    ['09:39:11Z', 'matches'],
    ['09:33 UTC', 'differs'],
    ['09:41 UTC', 'differs'],
    ['2026-11-19 09:37 UTC', 'differs'],
    ['yesterday', 'unreadable'],
    ['25:00', 'unreadable'],
    ['2026-02-31 09:37', 'unreadable'],
    ['09:37 CET', 'unreadable'],
    ['', 'untold'],
  ])('%j: %s', (told, verdict) => {
    expect(compareTime(made('secret/data/x'), told, now).verdict).toBe(verdict);
  });

  it('is yesterday’s where today’s is still to come', () => {
    expect(readTime('23:50Z', now)?.fromMs).toBe(Date.parse('2026-11-19T23:50:00Z'));
    expect(readTime('10:30Z', now)?.fromMs).toBe(Date.parse('2026-11-20T10:30:00Z'));
  });

  it('is read in the zone of this machine unless told', () => {
    expect(readTime('2026-11-20 09:37', now)?.fromMs).toBe(new Date(2026, 10, 20, 9, 37).getTime());
  });
});

describe('differences', () => {
  const nothing = { path: '', time: '' };

  it('are none of a token that is what was told', () => {
    expect(differencesFrom(made('secret/data/x'), { path: 'secret/data', time: '09:37Z' }, now)).toEqual([]);
    expect(differencesFrom(made('secret/data/x'), nothing, now)).toEqual([]);
    expect(differencesFrom(made('sys/wrapping/wrap'), nothing, now)).toEqual([]);
  });

  it('name another path', () => {
    expect(differencesFrom(made('sys/wrapping/wrap'), { path: 'secret/data/x', time: '' }, now)).toEqual([
      'Created at another path.',
    ]);
  });

  it('name a late creation', () => {
    const late = made('secret/data/x', '2026-11-20T09:40:30Z');
    const [words] = differencesFrom(late, { path: '', time: '09:30 UTC' }, now);
    expect(words).toContain('later');
  });
});

it('knows what was wrapped by hand, unless that was told', () => {
  expect(isHandMade(made('sys/wrapping/wrap'), '')).toBe(true);
  expect(isHandMade(made('sys/wrapping/wrap'), 'sys/wrapping/wrap')).toBe(false);
  expect(isHandMade(made('sys/wrapping/wrap'), 'secret/data/x')).toBe(false);
  expect(isHandMade(made('secret/data/x'), '')).toBe(false);
});
