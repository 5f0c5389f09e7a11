import { describe, expect, it } from 'vitest';
import type { JobEnd } from '../../shared/ipc/contract.ts';
import { createJobs } from './jobs.ts';
import type { FoundBatch, FoundWork, JobCounts, RowBatch } from './jobs.ts';

type Work = FoundWork<readonly string[], JobCounts>;

function start(work: Work) {
  const progress: FoundBatch<readonly string[], JobCounts>[] = [];
  const ended = Promise.withResolvers<JobEnd>();
  let ends = 0;
  const jobs = createJobs((_name, payload) => {
    ends++;
    ended.resolve(payload);
  });
  const jobId = jobs.startWalk('s', none, (batch) => progress.push(batch), work);
  return { jobs, jobId, progress, ended: ended.promise, ends: () => ends };
}

const none = { foldersRead: 0, foldersWaiting: 0, namesSeen: 0 };
const state = { foldersRead: 1, foldersWaiting: 0, namesSeen: 2 };

describe('jobs', () => {
  it('sends every finding before its one end', async () => {
    const { jobId, progress, ended, ends } = start(async (report) => {
      report.found(['a', 'b'], 2);
      report.count(state);
      await Promise.resolve();
      report.found(['c/'], 1);
      report.count(state);
      return undefined;
    });
    expect(await ended).toEqual({
      jobId,
      outcome: 'done',
      foldersRead: 1,
      namesSeen: 2,
      unread: [],
      unreadCount: 0,
    });
    expect(progress.flatMap(({ found }) => found.flat())).toEqual(['a', 'b', 'c/']);
    expect(ends()).toBe(1);
  });

  it('sends what was found before a server that does not answer', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { progress, ended } = start(async (report) => {
      report.count(state);
      report.found(['a'], 1);
      report.found(['b'], 1);
      await answer.promise;
      return undefined;
    });
    await expect.poll(() => progress.flatMap(({ found }) => found.flat())).toEqual(['a', 'b']);
    answer.resolve(undefined);
    await ended;
  });

  it('sends the first find at once, also after counts', async () => {
    let sent: readonly string[] = [];
    const { progress, ended } = start((report) => {
      report.count(state);
      report.found(['a'], 1);
      sent = progress.flatMap(({ found }) => found.flat());
      return Promise.resolve(undefined);
    });
    await ended;
    expect(sent).toEqual(['a']);
  });

  it('names at most 100 unread folders and counts all', async () => {
    const { ended } = start((report) => {
      for (let at = 0; at < 250; at++) report.unread(`f${at}/`, 'no', 's');
      return Promise.resolve(undefined);
    });
    const end = await ended;
    expect([end.unread.length, end.unreadCount]).toEqual([100, 250]);
  });

  it('ends as cancelled, with the session too', async () => {
    const wait: Work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const one = start(wait);
    await new Promise((resolve) => setImmediate(resolve));
    one.jobs.cancel(one.jobId);
    expect((await one.ended).outcome).toBe('cancelled');
    const two = start(wait);
    await new Promise((resolve) => setImmediate(resolve));
    two.jobs.cancelSession('s');
    expect((await two.ended).outcome).toBe('cancelled');
  });

  it('of one large thing tells where it stands at its end; one that changes something outlives a lock', async () => {
    for (const endures of [false, true]) {
      const told: { readonly bytes: number; readonly jobId: string }[] = [];
      const ended = Promise.withResolvers<JobEnd>();
      const jobs = createJobs((_name, payload) => ended.resolve(payload));
      const go = Promise.withResolvers<undefined>();
      const jobId = jobs.startMeasured<{ bytes: number }>(
        's',
        (stand) => told.push(stand),
        async ({ at, signal }) => {
          at({ bytes: 1 });
          at({ bytes: 2 });
          await go.promise;
          signal.throwIfAborted();
        },
        { endures },
      );
      await expect.poll(() => told.length).toBeGreaterThan(0);
      jobs.cancelSession('s');
      go.resolve(undefined);
      expect((await ended.promise).outcome).toBe(endures ? 'done' : 'cancelled');
      expect(told.at(-1)).toEqual({ bytes: 2, jobId });
    }
  });

  it('ends as stopped with the reason, even when the work throws', async () => {
    const { ended } = start(() => Promise.reject(new Error('broken')));
    expect(await ended).toMatchObject({ outcome: 'stopped', error: { kind: 'internal' } });
  });

  it('sends no batch that is large, however quick the work is', async () => {
    const { progress, ended } = start((report) => {
      for (let folder = 0; folder < 50; folder++) {
        report.found(
          Array.from({ length: 200 }, (_, at) => `${String(folder)}/${String(at)}`),
          200,
        );
        report.count(state);
      }
      return Promise.resolve(undefined);
    });
    await ended;
    const sizes = progress.map(({ found }) => found.flat().length);
    expect(Math.max(...sizes)).toBeLessThan(2_000);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10_000);
    const batches: RowBatch<number>[] = [];
    const end = Promise.withResolvers<undefined>();
    const jobs = createJobs(() => {
      end.resolve(undefined);
    });
    jobs.startRows<number>(
      's',
      (batch) => batches.push(batch),
      ({ row }) => {
        for (let at = 0; at < 1_000; at++) row(at);
        return Promise.resolve(undefined);
      },
    );
    await end.promise;
    expect(Math.max(...batches.map(({ rows }) => rows.length))).toBe(200);
    expect(batches.flatMap(({ rows }) => rows)).toHaveLength(1_000);
  });

  it('sends every row before the end, and counts them', async () => {
    const batches: RowBatch<string>[] = [];
    const ended = Promise.withResolvers<JobEnd>();
    const jobs = createJobs((_name, payload) => ended.resolve(payload));
    const tell = (batch: RowBatch<string>): void => void batches.push(batch);
    const jobId = jobs.startRows<string>('s', tell, async ({ total, row, unread }) => {
      total(3);
      row('a');
      row('b');
      await new Promise((resolve) => setImmediate(resolve));
      unread('b', 'no');
      row('c');
      return undefined;
    });
    expect(await ended.promise).toEqual({
      jobId,
      outcome: 'done',
      foldersRead: 3,
      namesSeen: 3,
      unread: [{ path: 'b', reason: 'no' }],
      unreadCount: 1,
    });
    expect(batches.flatMap(({ rows }) => rows)).toEqual(['a', 'b', 'c']);
    expect(batches.at(-1)).toMatchObject({ jobId, done: 3, total: 3 });
  });
});
