import { describe, expect, it } from 'vitest';
import { cleanToken } from './token-text.ts';

describe('cleanToken', () => {
  it.each([
    ['hvs.abc', false],
    ['hvs.abc\n', true],
    ['  hvs.abc\r\n', true],
    ['\u200bhvs.abc\ufeff', true],
    ['\u00a0hvs.abc\t', true],
  ])('takes the token of %j', (text, trimmed) => {
    expect(cleanToken(text)).toEqual({ token: 'hvs.abc', trimmed });
  });

  it.each(['hvs.a bc', 'hvs.a\nbc', 'VAULT_TOKEN=hvs.a\nx', 'hvs.ä', 'hvs.a\u200bbc', 'a\0b'])(
    'refuses %j and changes nothing inside',
    (text) => {
      const { token, problem } = cleanToken(text);
      expect(token).toBe(text);
      expect(problem).toEqual(expect.any(String));
    },
  );

  it.each(['', ' ', '\n\t'])('asks for one where there is %j', (text) => {
    expect(cleanToken(text).problem).toContain('first');
  });
});
