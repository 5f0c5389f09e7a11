import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import { refusedRenewal, renewReasons } from './renew-words.ts';
import type { Renewed } from './renew-words.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const said = (change: Partial<Omit<Renewed, 'token'>>, token: Partial<Renewed['token']> = {}): string =>
  renewReasons({
    askedSeconds: 3600,
    grantedSeconds: 3600,
    warnings: [],
    nowMs: NOW,
    ...change,
    token: { periodSeconds: 0, explicitMaxTtlSeconds: 0, issueTime: '2025-12-31T23:00:00Z', ...token },
  }).join(' ');

describe('why not what was asked was granted', () => {
  it('says nothing where it was, or where nothing was asked', () => {
    expect([
      said({}),
      said({ grantedSeconds: 3599 }),
      said({ askedSeconds: null, grantedSeconds: 5 }),
    ]).toEqual(['', '', '']);
  });

  it.each([
    [
      'the explicit maximum',
      { grantedSeconds: 1800 },
      { explicitMaxTtlSeconds: 5400 },
      /explicit max TTL is 1h30m.*30 min of it are left.*does not extend it/,
    ],
    [
      'the maximum of the server',
      {
        grantedSeconds: 1800,
        warnings: ['TTL of "1h" exceeded the effective max_ttl of "90m"; TTL value is capped accordingly'],
      },
      {},
      /maximum TTL, from its creation.*leaves 90m\./,
    ],
    [
      'the maximum of the server, which cuts a period',
      {
        grantedSeconds: 1800,
        warnings: [
          'period of "1h" exceeded the effective max_ttl of "30m"; period value is capped accordingly',
        ],
      },
      { periodSeconds: 3600 },
      /period of 1h.*maximum TTL of 30m.*cuts its period/,
    ],
    ['no reason that is known', { grantedSeconds: 1800 }, {}, /does not say why/],
    ['a period', { grantedSeconds: 1800 }, { periodSeconds: 1800 }, /period of 30m, whatever is asked/],
    ['a period longer than asked', { grantedSeconds: 7200 }, { periodSeconds: 7200 }, /period of 2h/],
    [
      'a period under an explicit maximum',
      { grantedSeconds: 600 },
      { periodSeconds: 1800, explicitMaxTtlSeconds: 4200 },
      /period of 30m.*explicit max TTL is 1h10m/,
    ],
    ['more than asked', { grantedSeconds: 7200 }, {}, /granted more than was asked/],
    ['nothing asked by 0', { askedSeconds: 0 }, {}, /increment of 0/],
  ] as const)('%s', (_what, change, token, reason) => {
    expect(said(change, token)).toMatch(reason);
  });
});

describe('why a renewal was refused', () => {
  const refusal = (text: string): AppError => ({
    kind: 'invalid-request',
    message: 'as the client has it',
    status: 400,
    serverErrors: [text],
  });

  it.each([
    ['batch tokens cannot be renewed', undefined, /batch token/],
    ['lease is not renewable', { expireTime: null, type: 'service' }, /never expires/],
    [
      'lease is not renewable',
      { expireTime: '2026-01-02T00:00:00Z', type: 'service' },
      /created as not renewable/,
    ],
    ['lease is not renewable', undefined, /never expires, or was created/],
    ['invalid request', undefined, /says: invalid request/],
    ['cannot provide negative value ‘-5’', undefined, /negative time/],
    ['something else', undefined, /as the client has it/],
  ] as const)('%s', (text, token, words) => {
    const error = refusedRenewal(refusal(text), token);
    expect(error.message).toMatch(words);
    expect(error).toMatchObject({ kind: 'invalid-request', status: 400, serverErrors: [text] });
  });

  it('leaves every other failure as it is', () => {
    const error: AppError = { kind: 'sealed', message: 'Sealed.' };
    expect(refusedRenewal(error, undefined)).toBe(error);
  });
});
