import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { RowListener } from '../../api/tokens.ts';
import { followJob } from './follow-job.ts';

interface Batch {
  readonly jobId: string;
  readonly rows: readonly number[];
  readonly done: number;
  readonly total: number;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function follow() {
  const told: string[] = [];
  let listener: RowListener<Batch> | undefined;
  const job = followJob<number>(
    { cancel: () => Promise.resolve() },
    (listening) => {
      listener = listening;
      return () => undefined;
    },
    {
      progressed: ({ rows, done }) => told.push(`${rows.join(' ')} of ${String(done)}`),
      ended: () => told.push('end'),
    },
  );
  await job.start(() => Promise.resolve('mine'));
  const rows = (...numbers: number[]): void => {
    listener?.progressed({ jobId: 'mine', rows: numbers, done: numbers.at(-1) ?? 0, total: 9 });
  };
  const end = (): void => {
    listener?.ended({ jobId: 'mine' } as JobEnd);
  };
  return { told, job, rows, end };
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
