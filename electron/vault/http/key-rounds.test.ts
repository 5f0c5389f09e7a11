import { describe, expect, it } from 'vitest';
import { MOST_ROUNDS, roundsIn } from './key-rounds.ts';
import { readPkcs12 } from './pkcs12.ts';

const value = (tag: number, ...content: readonly number[]): number[] => [tag, content.length, ...content];
const salt = value(0x04, 1, 2, 3, 4);
const rounds = value(0x02, 0x3b, 0x9a, 0xca, 0x00);

describe('roundsIn', () => {
  it.each([
    ['beside a salt', value(0x30, ...salt, ...rounds), 1_000_000_000],
    [
      'deep inside',
      value(0x30, ...value(0x30, ...value(0xa0, ...value(0x30, ...salt, ...rounds)))),
      1_000_000_000,
    ],
    ['packed in octets', value(0x04, ...value(0x30, ...salt, ...rounds)), 1_000_000_000],
    ['of indefinite length', [0x30, 0x80, ...value(0x30, ...salt, ...rounds), 0, 0], 1_000_000_000],
    ['no salt', value(0x30, ...rounds), 0],
    ['no DER', [0xff, 0xff, 0xff], 0],
    ['nothing', [], 0],
    ['a length beyond the end', [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], 0],
    ['nested without end', Array.from({ length: 1000 }, () => [0x30, 0x80]).flat(), 0],
  ])('finds the number %s', (_what, der, expected) => {
    expect(roundsIn(Uint8Array.from(der))).toBe(expected);
  });
});

describe('a PKCS#12 file that wants a thousand million rounds', () => {
  it('is refused before it is opened', async () => {
    const read = await readPkcs12(Buffer.from(value(0x30, ...salt, ...rounds)), 'x', 'slow.p12');
    expect(read).toMatchObject({
      ok: false,
      error: { kind: 'tls', reason: 'client-certificate-unreadable' },
    });
    expect(read.ok ? '' : read.error.message).toContain(`at most ${MOST_ROUNDS}`);
  });
});
