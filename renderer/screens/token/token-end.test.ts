import { describe, expect, it } from 'vitest';
import { hardEndMs, renewRefusal, revokeRefusal, tokenEnd } from './token-end.ts';
import type { LookedUp } from './token-notes.ts';
import { toldAtLogin } from './token-notes.ts';
import { sampleToken } from '../../fixtures/session.fixture.ts';

/** Looked up at 9:00, created at 8:00, ends at 9:42. */
function token(change: Partial<LookedUp> = {}): LookedUp {
  return { ...toldAtLogin(sampleToken), issueTime: '2026-11-20T08:00:00Z', ...change };
}

function words(change: Partial<LookedUp>, left: number | undefined = 2520): string {
  return tokenEnd(token(change), left).sentences.join('\n');
}

describe('tokenEnd', () => {
  it('says of every kind of token when it really ends', () => {
    const table: readonly (readonly [Partial<LookedUp>, readonly string[]])[] = [
      [{}, ['Renewable up to the mount’s max TTL.']],
      [{ periodSeconds: 86_400 }, ['Each renewal resets its TTL to 24h', 'an increment has no effect']],
      [
        { periodSeconds: 3600, explicitMaxTtlSeconds: 7200 },
        ['Each renewal resets its TTL to 1h', 'Cannot be renewed beyond 2026-11-20 10:00:00 UTC, 2h after'],
      ],
      [
        { explicitMaxTtlSeconds: 5 * 3600 },
        ['beyond 2026-11-20 13:00:00 UTC, 5h after', '4 renewals of 1h reach that far'],
      ],
      [
        { explicitMaxTtlSeconds: 2 * 3600 },
        ['beyond 2026-11-20 10:00:00 UTC', 'One renewal of 1h reaches that far'],
      ],
      [{ explicitMaxTtlSeconds: 6120 }, ['Renewing does not extend it']],
      [{ numUses: 1 }, ['One more request ends it, even a refused one.']],
      [{ numUses: 7, orphan: false }, ['7 more requests end it', 'It is revoked together with its parent']],
    ];
    for (const [change, parts] of table)
      for (const part of parts) expect(words(change), JSON.stringify(change)).toContain(part);
  });

  it('says nothing where the time left says it all', () => {
    expect(words({ expireTime: null, ttlSeconds: 0, renewable: false })).toBe('');
    expect(words({ renewable: false })).toBe('');
  });

  it('corrects the explicit maximum by the difference of the two clocks', () => {
    // The server's clock is an hour behind: its 8:42 is 9:42 here.
    const behind = token({
      expireTime: '2026-11-20T08:42:00Z',
      issueTime: '2026-11-20T07:00:00Z',
      explicitMaxTtlSeconds: 7200,
    });
    expect(new Date(hardEndMs(behind) ?? 0).toISOString()).toBe('2026-11-20T10:00:00.000Z');
  });

  it('warns before the end, and says whether a renewal still helps', () => {
    const warning = (change: Partial<LookedUp>, left: number) => tokenEnd(token(change), left).warning;
    expect(warning({}, 2520)).toBeUndefined();
    expect(warning({}, Infinity)).toBeUndefined();
    expect(warning({}, 300)).toBe('It expires soon. A renewal keeps it alive.');
    expect(warning({ renewable: false }, 300)).toContain('log in again');
    expect(warning({ explicitMaxTtlSeconds: 6120 }, 300)).toContain('log in again');
    expect(warning({ creationTtlSeconds: 120, ttlSeconds: 119 }, 59)).toContain('expires soon');
    expect(warning({}, 0)).toBe('It has expired.');
  });
});

describe('what cannot be done', () => {
  it('names why a token cannot be renewed', () => {
    expect(renewRefusal(token(), {})).toBeUndefined();
    // It is unknown if the token is renewable: a renewal finds out.
    expect(renewRefusal(token({ noLookUp: 'nothing', expireTime: null }), {})).toBeUndefined();
    expect(renewRefusal(token({ type: 'batch', renewable: false }), {})).toContain('batch');
    expect(renewRefusal(token({ expireTime: null }), {})).toContain('never expires');
    expect(renewRefusal(token({ renewable: false }), {})).toContain('not renewable');
    expect(renewRefusal(token(), { revoked: { at: '', warnings: [] } })).toContain('revoked');
  });

  it('names why a token cannot be revoked', () => {
    expect(revokeRefusal(token(), {})).toBeUndefined();
    expect(revokeRefusal(token({ type: 'batch' }), {})).toContain('does not store');
    expect(revokeRefusal(token(), { revoked: { at: '', warnings: [] } })).toContain('Already');
  });
});
