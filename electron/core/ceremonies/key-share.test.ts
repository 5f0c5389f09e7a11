import { describe, expect, it } from 'vitest';
import { shareProblem, tidyShare } from './key-share.ts';

const bytes = Buffer.alloc(33, 0xa7);

describe('a key share', () => {
  it.each([
    ['hex', bytes.toString('hex')],
    ['base64', bytes.toString('base64')],
    ['the key of a single share', Buffer.alloc(32, 3).toString('base64')],
  ])('in %s may be one', (_form, share) => {
    expect(shareProblem(share)).toBeUndefined();
  });

  it.each([
    ['nothing', '', 'Type or paste'],
    ['other signs', 'not-a-share!', 'hex or base64'],
    ['base64 that lost its end', bytes.toString('base64').slice(0, -1), 'hex or base64'],
    ['too little', 'aabb', 'too short'],
    ['two at once', bytes.toString('hex').repeat(2), 'too long'],
    ['a message', Buffer.alloc(300, 0xc1).toString('base64'), 'still encrypted'],
    ['an armored message', tidyShare('-----BEGIN PGP MESSAGE-----\n\nabc'), 'still encrypted'],
    ['a token', 'hvs.CAESIJ', 'a token, not a key share'],
  ])('%s is none', (_what, share, words) => {
    expect(shareProblem(share)).toContain(words);
  });

  it('loses the white space of copying', () => {
    expect(tidyShare(' ab\ncd\t')).toBe('abcd');
  });
});
