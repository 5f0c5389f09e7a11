import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

const marked = (text: string): string =>
  lookAlikes(text)
    .map((at) => String.fromCodePoint(text.codePointAt(at) ?? 0))
    .join('');

it.each([
  ['one Cyrillic letter in a Latin word', 'аlice', 'а'],
  ['a word of nothing but twins', 'рау', 'рау'],
  ['Greek in a Latin word', 'prοd', 'ο'],
  ['full-width letters', 'ｓecret', 'ｓ'],
  ['a sign that poses as a slash', 'secret∕a', '∕'],
  ['mathematical letters', '𝗋oot', '𝗋'],
])('finds %s', (_what, text, letters) => {
  expect(marked(text)).toBe(letters);
});

it.each(['payments/db', 'Zürich', 'привет', 'платежи', 'Ελλάδα', '支付 db', 'مدفوعات', '“a” → b…', '10 µs'])(
  'leaves %s alone',
  (text) => {
    expect(marked(text)).toBe('');
  },
);
