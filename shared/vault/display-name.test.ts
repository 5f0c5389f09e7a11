import { expect, it } from 'vitest';
import { isDisplayName } from './display-name.ts';

it.each([
  '',
  'Payments (production)',
  'Zahlungen – Köln',
  'مدفوعات',
  'תשלומים',
  'می‌خواهم',
  '支払い',
  '👩‍💻 team',
  "O'Brien & Söhne <vault>",
  '\u00a0',
])('takes %j', (name) => {
  expect(isDisplayName(name)).toBe(true);
});

it.each([
  ['a line break', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['a null', '\u0000'],
  ['an escape', '\u001b'],
  ['a C1 control', '\u0085'],
  ['a soft hyphen', '\u00ad'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left mark', '\u200f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a left-to-right embedding', '\u202a'],
  ['a right-to-left embedding', '\u202b'],
  ['the end of a direction', '\u202c'],
  ['a left-to-right override', '\u202d'],
  ['a right-to-left override', '\u202e'],
  ['a word joiner', '\u2060'],
  ['a left-to-right isolate', '\u2066'],
  ['a right-to-left isolate', '\u2067'],
  ['a first-strong isolate', '\u2068'],
  ['the end of an isolate', '\u2069'],
  ['a byte order mark', '\ufeff'],
  ['a Hangul filler', '\u3164'],
  ['an annotation', '\ufff9'],
  ['a tag', '\u{e0041}'],
  ['half a surrogate pair', '\ud83d'],
])('refuses %s anywhere', (_what, character) => {
  for (const name of [character, `${character}Payments`, `Pay${character}ments`, `Payments${character}`])
    expect(isDisplayName(name)).toBe(false);
});
