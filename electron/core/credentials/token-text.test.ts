import { describe, expect, it } from 'vitest';
import { looksLikeAccessor, readTokenText, tokenByShape } from './token-text.ts';

const hvs = 'hvs.CAESIGZiqbKFG4rnvHKpdpR0V9KqL9qSs3aR74zIf9urINdgGh4KHGh2cy5JQkhkVWNHN1dLZUxRVU5TT2xTdWZ1VkM';
const jwt = `eyJhbGciOiJFUzUxMiJ9.eyJqdGkiOiJodnMuMlE0In0.${'Acv54Py20PW3_-'.repeat(9)}`;

describe('what is pasted as a wrapping token', () => {
  it.each([
    ['as it is', hvs, hvs],
    ['with white space around it', `\ufeff  \t${hvs}\r\n\n`, hvs],
    ['broken over lines by a mail', `${hvs.slice(0, 40)}\r\n  ${hvs.slice(40)}`, hvs],
    ['with a space inside', `${hvs.slice(0, 20)} ${hvs.slice(20)}`, hvs],
    ['with what shows nothing inside', `${hvs.slice(0, 20)}\u200b${hvs.slice(20)}`, hvs],
    ['in its old form', 's.b519c6aa13354dd99fa3', 's.b519c6aa13354dd99fa3'],
    ['of a namespace', `${hvs}.a1b2c`, `${hvs}.a1b2c`],
    ['as a JWT over lines', jwt.replace('.', '.\n'), jwt],
    ['in no known form', 'dev-root', 'dev-root'],
  ])('is taken %s', (_name, text, token) => {
    expect(readTokenText(text)).toEqual({ token });
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \u200b\n'],
    ['words', 'here is the token for you'],
    ['two tokens', `${hvs}\n${hvs.replace('.', '/')}`],
    ['a line of the command line', `wrapping_token: ${hvs}`],
    ['letters of no token', 'hvs.pässwörd'],
    ['a control character', 'hvs.abc\u0007def'],
    ['a file', 'x'.repeat(16_385)],
  ])('is refused in a sentence that does not repeat it: %s', (_name, text) => {
    const read = readTokenText(text);
    expect(read).toHaveProperty('problem', expect.stringMatching(/^[A-Z].*\.$/));
    if (text.trim().length > 4) expect(JSON.stringify(read)).not.toContain(text.trim().slice(0, 9));
  });
});

it('knows an accessor by its form', () => {
  expect(looksLikeAccessor('UKyuffxmfFpMUOU40vtMmoaQ')).toBe(true);
  expect(looksLikeAccessor('UKyuffxmfFpMUOU40vtMmoaQ.a1b2c')).toBe(true);
  expect(looksLikeAccessor(hvs)).toBe(false);
  expect(looksLikeAccessor('root')).toBe(false);
});

describe('a token by its shape', () => {
  const tail = 'CAESIJ-canary_0123456789abcdef';
  it.each([
    ['a service token', `hvs.${tail}`],
    ['a batch token of a namespace', `hvb.${tail}.q1W2e`],
    ['an old one', 's.0123456789abcdefghijABCD'],
    ['a JWT', `eyJhbGciOiJFUzUxMiJ9.eyJhY2Nlc3NvciI6IiJ9.${tail}`],
  ])('is %s', (_what, token) => {
    expect(tokenByShape(` ${token.slice(0, 9)}\n${token.slice(9)} `)).toBe(token);
  });

  it.each([
    ['a word', 'canary-password'],
    ['a password with a dot', 's.Pa55word'],
    ['a UUID', '7f3c1a52-9f0b-4a55-8c38-1f2d6c0f4e11'],
    ['a prefix in front of a sentence', 'hvs.this is a sentence, and it is long enough'],
    ['a host', 's.example-of-a-host.internal.example'],
    ['endless', `hvs.${'a'.repeat(5000)}`],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(tokenByShape(text)).toBeUndefined();
  });
});
