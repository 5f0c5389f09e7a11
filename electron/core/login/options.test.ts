import { describe, expect, it } from 'vitest';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { freeFields, mountOf, pathBelow, portOf, userNameProblem } from './options.ts';

const options = (change: Partial<LoginOptions>): LoginOptions => ({
  type: 'other',
  mount: 'm/',
  fields: {},
  ...change,
});

/** The value, or the name of the wrong field. */
function outcome<T>(work: () => T): T | string {
  try {
    return work();
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind !== 'invalid-input') throw failure;
    return `refused: ${failure.error.field ?? ''}`;
  }
}

describe('a user name in a path', () => {
  it.each([
    'ops',
    'Ops Team',
    'a%2Fb',
    'ö',
    'a?b#c',
    'DOMAIN\\ops',
    'ops@example.com',
    'ou/ops',
    '...',
    '~',
    '+',
  ])('%j may be sent', (name) => {
    expect(userNameProblem(name)).toBeUndefined();
  });

  it.each(['', '.', '..', '../x', 'a/../b', 'a//b', '/a', 'a\nb', 'a\u0000', 'a\u202eb', '\ud800', 'a\tb'])(
    '%j is refused in words',
    (name) => {
      expect(userNameProblem(name)).toMatch(/\.$/);
    },
  );
});

describe('the mount of a login', () => {
  it.each([
    ['userpass/', 'userpass'],
    ['/auth/team/ldap/', 'team/ldap'],
    ['auth/auth/', 'auth'],
    [' ldap ', 'ldap'],
    ['', 'refused: login.mount'],
    ['auth/', 'refused: login.mount'],
    ['..', 'refused: login.mount'],
    ['a//b', 'refused: login.mount'],
  ])('%j is %j', (mount, expected) => {
    expect(outcome(() => mountOf(options({ mount })))).toBe(expected);
  });
});

describe('what of a free login is typed in the open', () => {
  it.each([
    ['', ''],
    ['login', 'login'],
    ['/login/ops/', 'login/ops'],
    ['../x', 'refused: login.path'],
  ])('path %j is %j', (path, expected) => {
    expect(outcome(() => pathBelow(options({ fields: { path } })))).toBe(expected);
  });

  it.each([
    ['', {}],
    ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ['[]', 'refused: login.json'],
    ['"a"', 'refused: login.json'],
    ['null', 'refused: login.json'],
    ['{"a": secret', 'refused: login.json'],
  ])('fields %j are %j', (json, expected) => {
    expect(outcome(() => freeFields(options({ fields: { json } })))).toEqual(expected);
  });

  it.each([
    ['', 8250],
    [' 8400 ', 8400],
    ['1', 1],
    ['65535', 65_535],
    ['0', 'refused: login.port'],
    ['65536', 'refused: login.port'],
    ['8e3', 'refused: login.port'],
    ['-1', 'refused: login.port'],
  ])('port %j is %j', (port, expected) => {
    expect(outcome(() => portOf(options({ fields: { port } })))).toBe(expected);
  });
});
