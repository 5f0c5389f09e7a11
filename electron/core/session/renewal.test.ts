/** Tests automatic renewal with a fake clock. */
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { noToken } from './no-token.ts';
import { Renewal, renewedFacts } from './renewal.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

const facts = (ttlSeconds: number, change: Partial<TokenFacts> = {}): TokenFacts => ({
  ...noToken,
  type: 'service',
  renewable: true,
  ttlSeconds,
  expireTime: new Date(START + ttlSeconds * 1000).toISOString(),
  lookedUpAt: new Date(START).toISOString(),
  ...change,
});

/** A token that each renewal extends by `grants` seconds, or fails with an error. */
function scene(first: TokenFacts, grants: (AppError | number)[]) {
  let now = START;
  let known = first;
  let timer: { readonly at: number; readonly work: () => void } | undefined;
  const renewedAt: number[] = [];
  let changes = 0;
  const renewal = new Renewal({
    facts: () => known,
    renew: () => {
      renewedAt.push((now - START) / 1000);
      const grant = grants.shift();
      if (typeof grant !== 'number') {
        const error = grant ?? { kind: 'internal', message: 'nothing more' };
        return Promise.reject(new AppFailure(error));
      }
      known = renewedFacts(known, { lease_duration: grant }, now);
      return Promise.resolve(known);
    },
    changed: () => {
      changes++;
    },
    clock: {
      now: () => now,
      after: (waitMs, work) => {
        const set = { at: now + waitMs, work };
        timer = set;
        return () => {
          if (timer === set) timer = undefined;
        };
      },
    },
  });
  return {
    renewal,
    renewedAt,
    changes: () => changes,
    learn: (next: TokenFacts) => {
      known = next;
      renewal.reconsider();
    },
    now: () => now,
    /** Advances the time and fires due timers. */
    pass: async (seconds: number) => {
      const until = now + seconds * 1000;
      while (timer !== undefined && timer.at <= until) {
        const due = timer;
        timer = undefined;
        now = Math.max(now, due.at);
        due.work();
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = until;
    },
    /** The computer sleeps: time passes without timers. */
    sleep: (seconds: number) => {
      now += seconds * 1000;
    },
    waiting: () => timer !== undefined,
  };
}

describe('automatic renewal', () => {
  it('is off until it is chosen', async () => {
    const { renewal, pass, renewedAt } = scene(facts(100), []);
    await pass(1000);
    expect([renewal.view(), renewedAt]).toEqual([undefined, []]);
  });

  it('renews when half of what was left is over, again and again', async () => {
    const { renewal, pass, renewedAt } = scene(facts(100), [100, 100, 100]);
    renewal.start();
    expect(renewal.view()).toEqual({ nextAt: '2026-01-01T00:00:50.000Z' });
    await pass(160);
    expect(renewedAt).toEqual([50, 100, 150]);
  });

  it('ends where a renewal makes the token live no longer', async () => {
    const { renewal, pass, renewedAt, changes, waiting } = scene(
      facts(100, { explicitMaxTtlSeconds: 120 }),
      [70, 35],
    );
    renewal.start();
    await pass(1000);
    expect(renewedAt).toEqual([50, 85]);
    expect(renewal.view()?.nextAt).toBe('');
    expect(renewal.view()?.problem).toContain('its max TTL is 2m');
    expect([changes(), waiting()]).toEqual([2, false]);
  });

  it('does not put it off with every look at the token', async () => {
    const { renewal, pass, learn, renewedAt, now } = scene(facts(1000), [1000]);
    renewal.start();
    for (let look = 0; look < 20; look++) {
      await pass(30);
      // The server reports whole seconds, and the response takes a moment.
      const left = Math.floor(1000 - (now() - START) / 1000) + (look % 2);
      if (renewedAt.length === 0) learn(facts(left, { lookedUpAt: new Date(now()).toISOString() }));
    }
    expect(renewedAt).toEqual([500]);
  });

  it('follows a renewal by somebody else, to an earlier end or a later one', async () => {
    const { renewal, pass, learn, now } = scene(facts(1000), []);
    renewal.start();
    await pass(10);
    learn(facts(60, { lookedUpAt: new Date(now()).toISOString() }));
    expect(renewal.view()?.nextAt).toBe('2026-01-01T00:00:40.000Z');
    learn(facts(7200, { lookedUpAt: new Date(now()).toISOString() }));
    expect(renewal.view()?.nextAt).toBe('2026-01-01T01:00:10.000Z');
  });

  it('waits for months, which no timer can, and wakes up after a sleep', async () => {
    const { renewal, pass, renewedAt, sleep } = scene(facts(400 * 86_400), [400 * 86_400]);
    renewal.start();
    await pass(86_400);
    expect(renewedAt).toEqual([]);
    sleep(200 * 86_400);
    await pass(60);
    expect(renewedAt).toHaveLength(1);
  });

  it('says a failure and tries again, sooner the less is left, until the token has ended', async () => {
    const network: AppError = { kind: 'network', code: 'ECONNREFUSED', message: 'Nobody answers.' };
    const { renewal, pass, renewedAt } = scene(facts(160), [network, network, 160]);
    renewal.start();
    await pass(80);
    expect(renewal.view()).toEqual({
      nextAt: '2026-01-01T00:01:30.000Z',
      problem: 'The last renewal failed and will be retried: Nobody answers.',
    });
    await pass(30);
    expect(renewedAt.map(Math.round)).toEqual([80, 90, 99]);
    expect(renewal.view()?.problem).toBeUndefined();

    const late = scene(
      facts(4),
      Array.from({ length: 99 }, () => network),
    );
    late.renewal.start();
    await late.pass(60);
    expect(late.renewal.view()).toMatchObject({ nextAt: '' });
    expect(late.renewedAt.length).toBeLessThan(6);
  });

  it.each(['unauthenticated', 'invalid-request', 'forbidden'] as const)(
    'does not try again what is refused as %s',
    async (kind) => {
      const { renewal, pass, renewedAt } = scene(facts(100), [{ kind, message: 'No.' }]);
      renewal.start();
      await pass(1000);
      expect(renewedAt).toEqual([50]);
      expect(renewal.view()).toEqual({ nextAt: '', problem: 'The last renewal was refused: No.' });
    },
  );

  it('lets nothing happen once it is stopped, not even by what was under way', async () => {
    const { renewal, pass, renewedAt, waiting, changes } = scene(facts(100), [100]);
    renewal.start();
    const passing = pass(50);
    renewal.stop();
    await passing;
    expect([renewal.view(), renewedAt.length <= 1, waiting(), changes()]).toEqual([
      undefined,
      true,
      false,
      0,
    ]);
  });

  it.each([
    ['batch', { type: 'batch' }, /batch token/],
    ['limited', { numUses: 3 }, /would cost one/],
    ['used up', { numUses: -1 }, /would cost one/],
    ['endless', { expireTime: null }, /never expires/],
    ['not renewable', { renewable: false }, /cannot be renewed/],
  ] as const)('refuses a token that is %s, with the reason', (_what, change, reason) => {
    const { renewal, waiting } = scene(facts(100, change), []);
    expect(() => renewal.start()).toThrow(reason);
    expect([renewal.view(), waiting()]).toEqual([undefined, false]);
  });
});

describe('facts after a renewal', () => {
  it('know the new end; the use that it cost is counted where it was sent', () => {
    const after = renewedFacts(facts(10, { numUses: 4 }), { lease_duration: 60 }, START + 5000);
    expect(after).toMatchObject({ ttlSeconds: 60, numUses: 4, expireTime: '2026-01-01T00:01:05.000Z' });
  });

  it('are all that the renewal tells where nothing was known', () => {
    const before = facts(0, { noLookUp: 'nothing' });
    const auth = { lease_duration: 60, renewable: true, token_policies: ['ci'], accessor: 'abc' };
    expect(renewedFacts(before, auth, START)).toMatchObject({
      id: before.id,
      noLookUp: 'earlier',
      ttlSeconds: 60,
      policies: ['ci'],
      accessor: 'abc',
      expireTime: '2026-01-01T00:01:00.000Z',
    });
  });
});
