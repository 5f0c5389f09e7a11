import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { searchJob } from '../api/folders.ts';
import { followJob } from '../api/jobs.ts';
import type { Job } from '../api/jobs.ts';
import { accessorsJob } from '../api/tokens.ts';
import { namesOnly } from '../../shared/vault/search.ts';
import { vault } from '../api/client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { JobStatus } from './job-status.tsx';

afterEach(cleanup);

const bridge = installFakeBridge({
  'search.start': () => ({ jobId: 'search' }),
  'token.accessors': () => ({ jobId: 'tokens' }),
  'job.cancel': () => ({}),
});
const nobody = { progressed: () => undefined, ended: () => undefined };
const counts = { foldersRead: 0, namesSeen: 0, unread: [], unreadCount: 0 };

it('shows the newest job with the counts of its kind, until its end', async () => {
  render(<JobStatus />);
  await act(async () => {
    const input = { sessionId: 'one', places: [], ...namesOnly, text: 'stripe' };
    await followJob(
      searchJob('one', 'stripe', () => vault.search.start(input)),
      nobody,
    ).started;
  });
  act(() => {
    bridge.emit('search.found', {
      jobId: 'search',
      found: [],
      unread: [],
      entriesRead: 0,
      entriesWaiting: 0,
      foldersRead: 3,
      foldersWaiting: 1,
      namesSeen: 1200,
    });
  });
  expect(await screen.findByText('Searching “stripe” · 1,200 names, 3 of 4 folders')).toBeTruthy();
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('75');

  await act(async () => {
    await followJob(accessorsJob('one'), nobody).started;
  });
  expect(screen.getByText('Looking up tokens · counting tokens · and 1 more')).toBeTruthy();
  act(() => {
    bridge.emit('token.accessorsFound', { jobId: 'tokens', rows: [], done: 250, total: 1000 });
  });
  expect(await screen.findByText('Looking up tokens · 250 of 1,000 tokens · and 1 more')).toBeTruthy();
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('25');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(bridge.inputsOf('job.cancel')).toEqual([{ jobId: 'tokens' }]);

  act(() => {
    bridge.emit('job.ended', { jobId: 'tokens', outcome: 'cancelled', ...counts });
  });
  expect(screen.getByText(/^Searching “stripe”/)).toBeTruthy();
  act(() => {
    bridge.emit('job.ended', { jobId: 'search', outcome: 'done', ...counts });
  });
  expect(screen.queryByRole('meter')).toBeNull();
});

it('shows bytes of one large thing, with a share where its length is known', async () => {
  render(<JobStatus />);
  await act(async () => {
    const job: Job<'snapshot.progressed'> = {
      event: 'snapshot.progressed',
      sessionId: 'one',
      label: 'Saving a snapshot',
      state: { kind: 'bytes', done: 0, total: 0 },
      stateAt: ({ bytes, total }) => ({ kind: 'bytes', done: bytes, total }),
      start: () => Promise.resolve({ jobId: 'snap' }),
    };
    await followJob(job, nobody).started;
  });
  const at = (bytes: number, total: number) =>
    act(() => bridge.emit('snapshot.progressed', { jobId: 'snap', phase: 'upload', bytes, total }));
  at(1_572_864, 0);
  expect(await screen.findByText('Saving a snapshot · 1.5 MiB')).toBeTruthy();
  at(1024, 2048);
  expect(await screen.findByText('Saving a snapshot · 1.0 KiB of 2.0 KiB')).toBeTruthy();
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('50');
});
