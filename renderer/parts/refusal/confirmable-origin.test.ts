import { expect, it } from 'vitest';
import { confirmableOrigin } from './confirmable-origin.ts';

const message = 'It redirected.';

it.each([
  ['https://b.example:8200', 'https://a.example:8200', [], 'https://b.example:8200'],
  ['https://b.example:8200/v1/x?y', 'https://a.example:8200', [], 'https://b.example:8200'],
  ['https://b.example', 'http://a.example', [], 'https://b.example'],
  ['http://b.example', 'https://a.example', [], undefined],
  ['https://a.example:8200', 'https://a.example:8200', [], undefined],
  ['https://b.example:8200', 'https://a.example:8200', ['https://b.example:8200'], undefined],
  ['an address that cannot be followed', 'https://a.example:8200', [], undefined],
  ['javascript:alert(1)', 'https://a.example:8200', [], undefined],
  ['https://b.example', 'nonsense', [], undefined],
  ['https://b.example', 'unix:///run/vault.sock', [], undefined],
  ['https://b.example', 'https://a.example/team-a/vault', [], 'https://b.example'],
  ['https://a.example', 'https://a.example/team-a/vault', [], undefined],
])(
  'a redirect to %s from %s (confirmed: %s) may be confirmed as %s',
  (location, address, confirmed, origin) => {
    expect(confirmableOrigin({ kind: 'redirect-refused', location, message }, address, confirmed)).toBe(
      origin,
    );
  },
);

it('is nothing for another error', () => {
  expect(confirmableOrigin({ kind: 'sealed', message }, 'https://a.example')).toBeUndefined();
});
