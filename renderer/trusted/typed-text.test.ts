import { describe, expect, it } from 'vitest';
import { tidyText } from './typed-text.ts';

const password = { label: 'Password' };
const passcode = { label: 'Passcode', form: 'digits' } as const;
const jwt = { label: 'JWT', form: 'token', multiline: true } as const;
const key = { label: 'Private key', multiline: true };

describe('tidyText', () => {
  it.each([
    ['a password is left as it is', password, ' p ä ss ', ' p ä ss ', ''],
    ['one line stays one', password, 'pass\r\nword\n', 'password', 'Line breaks were left out.'],
    ['a passcode in groups', passcode, '123 456', '123456', 'Spaces and dashes were left out.'],
    ['a passcode with dashes', passcode, '123-456\n', '123456', 'Spaces and dashes were left out.'],
    ['a passcode', passcode, '000123', '000123', ''],
    [
      'a JWT with a line break',
      jwt,
      'eyJ.a.b\n',
      'eyJ.a.b',
      'Spaces or line breaks around the JWT were left out.',
    ],
    ['several lines where they may be', key, 'BEGIN\n x\nEND\n', 'BEGIN\n x\nEND\n', ''],
    ['nothing', jwt, '', '', ''],
    ['only spaces', jwt, ' \n', '', ''],
  ])('%s', (_what, field, typed, text, note) => {
    expect(tidyText(field, typed)).toEqual({ text, note });
  });

  it.each([
    [passcode, '12345o', 'digits'],
    [passcode, '١٢٣', 'digits'],
    [jwt, 'eyJ.a\n.b', 'A JWT has no spaces, line breaks'],
    [jwt, 'eyJ.ä', 'A JWT has no spaces, line breaks'],
    [password, 'x'.repeat(65_537), 'longer than anything that is sent as password'],
    [key, 'x'.repeat(65_537), 'longer'],
  ])('refuses for %o what cannot be sent', (field, typed, words) => {
    expect(tidyText(field, typed).problem).toContain(words);
  });
});
