import { describe, expect, it } from 'vitest';
import { decodeRootToken } from './root-token.ts';

/** Encodes like the server. */
function encoded(token: string, otp: string): string {
  const password = Buffer.from(otp);
  return Buffer.from(Buffer.from(token).map((byte, at) => byte ^ (password[at] ?? 0)))
    .toString('base64')
    .replace(/=+$/, '');
}

const token = 'hvs.0123456789abcdefghABCD';
const otp = 'PsrQkCW2wVsQ4mN8rT1uYz0aBc';

describe('decodeRootToken', () => {
  it('takes the password off', () => {
    expect(decodeRootToken(encoded(token, otp), otp)).toBe(token);
    expect(decodeRootToken(`${encoded(token, otp)}=`, otp)).toBe(token);
  });

  it.each([
    ['another password of the same length', encoded(token, otp), 'é'.repeat(13)],
    ['a shorter password', encoded(token, otp), otp.slice(1)],
    ['no password', encoded(token, otp), ''],
    ['nothing', '', ''],
    ['no base64', '!!!!', 'abc'],
  ])('decodes nothing of %s', (_what, given, password) => {
    expect(decodeRootToken(given, password)).toBeUndefined();
  });
});
