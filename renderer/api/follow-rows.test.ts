import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessorsJob } from './tokens.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { followRows } from './follow-rows.ts';
import { accessorRow, jobEnd } from '../screens/token/tokens.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function follow() {
  const bridge = installFakeBridge({
    'token.accessors': () => ({ jobId: 'mine' }),
    'job.cancel': () => ({}),
  });
  const told: string[] = [];
  const job = followRows(accessorsJob('one'), {
    progressed: (batches) => {
      const names = batches.flatMap(({ rows }) => rows).map(({ accessor }) => accessor);
      told.push(`${names.join(' ')} of ${String(batches.at(-1)?.done)}`);
    },
    ended: () => told.push('end'),
  });
  await job.started;
  const rows = (...numbers: number[]): void => {
    bridge.emit('token.accessorsFound', {
      jobId: 'mine',
      rows: numbers.map((one) => accessorRow(String(one))),
      done: numbers.at(-1) ?? 0,
      total: 9,
    });
  };
  return {
    told,
    job,
    rows,
    end: () => {
      bridge.emit('job.ended', jobEnd('mine'));
    },
  };
}

describe('a followed job', () => {
  it('hands the first batch on at once, and those that come quickly as one', async () => {
    const { told, rows } = await follow();
    rows(1);
    rows(2, 3);
    rows(4);
    expect(told).toEqual(['1 of 1']);
    vi.advanceTimersByTime(500);
    expect(told).toEqual(['1 of 1', '2 3 4 of 4']);
    vi.advanceTimersByTime(5_000);
    rows(5);
    expect(told.at(-1)).toBe('5 of 5');
  });

  it('hands on what waits before it tells the end', async () => {
    const { told, rows, end } = await follow();
    rows(1);
    rows(2);
    end();
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual(['1 of 1', '2 of 2', 'end']);
  });

  it('hands nothing on once it is dropped', async () => {
    const { told, job, rows } = await follow();
    rows(1);
    rows(2);
    job.drop();
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual(['1 of 1']);
  });
});
