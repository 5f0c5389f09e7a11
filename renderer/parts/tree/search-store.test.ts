import { describe, expect, it } from 'vitest';
import type { JobEnd, JobProgress } from '../../../shared/ipc/contract.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { SearchStore } from './search-store.ts';

const kv: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

const at = (mount: Mount, path = '') => ({ mount, path });

function progress(jobId: string, found: readonly string[], foldersRead = 1): JobProgress {
  return { jobId, found: packNames(found), foldersRead, foldersWaiting: 2, namesSeen: 10 };
}
function end(jobId: string): JobEnd {
  return { jobId, outcome: 'done', foldersRead: 3, namesSeen: 30, unread: [], unreadCount: 0 };
}

function setUp() {
  let beforeAnswer = (): void => undefined;
  let next = 1;
  const bridge = installFakeBridge({
    'search.start': () => {
      beforeAnswer();
      return { jobId: `job-${String(next++)}` };
    },
    'job.cancel': () => ({}),
  });
  return {
    store: new SearchStore('one'),
    cancelled: () => bridge.inputsOf('job.cancel').map(({ jobId }) => jobId),
    progressed: (p: JobProgress) => {
      bridge.emit('job.progressed', p);
    },
    ended: (e: JobEnd) => {
      bridge.emit('job.ended', e);
    },
    before: (act: () => void) => {
      beforeAnswer = act;
    },
  };
}

describe('SearchStore', () => {
  it('gathers batches and addresses them as one list', async () => {
    const { store, progressed, ended } = setUp();
    store.open([at(kv, 'a/')], 'x');
    await store.start();
    progressed(progress('job-1', ['a/x1', 'a/x2']));
    progressed(progress('job-1', []));
    progressed(progress('other', ['no']));
    progressed(progress('job-1', ['a/b/x3/'], 2));
    expect(store.snapshot()).toMatchObject({ running: true, foundCount: 3, progress: { foldersRead: 2 } });
    expect([0, 1, 2, 3].map((index) => store.foundAt(index)?.path)).toEqual(['a/x1', 'a/x2', 'a/b/x3/', '']);
    ended(end('job-1'));
    expect(store.snapshot()).toMatchObject({ running: false, end: { outcome: 'done' } });
    progressed(progress('job-1', ['late']));
    expect(store.snapshot().foundCount).toBe(3);
  });

  it('misses nothing of a job that ends before its id arrives', async () => {
    const { store, progressed, ended, before } = setUp();
    before(() => {
      progressed(progress('job-1', ['quick']));
      ended(end('job-1'));
    });
    store.open([at(kv)], '');
    await store.start();
    expect(store.snapshot()).toMatchObject({ running: false, foundCount: 1, end: { jobId: 'job-1' } });
  });

  it('stops a running search when it is closed or started again', async () => {
    const { store, cancelled, progressed } = setUp();
    store.open([at(kv)], 'a');
    await store.start();
    progressed(progress('job-1', ['old']));
    await store.start();
    progressed(progress('job-1', ['late']));
    expect(store.snapshot().foundCount).toBe(0);
    store.close();
    expect(cancelled()).toEqual(['job-1', 'job-2']);
    expect(store.snapshot().scope).toEqual([]);
  });

  it('stops a job whose id arrives after closing', async () => {
    const { store, cancelled } = setUp();
    store.open([at(kv)], 'a');
    const starting = store.start();
    store.close();
    await starting;
    expect(cancelled()).toEqual(['job-1']);
  });

  it('goes on to other mounts, and says of all of them how it ended', async () => {
    const { store, progressed, ended } = setUp();
    const other: Mount = { ...kv, path: 'other/' as MountPath };
    store.open([at(kv), at(other)], 'x');
    await store.start();
    progressed(progress('job-1', ['x1']));
    ended({ ...end('job-1'), unread: [{ path: 'closed/', reason: 'No.' }], unreadCount: 1 });
    expect(store.snapshot().running).toBe(true);
    progressed(progress('job-2', ['x2'], 2));
    // It is delivered as soon as the second job's id is known.
    await expect.poll(() => store.snapshot().progress?.foldersRead).toBe(5);
    ended(end('job-2'));
    expect([0, 1].map((index) => store.foundAt(index))).toEqual([
      { mount: kv, path: 'x1' },
      { mount: other, path: 'x2' },
    ]);
    expect(store.snapshot().running).toBe(false);
    expect(store.snapshot().end).toMatchObject({
      outcome: 'done',
      foldersRead: 6,
      namesSeen: 60,
      unreadCount: 1,
      unread: [{ path: 'secret/closed/', reason: 'No.' }],
    });
  });
});
