import { describe, expect, it } from 'vitest';
import { normaliseNamespace, addressOf } from './address.ts';

describe('addressOf', () => {
  it.each([
    [' https://Vault.Example:8200/ ', 'https://vault.example:8200'],
    ['http://127.0.0.1:8200', 'http://127.0.0.1:8200'],
    ['https://[::1]:8200', 'https://[::1]:8200'],
  ])('%s', (typed, origin) => {
    expect(addressOf(typed)).toBe(origin);
  });
  it.each([
    '',
    'vault:8200',
    'file:///etc/passwd',
    'https://u:p@v:8200',
    'https://v:0',
    'https://v/ui',
    'https://v?x=1',
  ])('refuses %j', (typed) => {
    expect(() => addressOf(typed)).toThrow();
  });
});

describe('normaliseNamespace', () => {
  it.each([
    ['', ''],
    ['root', ''],
    ['/team-a/b/', 'team-a/b'],
  ])('%j becomes %j', (typed, namespace) => {
    expect(normaliseNamespace(typed)).toBe(namespace);
  });
  it.each(['a/../b', 'a//b', 'a\u0000b', 'a\nb'])('refuses %j', (typed) => {
    expect(() => normaliseNamespace(typed)).toThrow();
  });
});
