import { describe, expect, it } from 'vitest';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { draftOfLogin, emptyLogin, isSameLogin, loginIn, loginProblem, optionsOf } from './login-draft.ts';
import type { LoginDraft } from './login-draft.ts';
import { loginWords } from './login-types.ts';

function draft(change: Partial<LoginDraft>): LoginDraft {
  return { ...emptyLogin, ...change };
}

describe('optionsOf', () => {
  it('holds what belongs to the chosen type, and nothing that was typed for another', () => {
    const typed = { username: ' ops ', roleId: 'r-1', port: '8251', expectedPath: 'x', json: '{"a":1}' };
    expect(optionsOf(draft({ type: 'ldap', fields: typed }))).toEqual({
      type: 'ldap',
      mount: 'ldap/',
      fields: { username: 'ops' },
    });
    expect(optionsOf(draft({ type: 'approle', fields: typed })).fields).toEqual({
      roleId: 'r-1',
      secretId: 'plain',
    });
    expect(optionsOf(draft({ type: 'approle', fields: { ...typed, secretId: 'wrapped' } })).fields).toEqual({
      roleId: 'r-1',
      secretId: 'wrapped',
      expectedPath: 'x',
    });
    expect(optionsOf(draft({ type: 'oidc', fields: typed })).fields).toEqual({
      port: '8251',
      callback: 'browser',
    });
    // Neither uses a method below auth/.
    expect(optionsOf(draft({ type: 'wrapped', fields: typed }))).toEqual({
      type: 'wrapped',
      mount: '',
      fields: { expectedPath: 'x' },
    });
    expect(loginProblem(draft({ type: 'wrapped' }))).toBeUndefined();
    expect(optionsOf(draft({ fields: typed }))).toEqual({ type: 'token', mount: '', fields: {} });
  });

  it.each([
    ['team/ldap', 'team/ldap/'],
    ['/auth/team/ldap//', 'team/ldap/'],
    [' ldap/ ', 'ldap/'],
    ['authority/', 'authority/'],
  ])('puts the mount %j in order', (typed, mount) => {
    expect(optionsOf(draft({ type: 'ldap', mounts: { ldap: typed } })).mount).toBe(mount);
  });

  it('names the fields that are credentials, each once', () => {
    const options = optionsOf(
      draft({ type: 'other', mounts: { other: 'kerberos' }, secretFields: 'a, b  a,,' }),
    );
    expect(options).toEqual({
      type: 'other',
      mount: 'kerberos/',
      fields: { path: 'login' },
      secretFields: ['a', 'b'],
    });
    expect(optionsOf(draft({ type: 'ldap', secretFields: 'a' }))).not.toHaveProperty('secretFields');
  });

  it('tells the root namespace from none', () => {
    expect(optionsOf(draft({ type: 'ldap' }))).not.toHaveProperty('namespace');
    expect(optionsOf(draft({ type: 'ldap', namespace: '' }))).toMatchObject({ namespace: '' });
  });

  it('comes back from a profile as it was', () => {
    const options: LoginOptions = {
      type: 'other',
      mount: 'team/x/',
      namespace: 'a/',
      secretFields: ['pin', 'key'],
      fields: { path: 'login/ops', json: '{ "a": 1 }' },
    };
    expect(optionsOf(draftOfLogin(options))).toEqual(options);
    expect(loginIn(draftOfLogin(undefined))).toEqual({});
  });
});

describe('isSameLogin', () => {
  const ldap: LoginOptions = { type: 'ldap', mount: 'ldap/', fields: { username: 'ops' } };
  it.each([
    [undefined, undefined, true],
    [undefined, { type: 'token', mount: '', fields: {} } as const, true],
    [ldap, { ...ldap, mount: 'ldap', fields: { username: 'ops', role: '' } }, true],
    [
      { type: 'oidc', mount: 'oidc/', fields: {} } as const,
      { type: 'oidc', mount: 'oidc/', fields: { callback: 'browser' } } as const,
      true,
    ],
    [ldap, undefined, false],
    [ldap, { ...ldap, fields: { username: 'dev' } }, false],
    [ldap, { ...ldap, mount: 'team/ldap/' }, false],
    [ldap, { ...ldap, type: 'radius' } as const, false],
    [ldap, { ...ldap, namespace: '' }, false],
  ])('%o and %o', (one, other, same) => {
    expect(isSameLogin(one, other)).toBe(same);
    expect(isSameLogin(other, one)).toBe(same);
  });
});

describe('loginProblem', () => {
  it.each([
    [{ type: 'ldap', mounts: { ldap: ' / ' } }, 'mount'],
    [{ type: 'other' }, 'mount'],
    [{ type: 'other', mounts: { other: 'x/' }, fields: { path: ' ' } }, 'path'],
    [{ type: 'other', mounts: { other: 'x/' }, fields: { json: '{"a": 1' } }, 'json'],
    [{ type: 'other', mounts: { other: 'x/' }, fields: { json: '[1]' } }, 'json'],
    [{ type: 'other', mounts: { other: 'x/' }, fields: { json: 'null' } }, 'json'],
    [{ type: 'oidc', fields: { port: '0' } }, 'port'],
    [{ type: 'oidc', fields: { port: '65536' } }, 'port'],
    [{ type: 'oidc', fields: { port: '8.2e3' } }, 'port'],
  ] as const)('finds it in %o', (change, part) => {
    expect(loginProblem(draft(change))?.part).toBe(part);
  });

  it.each([
    [{}],
    [{ fields: { port: 'x' } }],
    [{ type: 'oidc', fields: { port: ' 8250 ' } }],
    [{ type: 'other', mounts: { other: 'x/' }, fields: { json: ' {"a": 1}\n' } }],
  ] as const)('has nothing to say of %o', (change) => {
    expect(loginProblem(draft(change))).toBeUndefined();
  });
});

describe('loginWords', () => {
  it.each([
    [{ type: 'token', mount: '', fields: {} }, 'token'],
    [{ type: 'ldap', mount: 'ldap/', fields: { username: 'ops' } }, 'LDAP as ops'],
    [{ type: 'ldap', mount: 'team/ldap/', fields: {} }, 'LDAP at team/ldap/'],
    [{ type: 'userpass', mount: 'userpass/', fields: { username: 'ops' } }, 'user name and password as ops'],
    [{ type: 'oidc', mount: 'oidc/', fields: { role: 'dev', callback: 'browser' } }, 'OIDC as dev'],
    [{ type: 'other', mount: 'krb/', fields: { path: 'login' } }, 'auth/krb/login'],
  ] as const)('%o', (options, words) => {
    expect(loginWords(options)).toBe(words);
  });
});
