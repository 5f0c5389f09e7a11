import { describe, expect, it } from 'vitest';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { parseAnswer, satisfies } from './trusted-answer.ts';

describe('parseAnswer', () => {
  it('takes the two answers there are, and drops what else they carry', () => {
    expect(parseAnswer({ kind: 'cancel', text: 'x' })).toEqual({ kind: 'cancel' });
    expect(parseAnswer({ kind: 'submit', text: 'x', more: 1 })).toEqual({ kind: 'submit', text: 'x' });
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
  ])('refuses %#', (input) => {
    expect(parseAnswer(input)).toBeUndefined();
  });
});

describe('satisfies', () => {
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
});
