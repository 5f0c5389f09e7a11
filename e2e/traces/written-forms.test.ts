import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writtenForms } from './written-forms.ts';

const text = fc.string({ minLength: 8, unit: 'grapheme-ascii' });

it.each<readonly [string, (text: string) => string]>([
  ['in JSON', (whole) => JSON.stringify({ field: whole })],
  ['in an address', encodeURIComponent],
  ['in base64', (whole) => Buffer.from(whole).toString('base64')],
  ['in base64 for addresses', (whole) => Buffer.from(whole).toString('base64url')],
  ['in hex', (whole) => Buffer.from(whole).toString('hex')],
])('a secret is found %s, wherever in something longer it stands @written-forms', (_, write) => {
  fc.assert(
    fc.property(text, text, text, (before, secret, after) => {
      const written = write(`${before}${secret}${after}`);
      expect([...writtenForms(secret).keys()].some((form) => written.includes(form))).toBe(true);
    }),
  );
});

it('knows no form that any other text would have', () => {
  fc.assert(
    fc.property(text, (secret) => {
      for (const form of writtenForms(secret).keys()) expect(form.length).toBeGreaterThanOrEqual(8);
    }),
  );
});
