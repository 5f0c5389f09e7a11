import { describe, expect, it } from 'vitest';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { parseAnswer, satisfies } from './trusted-answer.ts';

describe('parseAnswer', () => {
  it('takes the two answers there are, and drops what else they carry', () => {
    expect(parseAnswer({ kind: 'cancel', text: 'x' })).toEqual({ kind: 'cancel' });
    expect(parseAnswer({ kind: 'submit', text: 'x', more: 1 })).toEqual({ kind: 'submit', text: 'x' });
  });

  it('takes the texts of a form, whatever they are named', () => {
    const values = { password: 'x', __proto__x: 'y', '': 'z' };
    expect(parseAnswer({ kind: 'fields', values, more: 1 })).toEqual({ kind: 'fields', values });
  });

  it.each([
    undefined,
    null,
    'submit',
    {},
    { kind: 'submit' },
    { kind: 'submit', text: 1 },
    { kind: 'submit', text: ['x'] },
    { kind: 'other', text: 'x' },
    { kind: 'submit', text: 'x'.repeat(70_000) },
    { kind: 'fields' },
    { kind: 'fields', values: null },
    { kind: 'fields', values: 'password' },
    { kind: 'fields', values: ['a'] },
    { kind: 'fields', values: { password: 1 } },
    { kind: 'fields', values: { password: 'x', nested: { a: 'b' } } },
    { kind: 'fields', values: { password: 'x'.repeat(70_000) } },
    { kind: 'fields', values: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 'x'])) },
  ])('refuses %#', (input) => {
    expect(parseAnswer(input)).toBeUndefined();
  });
});

describe('satisfies', () => {
  it('takes one of the answers that a question has', () => {
    const choice = { label: 'Forget', hint: '', action: 'Log out', destructive: false };
    const question: TrustedRequest = {
      kind: 'confirm',
      title: 'Log out?',
      body: [],
      action: 'Log out',
      destructive: false,
      choices: [
        { ...choice, value: 'forget' },
        { ...choice, value: 'revoke' },
      ],
    };
    const answers = ['forget', 'revoke', '', 'both'].map((text) =>
      satisfies(question, { kind: 'submit', text }),
    );
    expect(answers).toEqual([true, true, false, false]);
  });

  const confirm: TrustedRequest = {
    kind: 'confirm',
    title: 'Destroy?',
    body: [],
    action: 'Destroy',
    destructive: true,
    typedName: 'api-gateway',
  };

  it('wants the name exactly, whatever the page says', () => {
    expect(satisfies(confirm, { kind: 'submit', text: 'api-gateway' })).toBe(true);
    for (const text of ['', 'api-gateway ', 'API-gateway', 'api‐gateway']) {
      expect(satisfies(confirm, { kind: 'submit', text })).toBe(false);
    }
  });

  it('always takes a cancel', () => {
    expect(satisfies(confirm, { kind: 'cancel' })).toBe(true);
  });

  const form: TrustedRequest = {
    kind: 'enter-fields',
    title: 'Log in',
    intro: [],
    action: 'Log in',
    fields: [
      { name: 'username', label: 'User name', secret: false, value: 'ops' },
      { name: 'password', label: 'Password', secret: true },
      { name: 'totp', label: 'Passcode', secret: true, optional: true, form: 'digits' },
      { name: 'jwt', label: 'JWT', secret: true, optional: true, form: 'token' },
    ],
  };
  const filled = { username: 'ops', password: ' with spaces ' };

  it.each([
    ['what must be filled', filled, true],
    ['an empty optional field', { ...filled, totp: '', jwt: '' }, true],
    ['all', { ...filled, totp: '123456', jwt: 'a.b.c' }, true],
    ['nothing', {}, false],
    ['an empty password', { ...filled, password: '' }, false],
    ['a passcode that is none', { ...filled, totp: '12 34' }, false],
    ['a token in two lines', { ...filled, jwt: 'a.b\n.c' }, false],
    ['a field that was not asked for', { ...filled, admin: 'yes' }, false],
    ['a field of every object', { ...filled, constructor: 'x' }, false],
  ])('of a form with %s', (_what, values, right) => {
    expect(satisfies(form, { kind: 'fields', values })).toBe(right);
  });

  it('takes no form for a text and no text for a form', () => {
    expect(satisfies(form, { kind: 'submit', text: 'x' })).toBe(false);
    expect(satisfies(confirm, { kind: 'fields', values: { '': 'api-gateway' } })).toBe(false);
  });

  it('ends waiting by what is pasted, and by nothing where nothing can be', () => {
    const wait = { kind: 'wait', title: 'Waiting', lines: [] } as const;
    const field = { name: 'url', label: 'Callback URL', secret: true, form: 'token' } as const;
    const pasted = { kind: 'submit', text: 'http://localhost:8250/oidc/callback?code=x' } as const;
    expect(satisfies(wait, pasted)).toBe(false);
    expect(satisfies({ ...wait, field }, pasted)).toBe(true);
    expect(satisfies({ ...wait, field }, { kind: 'submit', text: '' })).toBe(false);
  });
});
