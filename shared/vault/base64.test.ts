import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Text, isBase64, toBase64 } from './base64.ts';

it('encodes as everybody does, and reads it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const encoded = toBase64(text);
      expect(encoded).toBe(Buffer.from(text, 'utf8').toString('base64'));
      expect(base64Text(encoded)).toBe(/[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text);
    }),
  );
});

it.each(['abc', 'a===', 'not base64!', '/w==', Buffer.from([0, 1, 2]).toString('base64')])(
  'takes %j for no text',
  (text) => {
    expect(base64Text(text)).toBeUndefined();
  },
);

it('knows base64 by its form', () => {
  expect(isBase64('aGVsbG8=')).toBe(true);
  expect(isBase64('aGVsbG8')).toBe(false);
  expect(isBase64('')).toBe(true);
});
